/** One session by hand: count a tool use, finish it, reset its count. */

import {
  countByHand,
  finishByHand,
  resetCount,
} from "../../capture/counter_by_hand.ts";
import { plural } from "../../output/words.ts";
import { chooseSession } from "../../summary/delta_by_hand.ts";
import type { CommandCall } from "../command.ts";

export async function check({ args, keptStore, output, world }: CommandCall) {
  const store = await keptStore();
  const session = chooseSession(store, args.values.get("session"));
  const { count, saved } = await countByHand(store, world, session);
  const { saveInterval } = store.config;
  output.result(
    { session: session.sessionId, count, saved },
    () =>
      `${plural(count, "tool use")}${saved ? ", saved" : ""} ` +
      `(a save every ${saveInterval})`,
  );
}

export async function final({ args, keptStore, output, world }: CommandCall) {
  const store = await keptStore();
  const session = chooseSession(store, args.values.get("session"));
  const added = await finishByHand(store, world, session);
  output.result(
    { session: session.sessionId, added },
    () => `Finished session ${session.sessionId}: ${added} new entries`,
  );
}

export async function reset({ args, keptStore, output }: CommandCall) {
  const store = await keptStore();
  const { sessionId } = chooseSession(store, args.values.get("session"));
  await resetCount(store, sessionId);
  output.result(
    { session: sessionId, count: 0 },
    () => `The count of session ${sessionId} is 0`,
  );
}
