/**
 * Ingest what no hook has reported: sessions that were interrupted, killed or
 * crashed, and sessions from before the plugin was installed. The transcripts
 * show what happened, whichever hooks fired.
 */

import type { Deadline } from "../base/timeout.ts";
import type { World } from "../base/world.ts";
import { isOver } from "../session/phase.ts";
import { isAllCut } from "../session/session_state.ts";
import { Snapshot } from "../session/snapshot.ts";
import { statTranscript } from "../store/growing_file.ts";
import { changedAt, statFile } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import {
  type BacklogMark,
  markNow,
  readBacklogMark,
  writeBacklogMark,
} from "./backlog_mark.ts";
import {
  type FoundTranscript,
  isDead,
  lookAtTranscript,
  sessionsIn,
} from "./found_transcript.ts";

interface BacklogRequest {
  /** The folder with this project's transcripts. */
  readonly transcripts: string;
  /** The current session, which its own hooks ingest. */
  readonly except?: string;
  readonly who: string;
  readonly budget: Deadline;
  /** What the event has read already; dropped when something changes. */
  readonly snapshot?: Snapshot;
}

interface IngestedBacklog {
  /** Known sessions that had moved on. */
  readonly caughtUp: number;
  /** Sessions that were new to the store. */
  readonly takenIn: number;
  /** Transcripts that could not be read; the next event tries again. */
  readonly failed: number;
}

export async function ingestBacklog(
  store: Store,
  world: World,
  request: BacklogRequest,
): Promise<IngestedBacklog> {
  const { budget, who, except, transcripts } = request;
  const { snapshot = new Snapshot(store) } = request;
  const found = findBacklog(store, world, transcripts, except, snapshot);
  const done = { caughtUp: 0, takenIn: 0, failed: 0 };
  if (found.known.length + found.unseen.length === 0) {
    found.settle();
    return done;
  }
  snapshot.doubt();
  // The heavy modules are loaded only when there is something to do.
  const { ingestRest, ingestUnseen } = await import("./_ingest_rest.ts");
  for (const one of found.known) {
    if (budget.passed) break;
    const outcome = await ingestRest(store, world, one, request);
    if (outcome === "failed") done.failed++;
    else if (outcome > 0) done.caughtUp++;
  }
  const { sessions, failed, complete } = await ingestUnseen(
    store,
    world,
    found.unseen,
    { who, budget },
  );
  done.takenIn = sessions;
  done.failed += failed;
  if (complete && done.failed === 0) found.settle();
  return done;
}

interface Backlog {
  /** Known sessions that are dead or have moved on. */
  readonly known: readonly FoundTranscript[];
  /** Transcripts without a state that are not known as other projects'. */
  readonly unseen: readonly FoundTranscript[];
  /** All of it is done: the next search begins after this one. */
  settle(): void;
}

function findBacklog(
  store: Store,
  world: World,
  folder: string,
  except: string | undefined,
  snapshot: Snapshot,
): Backlog {
  const mark = readBacklogMark(store, folder);
  const lookedAt = markNow();
  const folderMs = changedAt(statFile(folder));
  const checked = new Set([mark.known, mark.strangers].flatMap(chooseChecked));
  // Every transcript that came or went has changed the folder.
  const listed = folderMs === mark.folderMs ? undefined : sessionsIn(folder);
  const ids = listed ? withoutPassedOver(listed, mark, checked) : [...checked];
  const others = ids.filter((id) => id !== except);
  const found = others.flatMap((id) => lookAtTranscript(folder, id) ?? []);
  const hasState = ({ sessionId }: FoundTranscript) =>
    statFile(store.layout.state(sessionId)) !== undefined;
  const known = new Set(found.filter(hasState));
  const isNew = (one: FoundTranscript) => one.modifiedMs >= mark.beforeMs;
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
      // The current session may end before it is ingested up to here.
      const own = except === undefined
        ? undefined
        : lookAtTranscript(folder, except);
      // One that came this moment may be missing in the list, and an empty one
      // will be written without a change of the folder.
      const isListWhole = folderMs <= lookedAt &&
        found.length === others.length &&
        (own !== undefined || others.length === ids.length);
      const isMarked = folderMs === mark.folderMs || !isListWhole;
      if (unseen.length === 0 && !found.some(isNew) && isMarked) return;
      const latest = found.toSorted((a, b) => b.modifiedMs - a.modifiedMs);
      const isNowKnown = (one: FoundTranscript) =>
        known.has(one) || hasState(one);
      // What was skipped is older than nearly everything that was checked.
      const there = listed && new Set(listed);
      const still = (list: readonly string[]) =>
        list.filter((id) =>
          !checked.has(id) && id !== except && (there?.has(id) ?? true)
        );
      const idsOf = (list: readonly FoundTranscript[]) =>
        list.map(({ sessionId }) => sessionId);
      writeBacklogMark(store, {
        folder,
        folderMs: isListWhole ? folderMs : 0,
        beforeMs: Math.min(lookedAt, own?.modifiedMs ?? lookedAt),
        known: [
          ...idsOf(own ? [own] : []),
          ...idsOf(latest.filter(isNowKnown)),
          ...still(mark.known),
        ],
        strangers: [
          ...idsOf(latest.filter((one) => !isNowKnown(one))),
          ...still(mark.strangers),
        ],
      });
    },
  };
}

const LATEST_LOOKED_AT = 24;
const OTHERS_LOOKED_AT = 16;

/**
 * The cost of a start must not grow with the number of sessions. Of those that
 * are done, the latest are checked, and some others at random: one that went on
 * without us, or lost its state, is noticed a few starts later.
 */
function chooseChecked(list: readonly string[]): readonly string[] {
  const others = list.slice(LATEST_LOOKED_AT);
  if (others.length <= OTHERS_LOOKED_AT) return list;
  const random = Array.from(
    { length: OTHERS_LOOKED_AT },
    () => others[Math.floor(Math.random() * others.length)] ?? "",
  );
  return [...list.slice(0, LATEST_LOOKED_AT), ...random];
}

function withoutPassedOver(
  listed: readonly string[],
  { known, strangers }: BacklogMark,
  checked: ReadonlySet<string>,
): string[] {
  const marked = new Set([...known, ...strangers]);
  return listed.filter((id) => checked.has(id) || !marked.has(id));
}

/**
 * Sessions the index lists as open that are dead, or were killed between their
 * end and their digest.
 */
function findSilent(
  snapshot: Snapshot,
  world: World,
  except: string | undefined,
): FoundTranscript[] {
  return snapshot.open(except).flatMap(({ sessionId, state }) => {
    const { transcript, deltas } = state;
    const isDone = isOver(state);
    // An ended session is listed because a delta of it waits, or because the
    // process that should have removed it from the list was killed.
    if (isDone && isAllCut(state) && deltas.length > 0) return [];
    const info = statTranscript(transcript) ?? { size: 0, modifiedMs: 0 };
    const one = { sessionId, transcript, ...info };
    return isDone || isDead(snapshot.store, world, one, snapshot) ? [one] : [];
  });
}

/**
 * Written to after its state was: there is something to ingest. File times have
 * a resolution of a few milliseconds, so an equal time may be later.
 */
function hasMovedOn({ layout }: Store, one: FoundTranscript): boolean {
  const state = statFile(layout.state(one.sessionId));
  return state !== undefined && one.modifiedMs >= changedAt(state);
}
