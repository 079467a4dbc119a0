/**
 * The program with a death in it: it ends without any clean-up at the n-th
 * place where a write, sync, rename or lock could be interrupted.
 * MEMORY_KEEPER_DIE_AT is "n" or "n:share"; the share of a write that still
 * reaches the disk.
 *
 * MEMORY_KEEPER_PATIENCE makes its budgets so many times longer: on a busy
 * machine a hook would otherwise leave for later what is to be killed.
 *
 * It writes a byte to stderr when it reaches the first such place, and in the
 * end how many there were: for who kills it from outside, or counts.
 */

import { main } from "../../../main.ts";
import { setFaultHandler } from "../../../src/store/fault_point.ts";
import { stretchTime } from "../world/stretch_time.ts";

export const DEAD = 137;
export const POINTS = "\npoints reached: ";

if (import.meta.main) {
  const [dieAt, share = 0] = (Deno.env.get("MEMORY_KEEPER_DIE_AT") ?? "")
    .split(":").map(Number);
  stretchTime(Number(Deno.env.get("MEMORY_KEEPER_PATIENCE") ?? 1));
  const tell = (text: string) =>
    Deno.stderr.writeSync(new TextEncoder().encode(text));
  let reached = 0;
  addEventListener("unload", () => void tell(`${POINTS}${reached}\n`));
  setFaultHandler((point, _path, size) => {
    if (point === "torn") Deno.exit(DEAD);
    if (reached++ === 0) tell(".");
    if (reached !== dieAt) return;
    if (point === "write" && size > 0) return Math.floor(size * share);
    Deno.exit(DEAD);
  });
  await main();
}
