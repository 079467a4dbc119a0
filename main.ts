/**
 * Memory Keeper, run from its source. The executable starts with
 * src/start/executable.ts, which differs only in where the code comes from.
 */

import type { World } from "./src/base/world.ts";
import { type Program, runWith, start } from "./src/start/start.ts";

const SOURCE: Program = {
  hooks: () => import("./src/hooks/door.ts"),
  commands: () => import("./src/cli/run.ts"),
};

/** What a command line comes to: its exit code. A hook's is always 0. */
export const run = (args: readonly string[], world: World) =>
  runWith(SOURCE, args, world);

export const main = () => start(SOURCE);

// Not awaited: what is loaded later imports from this file, and must not wait
// for the end of it.
if (import.meta.main) main();
