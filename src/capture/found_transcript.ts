/** Transcripts on disk, and whether their sessions are dead. */

import { MINUTE_MS } from "../base/durations.ts";
import { isSessionId } from "../store/layout.ts";
import { parentOf } from "../base/path_text.ts";
import { namesIn } from "../store/read_file.ts";
import { Snapshot } from "../session/snapshot.ts";
import type { Store } from "../store/store.ts";
import { statTranscript } from "../store/growing_file.ts";
import type { World } from "../base/world.ts";

/** A transcript on disk and whose it is. */
export interface FoundTranscript {
  readonly sessionId: string;
  readonly transcript: string;
  readonly modifiedMs: number;
  readonly size: number;
}

/** The folder of a transcript. */
export function transcriptsFolder(transcript: string): string {
  return parentOf(transcript) ?? transcript;
}

/** The transcripts in a folder, sorted by name. */
export function findTranscripts(folder: string): FoundTranscript[] {
  return sessionsIn(folder).sort().flatMap((id) =>
    lookAtTranscript(folder, id) ?? []
  );
}

/** Sessions, not the files in which older versions kept subagents' work. */
export function sessionsIn(folder: string): string[] {
  const ids: string[] = [];
  for (const name of namesIn(folder)) {
    if (!name.endsWith(".jsonl") || name.startsWith("agent-")) continue;
    const id = name.slice(0, -".jsonl".length);
    if (isSessionId(id)) ids.push(id);
  }
  return ids;
}

/** Undefined if it is empty, missing or not a file. */
export function lookAtTranscript(
  folder: string,
  sessionId: string,
): FoundTranscript | undefined {
  const transcript = `${folder}/${sessionId}.jsonl`;
  const info = statTranscript(transcript);
  return info && info.size > 0 ? { sessionId, transcript, ...info } : undefined;
}

/** Silent for so long that what is open will not be answered. */
export function isDead(
  store: Store,
  world: World,
  { sessionId, modifiedMs }: FoundTranscript,
  snapshot = new Snapshot(store),
): boolean {
  const { config } = store;
  const seenAt = snapshot.state(sessionId)?.seenAt ?? null;
  const limitMs = config.deadAfterMinutes * MINUTE_MS;
  const now = world.now().getTime();
  // After the clock was set back, a time in the future must not keep it alive.
  const latest = Math.max(now, Date.now()) + limitMs;
  const times = [modifiedMs, Date.parse(seenAt ?? "")]
    .filter((time) => time <= latest);
  return now - Math.max(0, ...times) > limitMs;
}
