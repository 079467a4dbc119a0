import type { CommandCall, ExitCode } from "../command.ts";
import { renderCompletions, type Shell } from "../completions/render.ts";

export function run({ invocation, output }: CommandCall): ExitCode {
  const [shell] = invocation.positionals as readonly [Shell];
  const script = renderCompletions(shell);
  output.result({ shell, script }, () => script);
  return 0;
}
