import { removeByHand } from "../../knowledge/facts_by_hand.ts";
import { oneLine } from "../../base/safe_text.ts";
import { assertStoreExists } from "../../store/store.ts";
import type { CommandCall, ExitCode } from "../command.ts";

export async function run(
  { invocation, openStore, output, world }: CommandCall,
): Promise<ExitCode> {
  const [id = ""] = invocation.positionals;
  const store = assertStoreExists(await openStore());
  const claim = { who: "facts remove", waitMs: 10_000 };
  const { type, fact } = await removeByHand(store, world, id, claim);
  output.result(
    { removed: { type, ...fact } },
    () => `Removed ${id}: ${oneLine(fact.content)}`,
  );
  return 0;
}
