import { finishByHand } from "../../capture/counter_by_hand.ts";
import { chooseSession } from "../../summary/delta_by_hand.ts";
import { assertStoreExists } from "../../store/store.ts";
import type { CommandCall, ExitCode } from "../command.ts";

export async function run(
  { invocation, openStore, output, world }: CommandCall,
): Promise<ExitCode> {
  const store = assertStoreExists(await openStore());
  const session = chooseSession(store, invocation.values.get("session"));
  const added = await finishByHand(store, world, session);
  output.result(
    { session: session.sessionId, added },
    () => `Finished session ${session.sessionId}: ${added} new entries`,
  );
  return 0;
}
