/**
 * What remains of a session that is over, in this order: nothing beyond L1 for
 * a single prompt that changed nothing; a digest in memory.md for a short one;
 * else its rest waits as a last delta, with a digest file until it is answered.
 */

import { digestOf, isShort, shouldKeepOnlyL1 } from "../digest/digest.ts";
import { readL1Ends } from "../session/log_file.ts";
import {
  isAllCut,
  isOpen,
  loadSessionState,
  saveSessionState,
  type SessionState,
} from "../session/session_state.ts";
import { type Claim, type Store, withSessionLock } from "../store/store.ts";
import type { World } from "../base/world.ts";
import { renderDigestFile } from "../memory/digest_file.ts";
import { workTimeOf } from "../memory/work_time.ts";
import { cutDeltas } from "./cut_deltas.ts";
import { noteDigest } from "../session/newest_digest.ts";
import { noteOpenSession } from "../session/open_sessions.ts";
import { digestDeltas } from "./settle_unanswered.ts";

export async function finishSession(
  store: Store,
  world: World,
  sessionId: string,
  claim: Claim,
): Promise<void> {
  await withSessionLock(store, sessionId, claim, async () => {
    const state = readState(store, sessionId);
    if (state?.ended === undefined) return;
    // Where nothing came since, it is only still on the list.
    if (state.finishedAt !== state.entries) {
      await keep(store, world, sessionId, state, claim);
    }
    const kept = noteFinished(store, sessionId) ?? state;
    await noteOpenSession(store, sessionId, isOpen(kept), claim);
  });
}

/** How far it was kept, for the case that it is resumed. */
function noteFinished(
  store: Store,
  sessionId: string,
): SessionState | undefined {
  const state = readState(store, sessionId);
  if (state === undefined || state.finishedAt === state.entries) return state;
  const noted = { ...state, finishedAt: state.entries };
  saveSessionState(store.files, store.layout, sessionId, noted);
  return noted;
}

/** The session's lock is held. */
async function keep(
  store: Store,
  world: World,
  sessionId: string,
  state: SessionState,
  claim: Claim,
): Promise<void> {
  const { layout, files, config } = store;
  const saveKept = () =>
    saveSessionState(files, layout, sessionId, asSummarized(state));
  const { head, tail, isWhole } = readL1Ends(
    layout.l1(state.stem),
    0,
    state.l1Bytes,
  );
  const entries = [...head, ...tail];
  const isFirst = state.deltaCount === 0 && state.cutTo === 0;
  const isPast = state.takenIn === true && state.seenAt === null;
  if (entries.length === 0) return;
  // Kept as it should be, at an earlier end; nothing came since.
  const count = isWhole ? entries.length : state.entries;
  const isKept = state.deltaCount === 0 && state.cutTo >= count;
  if (isKept && !state.takenIn) return;
  if (isFirst && isWhole && shouldKeepOnlyL1(entries)) return saveKept();
  const digest = digestOf(entries, {
    maxChars: config.summaryMaxLength,
    project: store.project.root,
  });
  files.replace(
    layout.digest(state.stem),
    renderDigestFile(digest, workTimeOf(entries)),
  );
  noteDigest(store, state.stem);
  if (isPast) return isAllCut(state) ? undefined : saveKept();
  // After an earlier end the rest is judged as a session of its own, unless
  // more of it waits for a model anyway.
  const isResumed = state.finishedAt !== undefined && state.deltas.length === 0;
  const isSmall = (isFirst || isResumed) &&
    isWhole && isShort(entries.slice(state.cutTo));
  cutDeltas(store, world, sessionId, { minChars: 0 });
  // By way of a delta: the state says what is on its way into memory.md, so
  // being killed here neither doubles nor drops it.
  if (isSmall || config.summaries === "off") {
    await digestDeltas(store, world, sessionId, claim);
  }
}

const asSummarized = (state: SessionState): SessionState => ({
  ...state,
  summarizedTo: state.entries,
  cutTo: state.entries,
  cutBytes: state.l1Bytes,
});

function readState(
  { layout }: Store,
  sessionId: string,
): SessionState | undefined {
  const loaded = loadSessionState(layout, sessionId);
  return loaded.state === "ok" ? loaded.value : undefined;
}
