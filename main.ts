/**
 * Memory Keeper, run from its source. The executable starts with
 * src/start/executable.ts, which differs only in where the code comes from.
 */

import type { World } from "./src/base/world.ts";
import * as program from "./src/start/program.ts";
import { runWith, start } from "./src/start/start.ts";

/** What a command line comes to: its exit code. A hook's is always 0. */
export const run = (args: readonly string[], world: World) =>
  runWith(program, args, world);

export const main = () => start(program);

// Not awaited: what is loaded later imports from this file, and must not wait
// for the end of it.
if (import.meta.main) main();
