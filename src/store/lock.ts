/**
 * The store's OS file locks. The system frees a lock when its holder dies; a
 * waiting process gives up at its deadline and says who holds it. Who holds a
 * lock stands in a file beside it, because a locked file cannot be read on
 * every system.
 */

import { isSystemError, LockTimeoutError, UserError } from "../base/errors.ts";
import { Deadline, TIMED_OUT, within } from "../base/timeout.ts";
import { faultPoint } from "./fault_point.ts";
import { readText, statFile } from "./read_file.ts";
import type { StoreFiles } from "./store_files.ts";

/** A lock that is free is ours even if there is no time left to wait. */
const LEAST_WAIT_MS = 50;
/** No store is moved more often than this while somebody waits. */
const MOST_MOVES = 8;

export interface LockRequest {
  readonly path: string;
  /** The command or event that asks, for whoever has to wait. */
  readonly who: string;
  readonly waitMs: number;
}

/** Run `body` while holding the lock. */
export async function withLock<T>(
  files: StoreFiles,
  request: LockRequest,
  body: () => T | Promise<T>,
): Promise<T> {
  const file = await take(files, request);
  try {
    faultPoint("lock", request.path);
    noteHolder(files, request);
    return await body();
  } finally {
    faultPoint("unlock", request.path);
    file.close();
  }
}

/**
 * The lock's file, locked. A store that is cleared is moved away with its
 * locks: who waited for one of them then needs that of the store which stands
 * there now.
 */
async function take(
  files: StoreFiles,
  request: LockRequest,
): Promise<Deno.FsFile> {
  const limit = new Deadline(request.waitMs);
  let { waitMs } = request;
  for (let moves = 0;; moves++) {
    const file = openLock(files, request.path);
    await acquire(file, { ...request, waitMs });
    if (moves === MOST_MOVES || isAt(file, request.path)) return file;
    file.close();
    waitMs = Math.ceil(limit.remainingMs());
  }
}

function openLock(files: StoreFiles, path: string): Deno.FsFile {
  try {
    return files.openLock(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    // Its folder was there a moment ago; by now it can be made.
    return files.openLock(path);
  }
}

/** Where files have no numbers, folders with open files are not moved. */
function isAt(file: Deno.FsFile, path: string): boolean {
  const own = file.statSync();
  if (own.ino === null) return true;
  const there = statFile(path);
  return there?.ino === own.ino && there.dev === own.dev;
}

/** For people only: on a full disk the work itself may still be possible. */
function noteHolder(files: StoreFiles, { path, who }: LockRequest): void {
  const since = new Date().toISOString();
  const note = JSON.stringify({ pid: Deno.pid, what: who, since });
  try {
    files.writeUnsynced(holderBeside(path), note);
  } catch (error) {
    if (!isSystemError(error) && !(error instanceof UserError)) throw error;
  }
}

/** Who holds, or last held, this lock. */
export function readHolder(path: string): string | undefined {
  try {
    const { pid, what, since } = JSON.parse(
      readText(holderBeside(path), 4096) ?? "",
    );
    return `process ${Number(pid)} (${String(what)}, since ${String(since)})`;
  } catch {
    return undefined; // just being written, or never held
  }
}

export const holderBeside = (path: string) =>
  path.replace(/\.lock$/, ".holder");

async function acquire(
  file: Deno.FsFile,
  { path, waitMs }: LockRequest,
): Promise<void> {
  const locked = file.lock(true);
  const wait = Math.max(waitMs, LEAST_WAIT_MS);
  if (await within(wait, locked) !== TIMED_OUT) return;
  // The request cannot be withdrawn: should it succeed before this process
  // ends, closing the file gives the lock back at once.
  locked.then(() => file.close(), () => file.close());
  throw new LockTimeoutError(
    "store",
    `Cannot lock "${path}" within ${wait} ms: held by ${
      readHolder(path) ?? "another process"
    }`,
    ["Try again; if that process is stuck, end it and the lock is free"],
  );
}

/** Asking for a lock only to know whether somebody holds it. */
const PROBE_MS = 50;

/** Whether it could be had just now; it is given back at once. */
export async function tryLock(path: string): Promise<boolean> {
  const file = Deno.openSync(path, { read: true, write: true });
  const locked = file.lock(true);
  const isFree = await within(PROBE_MS, locked) !== TIMED_OUT;
  // A request cannot be withdrawn; see lock.ts.
  if (isFree) file.close();
  else locked.then(() => file.close(), () => file.close());
  return isFree;
}
