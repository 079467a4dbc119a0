/** What the first lines of a transcript say: whose session it is, and since when. */

import { statTranscript } from "../store/growing_file.ts";
import { TranscriptReader } from "../store/line_reader.ts";
import { parseRawLine, viewLine } from "./refine/raw_line.ts";
import { isHeadlessEntrypoint } from "../claude/headless.ts";
import { isInside } from "../base/path_text.ts";
import { resolveExisting } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";

/** Enough of a long line to see its kind and folder. */
const HEAD_BYTES = 4096;
/** Mostly the first two lines say it all. */
const CHUNK_BYTES = 16 * 1024;

export interface Beginning {
  /** The first entry's id; forks share it with their parent. */
  readonly firstUuid: string | null;
  readonly startedAt: Date;
  /** The folder the session was started in. */
  readonly cwd: string | undefined;
  /** The git branch it was started on. */
  readonly branch: string | undefined;
  /** How the client was started: `cli`, `sdk-cli`, … */
  readonly entrypoint: string | undefined;
}

/** Times become file names, which have room for a four-digit year. */
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
  let startedBy: string | undefined;
  let talks = false;
  const done = () => talks && startedAt !== undefined && cwd !== undefined;
  using reader = new TranscriptReader(
    transcript,
    0,
    (line) => {
      if (done() || line.length === 0) return;
      for (const { entry } of parseRawLine(line)) {
        const { type, uuid, timestamp, cwd: folder, gitBranch, entrypoint } =
          entry;
        talks ||= type === "user" || type === "assistant";
        if (typeof uuid === "string") firstUuid ??= uuid;
        if (typeof folder === "string") cwd ??= folder;
        if (typeof entrypoint === "string") startedBy ??= entrypoint;
        if (typeof gitBranch === "string" && gitBranch !== "") {
          branch ??= gitBranch;
        }
        const time = new Date(typeof timestamp === "string" ? timestamp : NaN);
        if (!isOfThisEra(time)) continue;
        // A fork's queued prompt comes before everything it repeats.
        if (typeof uuid === "string") startedAt ??= time;
        else queuedAt ??= time;
      }
    },
    [],
    CHUNK_BYTES,
  );
  // The first message may be a gigabyte with its time after it: then the
  // fields before it must do.
  let long: LongWords | undefined;
  while (!done() && !long && reader.readChunk()) {
    const line = reader.isInLongLine ? reader.unfinished : undefined;
    if (line) long = readLongWords(line.bytes);
  }
  talks ||= long !== undefined;
  cwd ??= long?.cwd;
  branch ??= long?.branch;
  if (!talks) return undefined;
  return {
    firstUuid,
    startedAt: startedAt ?? queuedAt ?? new Date(info.modifiedMs),
    cwd,
    branch,
    entrypoint: startedBy,
  };
}

type LongWords = Pick<Beginning, "cwd" | "branch">;

/** What the head of an entry shows; undefined if it is not a message. */
function readLongWords(bytes: Uint8Array): LongWords | undefined {
  const { type, head } = viewLine(bytes.subarray(0, HEAD_BYTES));
  if (type !== "user" && type !== "assistant") return undefined;
  const text = (pattern: RegExp): string | undefined => {
    const [, quoted] = pattern.exec(head) ?? [];
    return quoted === undefined ? undefined : JSON.parse(quoted);
  };
  return {
    cwd: text(/"cwd":("(?:[^"\\]|\\["\\/])*")/),
    branch: text(/"gitBranch":("[^"\\]+")/),
  };
}

/** Claude Code's folder names can collide; the recorded folder decides. */
function isOfProject(
  { project }: Store,
  beginning: Beginning | undefined,
): boolean {
  if (beginning?.cwd === undefined) return false;
  const cwd = resolveExisting(beginning.cwd);
  return [project.root, project.home].some((root) =>
    isInside(cwd, resolveExisting(root))
  );
}

/**
 * Whether a transcript that a state names may be read: a state can be forged,
 * or copied with its project while the session goes on in the other folder.
 */
export function isOwnTranscript(store: Store, transcript: string): boolean {
  // Copies that an earlier tool kept in the store itself.
  if (isInside(resolveExisting(transcript), store.layout.dir)) return true;
  return isOfProject(store, readBeginning(transcript));
}

/** The same, and the user wants sessions of its kind to be kept. */
export function isKeptInProject(
  store: Store,
  beginning: Beginning | undefined,
  anyCwd = false,
): boolean {
  const isUnwanted = store.config.headless === "off" &&
    isHeadlessEntrypoint(beginning?.entrypoint);
  if (isUnwanted) return false;
  return anyCwd ? beginning !== undefined : isOfProject(store, beginning);
}
