/** What the first lines of a transcript tell: whose session it is, and since when. */

import { statTranscript, TranscriptReader } from "../store/transcript_file.ts";
import { parseLine } from "../transcript/raw_line.ts";

export interface Beginning {
  /** The first entry's id; forks share it with their parent. */
  readonly firstUuid: string | null;
  readonly startedAt: Date;
  /** The folder the session was started in. */
  readonly cwd: string | undefined;
  /** The git branch it was started on. */
  readonly branch: string | undefined;
}

/** Times become names, and a name has room for four digits of a year. */
function isOfThisEra(time: Date): boolean {
  const year = time.getUTCFullYear();
  return year >= 1970 && year <= 9999;
}

/** Undefined while there is no conversation in the file. */
export function readBeginning(transcript: string): Beginning | undefined {
  const info = statTranscript(transcript);
  if (info === undefined) return undefined;
  let firstUuid: string | null = null;
  let startedAt: Date | undefined;
  let queuedAt: Date | undefined;
  let cwd: string | undefined;
  let branch: string | undefined;
  let talks = false;
  const done = () => talks && startedAt !== undefined && cwd !== undefined;
  using reader = new TranscriptReader(transcript, 0, (line) => {
    if (done() || line.length === 0) return;
    for (const { entry } of parseLine(line)) {
      const { type, uuid, timestamp, cwd: folder, gitBranch } = entry;
      talks ||= type === "user" || type === "assistant";
      if (typeof uuid === "string") firstUuid ??= uuid;
      if (typeof folder === "string") cwd ??= folder;
      if (typeof gitBranch === "string" && gitBranch !== "") {
        branch ??= gitBranch;
      }
      const time = new Date(typeof timestamp === "string" ? timestamp : NaN);
      if (!isOfThisEra(time)) continue;
      // What waits in a fork's queue stands before all it repeats.
      if (typeof uuid === "string") startedAt ??= time;
      else queuedAt ??= time;
    }
  });
  while (!done() && reader.readChunk());
  if (!talks) return undefined;
  return {
    firstUuid,
    startedAt: startedAt ?? queuedAt ?? new Date(info.modifiedMs),
    cwd,
    branch,
  };
}
