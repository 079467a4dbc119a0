import { VERSION } from "../../base/version.ts";
import type { CommandCall, ExitCode } from "../command.ts";

export function run({ output }: CommandCall): ExitCode {
  output.result({ version: VERSION }, () => `memory-keeper ${VERSION}`);
  return 0;
}
