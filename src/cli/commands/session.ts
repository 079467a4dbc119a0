/** One session by hand: count a tool use, finish it, reset its count. */

import {
  countByHand,
  finishByHand,
  resetCount,
} from "../../capture/counter_by_hand.ts";
import { plural } from "../../output/sizes.ts";
import { assertStoreExists } from "../../store/store.ts";
import { chooseSession } from "../../summary/delta_by_hand.ts";
import type { CommandCall, ExitCode } from "../command.ts";

export async function check(
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

export async function final(
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

export async function reset(
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
