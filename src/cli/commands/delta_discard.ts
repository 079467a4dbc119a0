import { discardDelta } from "../../summary/delta_by_hand.ts";
import { assertStoreExists } from "../../store/store.ts";
import type { CommandCall, ExitCode } from "../command.ts";

export async function run(
  { invocation, openStore, output }: CommandCall,
): Promise<ExitCode> {
  const [id = ""] = invocation.positionals;
  const claim = { who: "delta discard", waitMs: 10_000 };
  await discardDelta(assertStoreExists(await openStore()), id, claim);
  output.result({ id }, () => `${id} is left out of memory.md; L1 keeps it`);
  return 0;
}
