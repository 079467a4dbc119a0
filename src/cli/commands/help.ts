import type { CommandCall, ExitCode } from "../command.ts";
import { renderCommandHelp, renderProgramHelp } from "../help.ts";
import { parseArgv } from "../parse_argv.ts";

export function run({ invocation, output }: CommandCall): ExitCode {
  // `help config set` is `config set --help`, its complaints included.
  const parsed = parseArgv([...invocation.positionals, "--help"]);
  const command = parsed.kind === "help" ? parsed.command : undefined;
  const text = command ? renderCommandHelp(command) : renderProgramHelp();
  output.result({ help: text }, () => text);
  return 0;
}
