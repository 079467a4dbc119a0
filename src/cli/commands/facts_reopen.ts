import { reopenByHand } from "../../knowledge/facts_by_hand.ts";
import { assertStoreExists } from "../../store/store.ts";
import type { CommandCall, ExitCode } from "../command.ts";

export async function run(
  { invocation, openStore, output }: CommandCall,
): Promise<ExitCode> {
  const [id = ""] = invocation.positionals;
  const store = assertStoreExists(await openStore());
  await reopenByHand(store, id, { who: "facts reopen", waitMs: 10_000 });
  output.result({ id, status: "open" }, () => `${id} is open again`);
  return 0;
}
