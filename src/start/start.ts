/**
 * `hook …` is Claude Code's door, anything else a shell command. The result
 * becomes the exit code; nothing else happens here.
 */

import { processWorld, type World } from "../base/world.ts";
import { countQuickly } from "../hooks/quick_tool_use.ts";
import { readInput } from "../hooks/standard_streams.ts";

/** Where the code of an event or a command comes from, by its first word. */
export interface Program {
  hooks(word: string): Promise<typeof import("../hooks/door.ts")>;
  commands(word: string): Promise<typeof import("../cli/run.ts")>;
  /** Whether V8 used the compiled code; known once a part is loaded. */
  isCodeUsed?(): boolean | undefined;
}

/** Run a command line; returns its exit code, which is always 0 for a hook. */
export async function runWith(
  program: Program,
  args: readonly string[],
  world: World,
): Promise<number> {
  if (!isHook(args)) {
    const { runCommand } = await program.commands(args[0] ?? "");
    const isCodeUsed = program.isCodeUsed?.();
    return await runCommand(
      args,
      isCodeUsed === undefined ? world : { ...world, isCodeUsed },
    );
  }
  try {
    await handleEvent(program, args.slice(1), world);
  } catch {
    // Exit 0 all the same: see src/hooks/door.ts.
  }
  return 0;
}

const isHook = ([first, second]: readonly string[]) =>
  first === "hook" && second !== "--help";

async function handleEvent(
  program: Program,
  args: readonly string[],
  world: World,
): Promise<void> {
  const input = readInput();
  const word = args[0] ?? "";
  const counted = /^post-?tool-?use$/i.test(word)
    ? await countQuickly(input, world)
    : undefined;
  if (counted?.atInterval === false) return;
  const { runHook } = await program.hooks(word);
  await runHook(args, world, { input, counted });
}

export async function start(program: Program): Promise<never> {
  if (isHook(Deno.args)) {
    // A missing file is an exception, and a hook checks for many files. The
    // event log uses only the first line of a stack trace.
    Error.stackTraceLimit = 1;
    // A hook must never fail a turn, so not even a stray rejection may.
    addEventListener("unhandledrejection", (event) => event.preventDefault());
  }
  // One exit for everything: a lock request that timed out would otherwise
  // keep the process waiting.
  Deno.exit(await runWith(program, Deno.args, processWorld()));
}
