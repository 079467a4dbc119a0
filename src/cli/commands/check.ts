import { countByHand } from "../../keeper/counter_by_hand.ts";
import { chooseSession } from "../../keeper/delta_by_hand.ts";
import type { CommandCall, ExitCode } from "../command.ts";

export async function run(
  { invocation, openStore, output, world }: CommandCall,
): Promise<ExitCode> {
  const store = await openStore();
  const session = chooseSession(store, invocation.values.get("session"));
  const { count, saved } = await countByHand(store, world, session);
  const { saveInterval } = store.config;
  output.result(
    { session: session.sessionId, count, saved },
    () => `${count} tool uses${saved ? ", saved" : ""} (every ${saveInterval})`,
  );
  return 0;
}
