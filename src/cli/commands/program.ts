/** The program about itself: help, version, completions. */

import { UserError } from "../../base/errors.ts";
import { VERSION } from "../../base/version.ts";
import type { CommandCall } from "../command.ts";
import { renderCompletions, type Shell } from "../completions/render.ts";
import { renderHelp } from "../help.ts";
import { parseArgv } from "../parse_argv.ts";

export function help({ args, output }: CommandCall) {
  // `help config set` is `config set --help`, with the same errors.
  const parsed = parseArgv([...args.positionals, "--help"]);
  const text = renderHelp(parsed.kind === "help" ? parsed.commands : []);
  output.result({ help: text }, () => text);
}

export function version({ output }: CommandCall) {
  output.result({ version: VERSION }, () => `memory-keeper ${VERSION}`);
}

export function completions({ args, output }: CommandCall) {
  const [shell] = args.positionals as readonly [Shell];
  const script = renderCompletions(shell);
  output.result({ shell, script }, () => script);
}

/** Events enter in main.ts, and only if `hook` is the first word. */
export function hook(): never {
  throw new UserError("misuse", '"hook" must be the first word', [
    "Claude Code calls it that way; options follow it",
  ]);
}
