/**
 * Memory Keeper: `hook …` is Claude Code's door, anything else a shell command.
 * The result becomes the exit code; nothing else happens here.
 */

import { runHook } from "./src/hooks/door.ts";
import { processWorld, type World } from "./src/world.ts";

async function runAsHook(world: World): Promise<number> {
  // A look for a file that is not there ends in an exception, and a hook looks
  // for many; the first line of a trace is all that the log says of it.
  Error.stackTraceLimit = 1;
  // A hook must never fail a turn, so not even a stray rejection may.
  globalThis.addEventListener("unhandledrejection", (e) => e.preventDefault());
  try {
    await runHook(Deno.args.slice(1), world);
  } catch {
    // Exit 0 all the same: see src/hooks/door.ts.
  }
  return 0;
}

async function runAsCommand(world: World): Promise<number> {
  const { runCommand } = await import("./src/cli/run.ts");
  return await runCommand(Deno.args, world);
}

export async function main(): Promise<never> {
  const [first, second] = Deno.args;
  const isHook = first === "hook" && second !== "--help";
  const run = isHook ? runAsHook : runAsCommand;
  // One exit for everything: a lock request that timed out would otherwise
  // keep the process waiting.
  Deno.exit(await run(processWorld()));
}

// Not awaited: what is loaded later imports from this file, and must not wait
// for the end of it.
if (import.meta.main) main();
