import { judgeByCommand } from "../judge_permanent.ts";
import type { CommandCall, ExitCode } from "../command.ts";

export function run(call: CommandCall): Promise<ExitCode> {
  return judgeByCommand(call, "validate");
}
