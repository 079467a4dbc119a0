/** One session by hand: count a tool use, finish it, revive it, hand it off. */

import {
  countByHand,
  finishByHand,
  resetCount,
} from "../../capture/counter_by_hand.ts";
import { plural } from "../../output/words.ts";
import { chooseSession } from "../../summary/delta_by_hand.ts";
import type { CommandCall } from "../command.ts";
import { reviveSession } from "../../capture/revive_session.ts";
import { UserError } from "../../base/errors.ts";
import { makeHandoff } from "../../context/make_handoff.ts";

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

/** A session that Claude Code has deleted, made resumable. */
export async function revive({ args, keptStore, output, world }: CommandCall) {
  const [named = ""] = args.positionals;
  const store = await keptStore();
  const revived = await reviveSession(store, world, named);
  const { session, transcript, entries } = revived;
  output.result(
    revived,
    () =>
      `Revived ${plural(entries, "message")} in ${transcript}\n` +
      `claude --resume ${session}`,
  );
}

/** One page from which others can go on with a session's work. */
export async function handoff({ args, keptStore, output }: CommandCall) {
  const store = await keptStore();
  const made = await makeHandoff(store, args.values.get("session"));
  if (made === undefined) {
    throw new UserError("refused", "There is no session to hand off", [
      "Sessions are kept from the first prompt on",
    ]);
  }
  output.result(made, () => made.text.trimEnd());
}
