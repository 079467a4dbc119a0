/**
 * How long a test waits before it gives up. The limits are no measure of
 * anything: they only end what hangs, and grow with the load of the machine.
 */

import { DIST, executableName } from "../../../scripts/build.ts";
import { EXECUTABLE } from "../../support/world/sealed_world.ts";

/** The compiled file under test. */
export const PROGRAM = EXECUTABLE ?? `${DIST}/${executableName(undefined)}`;

/** A bare start on an idle machine takes less than this. */
const QUIET_START_MS = 100;
const WAIT_MS = 30_000;
const RUN_MS = 60_000;

let factor: Promise<number> | undefined;

/** How much slower than an idle one this machine is; measured once. */
function load(): Promise<number> {
  return factor ??= (async () => {
    const begin = performance.now();
    await new Deno.Command(PROGRAM, {
      args: ["--version"],
      clearEnv: true,
      stdout: "null",
      stderr: "null",
    }).output();
    return Math.max(1, (performance.now() - begin) / QUIET_START_MS);
  })();
}

/** The longest a program may run. */
export const runLimitMs = async () => RUN_MS * await load();

/** Wait until something is there; the error says what was missing. */
export async function until<T>(
  what: string,
  look: () => T | undefined | false | Promise<T | undefined | false>,
  explain: () => string | Promise<string> = () => "",
): Promise<T> {
  const end = performance.now() + WAIT_MS * await load();
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > end) {
      throw new Error(`Waited in vain for ${what}\n${await explain()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}
