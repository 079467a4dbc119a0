/**
 * What remains of a session that is over, in this order: nothing beyond L1 for
 * a single prompt that changed nothing; a digest in memory.md for a short one;
 * else its rest waits as a last delta, with a digest file until it is answered.
 */

import { isShort, shouldKeepOnlyL1 } from "../digest/digest.ts";
import { readL1Ends } from "../session/log_file.ts";
import { isAllCut, type SessionState } from "../session/session_state.ts";
import { asSummarized, isImported, isOver } from "../session/phase.ts";
import { type Session, withSession } from "../session/session.ts";
import type { Claim, Store } from "../store/store.ts";
import type { World } from "../base/world.ts";
import { renderDigestFile } from "../memory/digest_file.ts";
import { workTimeOf } from "../memory/work_time.ts";
import { cutDeltas } from "./cut_deltas.ts";
import { noteDigest } from "../memory/newest_digest.ts";
import { digestDeltas, digestFor } from "./settle_unanswered.ts";

export async function finishSession(
  store: Store,
  world: World,
  sessionId: string,
  claim: Claim,
): Promise<void> {
  const finish = (session: Session) => finishIn(session, world);
  await withSession(store, sessionId, claim, finish);
}

/** The same for a session that is open already. */
export async function finishIn(session: Session, world: World): Promise<void> {
  session.lookUp();
  const { state } = session;
  if (state === undefined || !isOver(state)) return;
  // Where nothing came since, it is only still on the list.
  if (state.finishedAt === state.entries) return;
  await keep(session, world, state);
  // How far it was kept, for the case that it is resumed.
  const kept = session.state ?? state;
  session.change({ ...kept, finishedAt: kept.entries });
}

async function keep(session: Session, world: World, state: SessionState) {
  const { store } = session;
  const { layout, files, config } = store;
  const saveKept = () => session.change(asSummarized(state));
  const held = { end: session.log?.end };
  const log = layout.l1(state.stem);
  const { head, tail, isWhole } = readL1Ends(log, 0, state.l1Bytes, held);
  const entries = [...head, ...tail];
  const isFirst = state.deltaCount === 0 && state.cutTo === 0;
  if (entries.length === 0) return;
  // Kept as it should be, at an earlier end; nothing came since.
  const count = isWhole ? entries.length : state.entries;
  const isKept = state.deltaCount === 0 && state.cutTo >= count;
  if (isKept && !state.takenIn) return;
  if (isFirst && isWhole && shouldKeepOnlyL1(entries)) return saveKept();
  const digest = digestFor(store, entries);
  const text = renderDigestFile(digest, workTimeOf(entries));
  files.replace(layout.digest(state.stem), text);
  noteDigest(store, state.stem);
  if (isImported(state)) return isAllCut(state) ? undefined : saveKept();
  // After an earlier end the rest is judged as a session of its own, unless
  // more of it waits for a model anyway.
  const isResumed = state.finishedAt !== undefined && state.deltas.length === 0;
  const isSmall = (isFirst || isResumed) &&
    isWhole && isShort(entries.slice(state.cutTo));
  cutDeltas(session, world, { minChars: 0 });
  // By way of a delta: the state says what is on its way into memory.md, so
  // being killed here neither doubles nor drops it.
  if (isSmall || config.summaries === "off") {
    session.save();
    await digestDeltas(session, world);
  }
}
