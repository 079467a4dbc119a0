import {
  describeRemembered,
  rememberRule,
} from "../../knowledge/remember_rule.ts";
import type { CommandCall, ExitCode } from "../command.ts";
import { readWords } from "../read_stdin.ts";

export async function run(call: CommandCall): Promise<ExitCode> {
  const { invocation, openStore, output, world } = call;
  const remembered = await rememberRule(await openStore(), world, {
    text: await readWords(invocation.positionals.join(" ")),
    reason: invocation.values.get("reason"),
  }, { who: "remember", waitMs: 10_000 });
  output.result(remembered, () => describeRemembered(remembered));
  return 0;
}
