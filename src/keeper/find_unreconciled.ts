/**
 * Which sessions need something: those that died, those that moved on, those
 * never seen. It looks, but loads nothing of what would be done about them: at
 * nearly every event there is nothing.
 */

import { isSessionId } from "../store/layout.ts";
import { readIndex } from "../store/memory_index.ts";
import { statFile } from "../store/read_file.ts";
import {
  markNow,
  readReconciledMark,
  writeReconciledMark,
} from "../store/reconciled_mark.ts";
import { isAllCut, loadSessionState } from "../store/session_state.ts";
import type { Store } from "../store/store.ts";
import { statTranscript } from "../store/transcript_file.ts";
import type { World } from "../world.ts";
import { findTranscripts, type Found, isDead } from "./found_transcript.ts";

export interface Unreconciled {
  /** Known sessions that are dead or have moved on. */
  readonly known: readonly Found[];
  /** Transcripts without a state, that are not known to be strangers. */
  readonly unseen: readonly Found[];
  /** All of it has been dealt with: the next look begins after this one. */
  settle(): void;
}

export function findUnreconciled(
  store: Store,
  world: World,
  folder: string,
  except: string | undefined,
): Unreconciled {
  const mark = readReconciledMark(store, folder);
  const lookedAt = markNow();
  const all = findTranscripts(folder);
  const found = all.filter(({ sessionId }) => sessionId !== except);
  // One look for each transcript that Claude Code still has: of sessions there
  // are more every day.
  const hasState = ({ sessionId }: Found) =>
    statFile(store.layout.state(sessionId)) !== undefined;
  const known = new Set(found.filter(hasState));
  const isNew = (one: Found) => one.modifiedMs >= mark.beforeMs;
  const silent = findSilent(store, world, except);
  const moved = found.filter((one) =>
    known.has(one) && isNew(one) && hasMovedOn(store, one) &&
    !silent.some(({ sessionId }) => sessionId === one.sessionId)
  );
  const strangers = new Set(mark.strangers);
  const unseen = found.filter((one) =>
    !known.has(one) && (isNew(one) || !strangers.has(one.sessionId))
  );
  return {
    known: [...silent, ...moved],
    unseen,
    settle() {
      if (unseen.length === 0 && !found.some(isNew)) return;
      // The session at work may end before it is taken in up to here.
      const own = all.find(({ sessionId }) => sessionId === except);
      writeReconciledMark(store, {
        folder,
        beforeMs: Math.min(lookedAt, own?.modifiedMs ?? lookedAt),
        strangers: found.filter((one) => !known.has(one) && !hasState(one))
          .map(({ sessionId }) => sessionId),
      });
    },
  };
}

/**
 * Sessions that need attention as far as the index knows: they are dead, or
 * were killed between their end and what is kept of it.
 */
function findSilent(
  store: Store,
  world: World,
  except: string | undefined,
): Found[] {
  return readIndex(store.layout).pending.flatMap((sessionId) => {
    if (sessionId === except || !isSessionId(sessionId)) return [];
    const loaded = loadSessionState(store.layout, sessionId);
    if (loaded.state !== "ok") return [];
    const { transcript, ended, seenAt, deltas } = loaded.value;
    // One that is over is here because a delta of it waits, or because whoever
    // was about to take it off the list was killed.
    if (ended !== undefined && isAllCut(loaded.value) && deltas.length > 0) {
      return [];
    }
    const hasSpoken = ended !== undefined && (seenAt ?? "") > ended;
    const info = statTranscript(transcript) ?? { size: 0, modifiedMs: 0 };
    const one = { sessionId, transcript, ...info };
    const isOver = ended !== undefined && !hasSpoken;
    return isOver || isDead(store, world, one) ? [one] : [];
  });
}

/**
 * Written to after its state was: there is something to take in. The clock of
 * files ticks every few milliseconds, so the same time may be later.
 */
function hasMovedOn({ layout }: Store, one: Found): boolean {
  const state = statFile(layout.state(one.sessionId));
  return state !== undefined && one.modifiedMs >= (state.mtime?.getTime() ?? 0);
}
