import { UserError } from "../../errors.ts";
import type { CommandCall, ExitCode } from "../command.ts";
import { commandWords, findCommand } from "../commands.ts";
import { didYouMean } from "../did_you_mean.ts";
import { renderCommandHelp, renderProgramHelp } from "../help.ts";

export function run({ invocation, output }: CommandCall): ExitCode {
  const name = invocation.positionals.join(" ");
  const text = name === "" ? renderProgramHelp() : helpFor(name);
  output.result({ help: text }, () => text);
  return 0;
}

function helpFor(name: string): string {
  const command = findCommand(name);
  if (command) return renderCommandHelp(command);
  throw new UserError("misuse", `Unknown command "${name}"`, [
    didYouMean(name, commandWords()) ??
      'Run "memory-keeper --help" for the list',
  ]);
}
