import type { CommandCall, ExitCode } from "../command.ts";
import { renderHelp } from "../help.ts";
import { parseArgv } from "../parse_argv.ts";

export function run({ invocation, output }: CommandCall): ExitCode {
  // `help config set` is `config set --help`, its complaints included.
  const parsed = parseArgv([...invocation.positionals, "--help"]);
  const text = renderHelp(parsed.kind === "help" ? parsed.commands : []);
  output.result({ help: text }, () => text);
  return 0;
}
