/**
 * A fork repeats every entry of its parent and goes on from there. Its session
 * log holds only what comes after, so that nothing is in memory twice.
 */

import type { SessionNames } from "../session/session_names.ts";
import {
  loadSessionState,
  type SessionState,
} from "../session/session_state.ts";
import type { Store } from "../store/store.ts";
import { statTranscript } from "../store/growing_file.ts";
import { TranscriptReader } from "../store/line_reader.ts";
import { textDigest } from "../base/text_digest.ts";
import { idsOf } from "./refine/recent_entries.ts";
import type { Beginning } from "./transcript_beginning.ts";

export interface Fork {
  readonly forkOf: string;
  /** Where the fork's own part begins. */
  readonly offset: number;
  /** What was hidden of the parent. */
  readonly hidden: SessionState["hidden"];
}

/**
 * The known session that this transcript continues, if there is one. A fork has
 * its parent's first entry, and so the same minute in its name. A parent whose
 * ingest was killed at its very beginning has no log yet.
 */
export function findFork(
  store: Store,
  names: SessionNames,
  sessionId: string,
  transcript: string,
  { firstUuid, startedAt }: Beginning,
): Fork | undefined {
  if (firstUuid === null) return undefined;
  let best: Fork | undefined;
  for (const id of names.startedAt(startedAt, sessionId)) {
    const loaded = loadSessionState(store.layout, id);
    if (loaded.state !== "ok" || loaded.value.firstUuid !== firstUuid) continue;
    const { transcript: parent, recent, hidden } = loaded.value;
    const offset = statTranscript(parent)
      ? commonBeginning(parent, transcript)
      : endOfKnown(transcript, idsOf(recent));
    if (offset > (best?.offset ?? 0)) best = { forkOf: id, offset, hidden };
  }
  return best;
}

/** The end of the last line of `fork` up to which all entries are the parent's. */
function commonBeginning(parent: string, fork: string): number {
  const known = new Set<number>();
  forEachIdentity(parent, (identity) => {
    known.add(identity);
    return true;
  });
  let common = 0;
  let hasBegun = false;
  forEachIdentity(fork, (identity, end, isQueued) => {
    // `claude -p --fork-session` queues its prompt before it repeats anything;
    // the prompt itself follows after the repeated part.
    hasBegun ||= !isQueued;
    if (!hasBegun) return true;
    if (!known.has(identity)) return false;
    common = end;
    return true;
  });
  return common;
}

/**
 * Where the last of these entries ends. Claude Code deletes old transcripts,
 * but a state still knows the last entries of its transcript.
 */
function endOfKnown(fork: string, known: ReadonlySet<string>): number {
  const decoder = new TextDecoder();
  let last = 0;
  using reader = new TranscriptReader(fork, 0, (line, _from, end) => {
    const ids = decoder.decode(line).matchAll(UUID);
    if (ids.some(([, id]) => known.has(id ?? ""))) last = end;
  });
  while (reader.readChunk());
  return last;
}

const UUID = /"uuid":\s*"([\w-]+)"/g;
const QUEUE_OPERATION = '{"type":"queue-operation",';

/**
 * Visits the identity of each entry until told to stop: its ids, or the whole
 * of a queue operation, which has no id but may hold words. As a number: a
 * substring would keep its whole text in memory, and a parent may be a gigabyte.
 */
function forEachIdentity(
  path: string,
  visit: (identity: number, end: number, isQueued: boolean) => boolean,
): void {
  const decoder = new TextDecoder();
  let going = true;
  using reader = new TranscriptReader(path, 0, (line, _from, end) => {
    if (!going) return;
    const text = decoder.decode(line);
    const isQueued = text.startsWith(QUEUE_OPERATION);
    const identity = isQueued
      ? text.replace(/"sessionId":"[^"]*"/, "")
      : Array.from(text.matchAll(UUID), ([, uuid]) => uuid).join(" ");
    if (identity !== "") going = visit(numberOf(identity), end, isQueued);
  });
  while (going && reader.readChunk());
}

/** As many bits as a number holds exactly. */
const numberOf = (identity: string) =>
  textDigest(identity) * 2 ** 21 + textDigest(`fork ${identity}`) % 2 ** 21;
