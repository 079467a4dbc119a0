import { countByHand } from "../../capture/counter_by_hand.ts";
import { chooseSession } from "../../summary/delta_by_hand.ts";
import { assertStoreExists } from "../../store/store.ts";
import { plural } from "../../output/sizes.ts";
import type { CommandCall, ExitCode } from "../command.ts";

export async function run(
  { invocation, openStore, output, world }: CommandCall,
): Promise<ExitCode> {
  const store = assertStoreExists(await openStore());
  const session = chooseSession(store, invocation.values.get("session"));
  const { count, saved } = await countByHand(store, world, session);
  const { saveInterval } = store.config;
  output.result(
    { session: session.sessionId, count, saved },
    () =>
      `${plural(count, "tool use")}${saved ? ", saved" : ""} ` +
      `(a save every ${saveInterval})`,
  );
  return 0;
}
