/** The program about itself: help, version, completions. */

import { UserError } from "../../base/errors.ts";
import { VERSION } from "../../base/version.ts";
import type { CommandCall, ExitCode } from "../command.ts";
import { renderCompletions, type Shell } from "../completions/render.ts";
import { renderHelp } from "../help.ts";
import { parseArgv } from "../parse_argv.ts";

export function help({ invocation, output }: CommandCall): ExitCode {
  // `help config set` is `config set --help`, with the same errors.
  const parsed = parseArgv([...invocation.positionals, "--help"]);
  const text = renderHelp(parsed.kind === "help" ? parsed.commands : []);
  output.result({ help: text }, () => text);
  return 0;
}

export function version({ output }: CommandCall): ExitCode {
  output.result({ version: VERSION }, () => `memory-keeper ${VERSION}`);
  return 0;
}

export function completions({ invocation, output }: CommandCall): ExitCode {
  const [shell] = invocation.positionals as readonly [Shell];
  const script = renderCompletions(shell);
  output.result({ shell, script }, () => script);
  return 0;
}

/** Events enter in main.ts, and only if `hook` is the first word. */
export function hook(): never {
  throw new UserError("misuse", '"hook" must be the first word', [
    "Claude Code calls it that way; options follow it",
  ]);
}
