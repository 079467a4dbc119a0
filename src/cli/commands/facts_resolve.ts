import { resolveByHand } from "../../knowledge/facts_by_hand.ts";
import { assertStoreExists } from "../../store/store.ts";
import type { CommandCall, ExitCode } from "../command.ts";

export async function run(
  { invocation, openStore, output }: CommandCall,
): Promise<ExitCode> {
  const [id = "", ...how] = invocation.positionals;
  const store = assertStoreExists(await openStore());
  const claim = { who: "facts resolve", waitMs: 10_000 };
  await resolveByHand(store, id, how.join(" "), claim);
  output.result({ id, status: "resolved" }, () => `${id} is resolved`);
  return 0;
}
