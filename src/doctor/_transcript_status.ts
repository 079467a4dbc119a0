/** Claude Code's transcripts of this project: what it deletes soon, what we lack. */

import { MINUTE_MS } from "../base/durations.ts";
import { statFile } from "../store/read_file.ts";
import { readBacklogMark } from "../capture/backlog_mark.ts";
import type { Store } from "../store/store.ts";
import type { World } from "../base/world.ts";
import {
  type FoundTranscript,
  transcriptsFolder,
} from "../capture/found_transcript.ts";
import { hasSpoken } from "../session/mark_session.ts";
import {
  daysKept,
  isPurgedSoon,
  projectTranscripts,
} from "../capture/project_transcripts.ts";

/** Without any event: a long turn still has tool uses. */
const QUIET_MS = 10 * MINUTE_MS;
/** The first prompt of a session is already an event. */
const SLACK_MS = 60_000;

export interface TranscriptStatus {
  readonly count: number;
  /** How many of them are in the store. */
  readonly known: number;
  /** After how many days without a change Claude Code deletes one. */
  readonly daysKept: number;
  /** How many are deleted within a week, and how many of these we lack. */
  readonly purgedSoon: number;
  readonly purgedSoonUnseen: number;
  /** Sessions that no event and no import has ingested. */
  readonly unseen: number;
  readonly lastChange: string | null;
  /** Claude Code worked on here while no event reached us. */
  readonly isUnheard: boolean;
}

export function readTranscriptStatus(
  store: Store,
  world: World,
  lastEventMs: number,
): TranscriptStatus {
  const found = projectTranscripts(store, world);
  // Claude Code keeps a month of them; there are states of all sessions ever.
  const known = new Set(
    found.map(({ sessionId }) => sessionId).filter((id) =>
      statFile(store.layout.state(id)) !== undefined
    ),
  );
  const silentMs = world.now().getTime() -
    store.config.deadAfterMinutes * MINUTE_MS;
  const strangers = strangersIn(store, found);
  // A running session is not saved yet; that needs no attention.
  const isUnseen = ({ sessionId, modifiedMs }: FoundTranscript) =>
    !known.has(sessionId) && !strangers.has(sessionId) && modifiedMs < silentMs;
  const days = daysKept(store, world);
  const soon = found.filter((one) => isPurgedSoon(one, days, world.now()));
  const newestMs = found[0]?.modifiedMs ?? 0;
  return {
    count: found.length,
    known: found.filter(({ sessionId }) => known.has(sessionId)).length,
    daysKept: days,
    purgedSoon: soon.length,
    purgedSoonUnseen: soon.filter(isUnseen).length,
    unseen: found.filter(isUnseen).length,
    lastChange: newestMs === 0 ? null : new Date(newestMs).toISOString(),
    isUnheard: lastEventMs > 0 &&
      newestMs > lastEventMs + (isHeard(store, found[0]) ? QUIET_MS : SLACK_MS),
  };
}

function isHeard(store: Store, one: FoundTranscript | undefined): boolean {
  return one === undefined || hasSpoken(store, one.sessionId) ||
    statFile(store.layout.state(one.sessionId)) !== undefined;
}

/** Transcripts of other projects, or without a conversation. */
function strangersIn(
  store: Store,
  found: readonly FoundTranscript[],
): Set<string> {
  const folders = new Set(
    found.map(({ transcript }) => transcriptsFolder(transcript)),
  );
  return new Set(
    [...folders].flatMap((folder) => readBacklogMark(store, folder).strangers),
  );
}
