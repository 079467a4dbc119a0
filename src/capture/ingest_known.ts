/**
 * Bring every known session up to date, and make logs from the raw copies that
 * an earlier generation of this tool kept.
 */

import { isSessionId } from "../store/layout.ts";
import { listNames } from "../store/read_file.ts";
import { listSessionIds, loadSessionState } from "../session/session_state.ts";
import type { Store } from "../store/store.ts";
import { statTranscript } from "../store/growing_file.ts";
import { TranscriptReader } from "../store/line_reader.ts";
import { Deadline } from "../base/timeout.ts";
import { parseRawLine } from "./refine/raw_line.ts";
import type { World } from "../base/world.ts";
import { type FoundTranscript, isDead } from "./found_transcript.ts";
import { findLostStates } from "./lost_states.ts";
import { projectTranscripts } from "./project_transcripts.ts";
import { type Failure, tryIngest } from "./ingest_unseen.ts";
import { isOwnTranscript } from "./transcript_beginning.ts";

interface IngestedKnown {
  readonly sessions: number;
  readonly added: number;
  /** Sessions whose transcript is gone, or of another project. */
  readonly gone: number;
  readonly failed: readonly Failure[];
}

export async function ingestKnown(
  store: Store,
  world: World,
  progress: (done: number, total: number) => void,
): Promise<IngestedKnown> {
  const known = [
    ...knownTranscripts(store, world),
    ...findLostStates(store, world).found,
  ];
  const copies = rawCopies(store, new Set(known.map((one) => one.sessionId)));
  const present = known.filter(({ modifiedMs }) => modifiedMs > 0);
  const failed: Failure[] = [];
  const all = [...present, ...copies];
  let added = 0;
  for (const [i, one] of all.entries()) {
    const outcome = await tryIngest(store, world, {
      ...one,
      who: "refine-all",
      budget: new Deadline(Infinity),
      close: isDead(store, world, one),
    }, (one) => void failed.push(one));
    if (typeof outcome !== "string") added += outcome.added;
    progress(i + 1, all.length);
  }
  const gone = known.length - present.length;
  return { sessions: all.length, added, gone, failed };
}

function knownTranscripts(store: Store, world: World): FoundTranscript[] {
  const { layout } = store;
  return listSessionIds(layout).filter(isSessionId).flatMap((sessionId) => {
    const loaded = loadSessionState(layout, sessionId);
    if (loaded.state === "absent") return [];
    // A damaged state is rebuilt if its transcript is in the usual place.
    const transcript = loaded.state === "ok"
      ? loaded.value.transcript
      : projectTranscripts(store, world)
        .find((one) => one.sessionId === sessionId)?.transcript ?? "";
    const info = statTranscript(transcript);
    const isThere = info && isOwnTranscript(store, transcript);
    const found = isThere ? info : { size: 0, modifiedMs: 0 };
    return [{ sessionId, transcript, ...found }];
  });
}

/** `*.raw.jsonl` of sessions the store does not know otherwise. */
function rawCopies(
  { layout }: Store,
  known: ReadonlySet<string>,
): FoundTranscript[] {
  return [layout.dir, layout.sessions].flatMap((dir) =>
    listNames(dir).filter((name) => name.endsWith(".raw.jsonl"))
      .map((name) => `${dir}/${name}`)
  ).flatMap((path) => describeRawCopy(path) ?? [])
    .filter(({ sessionId }) => !known.has(sessionId));
}

/** Undefined if it names no session. */
export function describeRawCopy(
  transcript: string,
): FoundTranscript | undefined {
  const info = statTranscript(transcript);
  const sessionId = info && sessionIdIn(transcript);
  return sessionId && info ? { sessionId, transcript, ...info } : undefined;
}

/** The id that the entries of a transcript name. */
function sessionIdIn(transcript: string): string | undefined {
  let found: string | undefined;
  using reader = new TranscriptReader(transcript, 0, (line) => {
    if (found !== undefined) return;
    for (const { entry } of parseRawLine(line)) {
      if (isSessionId(entry["sessionId"])) found = entry["sessionId"];
    }
  });
  while (found === undefined && reader.readChunk());
  return found;
}
