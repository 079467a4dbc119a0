import { mergeByHand } from "../../knowledge/concepts_by_hand.ts";
import { assertStoreExists } from "../../store/store.ts";
import type { CommandCall, ExitCode } from "../command.ts";

export async function run(
  { invocation, openStore, output, world }: CommandCall,
): Promise<ExitCode> {
  const [from = "", into = ""] = invocation.positionals;
  const store = assertStoreExists(await openStore());
  const claim = { who: "concepts merge", waitMs: 10_000 };
  const joined = await mergeByHand(store, world, { from, into }, claim);
  const { into: id, name, isNew } = joined;
  output.result(
    joined,
    () => `${from} is part of ${id} "${name}" ${isNew ? "now" : "already"}`,
  );
  return 0;
}
