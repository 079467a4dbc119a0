/** One command line from beginning to end: argv in, exit code out. */

import { isSystemError, UserError } from "../base/errors.ts";
import { ClosedPipe, createOutput, type Output } from "../output/output.ts";
import { openProject, shellProjectRoot } from "../store/project.ts";
import { assertStoreExists, openStore } from "../store/store.ts";
import { sharingStore } from "../team/sharing.ts";
import { describeFailure } from "../base/system_error.ts";
import type { World } from "../base/world.ts";
import type { Invocation } from "./command.ts";
import { renderHelp } from "./help.ts";
import { parseArgv, wantsJson } from "./parse_argv.ts";
import { printable } from "./printable.ts";

const EXIT_CODES = { refused: 1, misuse: 2, store: 3 } as const;

export async function runCommand(
  argv: readonly string[],
  world: World,
): Promise<number> {
  return await runWithOutput(createOutput(world, wantsJson(argv)), argv, world);
}

/** The same, with the caller's own way of showing what comes of it. */
export async function runWithOutput(
  output: Output,
  argv: readonly string[],
  world: World,
): Promise<number> {
  try {
    const parsed = parseArgv(argv);
    if (parsed.kind === "run") {
      return await invoke(parsed.invocation, world, output);
    }
    const text = renderHelp(parsed.commands);
    output.result({ help: text }, () => text);
    return 0;
  } catch (error) {
    return exitCodeFor(error, output);
  }
}

async function invoke(args: Invocation, world: World, output: Output) {
  const run = await args.command.load();
  const openProjectStore = async () => {
    const root = shellProjectRoot(world, args.values.get("project-dir"));
    const store = openStore(await openProject(world, root));
    const notify = (line: string) => output.note(line);
    return sharingStore({ ...store, notify }, world);
  };
  return await run({
    args,
    output,
    world,
    openStore: openProjectStore,
    keptStore: async () => assertStoreExists(await openProjectStore()),
  }) ?? 0;
}

function exitCodeFor(error: unknown, output: Output): number {
  if (error instanceof ClosedPipe) return 0;
  const known = error instanceof UserError ? error : describeUnexpected(error);
  if (known === undefined) throw error;
  output.failure(printable(known.message), known.hints);
  return EXIT_CODES[known.kind];
}

/** System errors a person can act on; anything else is a bug and keeps its stack. */
function describeUnexpected(error: unknown): UserError | undefined {
  if (!isSystemError(error)) return undefined;
  return new UserError("store", describeFailure(error), [
    /no space left/i.test(error.message)
      ? "Make room on the disk that is written to, and try again"
      : "Check that path, its permissions and the disk it is on",
  ]);
}
