/**
 * Which sessions need something: those that died, those that moved on, those
 * never seen. It looks, but loads nothing of what would be done about them: at
 * nearly every event there is nothing.
 */

import type { Snapshot } from "../session/snapshot.ts";
import { statFile } from "../store/read_file.ts";
import {
  type BacklogMark,
  markNow,
  readBacklogMark,
  writeBacklogMark,
} from "./backlog_mark.ts";
import { isAllCut } from "../session/session_state.ts";
import { isOver } from "../session/phase.ts";
import type { Store } from "../store/store.ts";
import { statTranscript } from "../store/growing_file.ts";
import type { World } from "../base/world.ts";
import {
  type Found,
  isDead,
  lookAtTranscript,
  sessionsIn,
} from "./found_transcript.ts";

export interface Backlog {
  /** Known sessions that are dead or have moved on. */
  readonly known: readonly Found[];
  /** Transcripts without a state, that are not known to be strangers. */
  readonly unseen: readonly Found[];
  /** All of it has been dealt with: the next look begins after this one. */
  settle(): void;
}

export function findBacklog(
  store: Store,
  world: World,
  folder: string,
  except: string | undefined,
  snapshot: Snapshot,
): Backlog {
  const mark = readBacklogMark(store, folder);
  const lookedAt = markNow();
  const ids = sessionsIn(folder);
  const passedOver = choosePassedOver(mark);
  const found = ids.flatMap((id) =>
    id === except || passedOver.has(id)
      ? []
      : lookAtTranscript(folder, id) ?? []
  );
  const hasState = ({ sessionId }: Found) =>
    statFile(store.layout.state(sessionId)) !== undefined;
  const known = new Set(found.filter(hasState));
  const isNew = (one: Found) => one.modifiedMs >= mark.beforeMs;
  const silent = findSilent(snapshot, world, except);
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
      const latest = found.toSorted((a, b) => b.modifiedMs - a.modifiedMs);
      const isNowKnown = (one: Found) => known.has(one) || hasState(one);
      // What was passed over is older than nearly all that was looked at.
      const there = new Set(ids);
      const still = (list: readonly string[]) =>
        list.filter((id) => passedOver.has(id) && there.has(id));
      const idsOf = (list: readonly Found[]) =>
        list.map(({ sessionId }) => sessionId);
      // The session at work may end before it is taken in up to here.
      const own = except === undefined
        ? undefined
        : lookAtTranscript(folder, except);
      writeBacklogMark(store, {
        folder,
        beforeMs: Math.min(lookedAt, own?.modifiedMs ?? lookedAt),
        known: [...idsOf(latest.filter(isNowKnown)), ...still(mark.known)],
        strangers: [
          ...idsOf(latest.filter((one) => !isNowKnown(one))),
          ...still(mark.strangers),
        ],
      });
    },
  };
}

const LATEST_LOOKED_AT = 48;
const OTHERS_LOOKED_AT = 16;

/**
 * A start must not cost more with every session that ever was. Of those that
 * were dealt with, the latest are looked at, and some others by chance: one
 * that went on without us, or lost its state, is noticed some starts later.
 */
function choosePassedOver({ known, strangers }: BacklogMark): Set<string> {
  const chosen = new Set<string>();
  for (const list of [known, strangers]) {
    const others = list.length - LATEST_LOOKED_AT;
    for (const id of list.slice(LATEST_LOOKED_AT)) {
      if (Math.random() * others >= OTHERS_LOOKED_AT) chosen.add(id);
    }
  }
  return chosen;
}

/**
 * Sessions that need attention as far as the index knows: they are dead, or
 * were killed between their end and what is kept of it.
 */
function findSilent(
  snapshot: Snapshot,
  world: World,
  except: string | undefined,
): Found[] {
  return snapshot.open(except).flatMap(({ sessionId, state }) => {
    const { transcript, deltas } = state;
    const isDone = isOver(state);
    // One that is over is here because a delta of it waits, or because what was
    // about to take it off the list was killed.
    if (isDone && isAllCut(state) && deltas.length > 0) return [];
    const info = statTranscript(transcript) ?? { size: 0, modifiedMs: 0 };
    const one = { sessionId, transcript, ...info };
    return isDone || isDead(snapshot.store, world, one, snapshot) ? [one] : [];
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
