import { discardDelta } from "../../keeper/delta_by_hand.ts";
import type { CommandCall, ExitCode } from "../command.ts";

export async function run(
  { invocation, openStore, output }: CommandCall,
): Promise<ExitCode> {
  const [id = ""] = invocation.positionals;
  const claim = { who: "delta discard", waitMs: 10_000 };
  await discardDelta(await openStore(), id, claim);
  output.result({ id }, () => `${id} is left out of memory.md; L1 keeps it`);
  return 0;
}
