/**
 * Memory Keeper: `hook …` is Claude Code's door, anything else a shell command.
 * The result becomes the exit code; nothing else happens here.
 */

import { countQuickly } from "./src/hooks/quick_tool_use.ts";
import { readInput } from "./src/hooks/standard_streams.ts";
import { processWorld, type World } from "./src/base/world.ts";

/** What a command line comes to: its exit code. A hook's is always 0. */
export async function run(
  args: readonly string[],
  world: World,
): Promise<number> {
  if (!isHook(args)) {
    const { runCommand } = await import("./src/cli/run.ts");
    return await runCommand(args, world);
  }
  try {
    await handleEvent(args.slice(1), world);
  } catch {
    // Exit 0 all the same: see src/hooks/door.ts.
  }
  return 0;
}

const isHook = ([first, second]: readonly string[]) =>
  first === "hook" && second !== "--help";

async function handleEvent(
  args: readonly string[],
  world: World,
): Promise<void> {
  const input = readInput();
  const counted = /^post-?tool-?use$/i.test(args[0] ?? "")
    ? await countQuickly(input, world)
    : undefined;
  if (counted?.atInterval === false) return;
  const { runHook } = await import("./src/hooks/door.ts");
  await runHook(args, world, { input, counted });
}

export async function main(): Promise<never> {
  if (isHook(Deno.args)) {
    // A look for a file that is not there ends in an exception, and a hook
    // looks for many; the first line of a trace is all that the log says of it.
    Error.stackTraceLimit = 1;
    // A hook must never fail a turn, so not even a stray rejection may.
    addEventListener("unhandledrejection", (event) => event.preventDefault());
  }
  // One exit for everything: a lock request that timed out would otherwise
  // keep the process waiting.
  Deno.exit(await run(Deno.args, processWorld()));
}

// Not awaited: what is loaded later imports from this file, and must not wait
// for the end of it.
if (import.meta.main) main();
