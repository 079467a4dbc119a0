/**
 * The program with a death in it: it ends without any clean-up at the n-th
 * place where a write, sync, rename or lock could be interrupted.
 * MEMORY_KEEPER_DIE_AT is "n" or "n:share"; the share of a write that still
 * reaches the disk.
 */

import { main } from "../../main.ts";
import { setFaultHandler } from "../../src/store/fault_point.ts";

export const DEAD = 137;

if (import.meta.main) {
  const [dieAt, share = 0] = (Deno.env.get("MEMORY_KEEPER_DIE_AT") ?? "")
    .split(":").map(Number);
  let reached = 0;
  setFaultHandler((point, _path, size) => {
    if (point === "torn") Deno.exit(DEAD);
    if (++reached !== dieAt) return;
    if (point === "write" && size > 0) return Math.floor(size * share);
    Deno.exit(DEAD);
  });
  await main();
}
