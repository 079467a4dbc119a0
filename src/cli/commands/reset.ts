import { resetCount } from "../../capture/counter_by_hand.ts";
import { chooseSession } from "../../summary/delta_by_hand.ts";
import { assertStoreExists } from "../../store/store.ts";
import type { CommandCall, ExitCode } from "../command.ts";

export async function run(
  { invocation, openStore, output }: CommandCall,
): Promise<ExitCode> {
  const store = assertStoreExists(await openStore());
  const { sessionId } = chooseSession(store, invocation.values.get("session"));
  await resetCount(store, sessionId);
  output.result(
    { session: sessionId, count: 0 },
    () => `The count of session ${sessionId} is 0`,
  );
  return 0;
}
