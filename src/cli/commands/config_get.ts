import { assertConfigName } from "../config_name.ts";
import type { CommandCall, ExitCode } from "../command.ts";

export async function run(
  { invocation, openStore, output }: CommandCall,
): Promise<ExitCode> {
  const name = assertConfigName(invocation.positionals[0]);
  const value = (await openStore()).config[name];
  output.result(
    { key: name, value },
    () => typeof value === "string" ? value : JSON.stringify(value),
  );
  return 0;
}
