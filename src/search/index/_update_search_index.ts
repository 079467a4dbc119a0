/**
 * Bring the search index up to date with the files: what grew is read from
 * where it was left, what changed is read again, what is gone is forgotten.
 * Any number of processes may do this at once: each looks again at what is
 * known once it may write.
 */

import type { Layout } from "../../store/layout.ts";
import { unpackLog } from "../../session/read_entries.ts";
import type { IndexedSource, IndexWriter } from "./search_index.ts";
import {
  listSources,
  listSourcesOf,
  lookAgain,
  type SourceFile,
} from "./search_sources.ts";
import { stampOfSources } from "./_source_stamp.ts";
import type { Deadline } from "../../base/timeout.ts";
import type { LogEnd } from "../../session/log_writer.ts";
import { indexFile, indexLog, type LogRequest } from "./_index_source.ts";

/** Another process may want to write as well. */
const BATCH_MS = 200;

const TICK_MS = 50;

export interface IndexUpdate {
  /** Files read, wholly or from where they were left. */
  readonly read: number;
  readonly removed: number;
  /** Files that could not be read. */
  readonly failed: readonly string[];
  /** Whether the time was enough. */
  readonly complete: boolean;
  /** Files that have not been read for want of time. */
  readonly unread: number;
}

const NOTHING_NEW: IndexUpdate = {
  read: 0,
  removed: 0,
  failed: [],
  complete: true,
  unread: 0,
};

export interface UpdateRequest {
  readonly budget: Deadline;
  readonly progress?: (done: number, total: number) => void;
}

/** A session whose turn is over, and the end of its log where it is known. */
export interface ChangedSession {
  readonly sessionId: string;
  readonly stem: string;
  readonly end?: LogEnd | undefined;
}

/**
 * What one session's turn has changed, and no look at the others: there are
 * thousands of them after some years, and a turn ends every minute.
 */
export async function updateSessionIndex(
  index: IndexWriter,
  layout: Layout,
  { sessionId, stem, end }: ChangedSession,
  { budget }: UpdateRequest,
): Promise<void> {
  const log = layout.l1(stem);
  const changed = listSourcesOf(layout, sessionId, stem)
    .filter((file) => hasChanged(file, index.find(file.path)));
  await takeFiles(index, changed, {
    budget,
    endOf: ({ file }) => file === log ? end : undefined,
  });
  index.count();
}

export async function updateSearchIndex(
  index: IndexWriter,
  layout: Layout,
  { budget, progress }: UpdateRequest,
): Promise<IndexUpdate> {
  const paths = index.topPaths();
  const { stamp, newestMs } = stampOfSources(layout, paths);
  if (index.readStamp() === stamp) return NOTHING_NEW;
  // A clock that ticks slowly could hide a change right after this one.
  const isSettled = newestMs < Date.now() - TICK_MS;
  const known = new Map(index.sources().map((one) => [one.path, one]));
  const files = listSources(layout)
    .map((file) => lookAgain(file, known.get(file.path)));
  const waiting = files.filter((file) => hasChanged(file, known.get(file.path)))
    .toSorted((a, b) => b.mtimeMs - a.mtimeMs);
  const present = new Set(files.map(({ path }) => path));
  const gone = [...known.keys()].filter((path) => !present.has(path));
  if (gone.length > 0) {
    index.transaction(() => gone.forEach((path) => index.remove(path)));
  }
  const total = waiting.length;
  const { failed, complete } = await takeFiles(index, waiting, {
    budget,
    ...(progress ? { progress } : {}),
  });
  index.count();
  if (complete && !index.isWhole()) index.markWhole();
  if (complete && isSettled && failed.length === 0) {
    // With other files there it would be another stamp.
    if (index.topPaths().join() === paths.join()) index.writeStamp(stamp);
  }
  return {
    read: total - waiting.length - failed.length,
    removed: gone.length,
    failed,
    complete,
    unread: waiting.length,
  };
}

/** Read files as far as the time goes; what is read is taken off the list. */
async function takeFiles(
  index: IndexWriter,
  waiting: SourceFile[],
  { budget, progress, endOf = () => undefined }: UpdateRequest & {
    readonly endOf?: (file: SourceFile) => LogEnd | undefined;
  },
): Promise<{ failed: readonly string[]; complete: boolean }> {
  const total = waiting.length;
  const failed: string[] = [];
  let complete = true;
  while (waiting.length > 0 && !budget.passed) {
    // Unpacking cannot be done within a transaction, which must not wait.
    const unpacked = waiting[0]?.packed
      ? await unpackLog(waiting[0].file).catch(() => undefined)
      : undefined;
    index.transaction(() => {
      const end = performance.now() + Math.min(BATCH_MS, budget.remainingMs());
      do {
        const file = waiting.shift();
        if (file === undefined) break;
        const known = { unpacked, end: endOf(file) };
        if (!takeFile(index, file, known, budget, failed)) complete = false;
      } while (performance.now() < end && !waiting[0]?.packed);
    });
    progress?.(total - waiting.length, total);
  }
  return { failed, complete: complete && waiting.length === 0 };
}

/** False if the time was not enough for all of it. */
function takeFile(
  index: IndexWriter,
  file: SourceFile,
  { unpacked, end }: Pick<LogRequest, "unpacked" | "end">,
  budget: Deadline,
  failed: string[],
): boolean {
  const known = index.find(file.path);
  if (!hasChanged(file, known)) return true;
  try {
    if (file.layer === "l1") {
      const content = file.packed ? unpacked : undefined;
      return indexLog(index, file, { known, unpacked: content, end, budget });
    }
    indexFile(index, file, file.layer);
  } catch (error) {
    if (!isFileProblem(error)) throw error;
    failed.push(file.path);
  }
  return true;
}

/** The file's own fault, not the index's: the others can still be read. */
function isFileProblem(error: unknown): boolean {
  return error instanceof Error &&
    (error.name === "UserError" || /\(os error \d+\)/.test(error.message));
}

function hasChanged(
  file: SourceFile,
  known: IndexedSource | undefined,
): boolean {
  if (known?.mtimeMs !== file.mtimeMs) return true;
  if (known.session !== file.session) return true;
  // One that was packed since has the time it had, and the same words.
  const isPackedSince = file.packed && known.offset === known.size;
  return known.size !== file.size && !isPackedSince;
}
