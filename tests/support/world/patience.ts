/**
 * Time in tests follows the machine: nothing is asserted on time, and the outer
 * limits that end a hanging test grow with how slow a bare start is here and
 * now. So do the budgets of what runs in this process, which would otherwise
 * leave work for later on a busy machine, as they should.
 */

import { fromFileUrl } from "@std/path";

const ROOT = fromFileUrl(new URL("../../../", import.meta.url));

/** What a bare start takes where nothing else runs. */
const QUIET_START_MS = 60;
const LEAST_PATIENCE = 4;
/** It may get busier than it was when we looked. */
const SPARE = 4;

let known: number | undefined;

/** How many times longer than on a quiet machine to wait before giving up. */
export function patience(): number {
  const told = Number(Deno.env.get("MEMORY_KEEPER_TEST_PATIENCE"));
  return known ??= told > 0 ? told : measurePatience();
}

/** Start the program once and see. */
export function measurePatience(): number {
  const begun = performance.now();
  new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--allow-all", `${ROOT}main.ts`, "version"],
    cwd: ROOT,
    stdout: "null",
    stderr: "null",
  }).outputSync();
  const times = SPARE * (performance.now() - begun) / QUIET_START_MS;
  return Math.max(LEAST_PATIENCE, Math.round(times));
}

/** A limit that is generous on a quiet machine, for this one. */
export const limitMs = (ms: number) => ms * patience();

/** Wait until something has happened; polls, and fails only after a long time. */
export async function until(
  what: string,
  hasHappened: () => boolean | Promise<boolean>,
  quietMs = 30_000,
): Promise<void> {
  const end = Date.now() + limitMs(quietMs);
  while (!await hasHappened()) {
    if (Date.now() > end) throw new Error(`Waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
