/**
 * The store's OS file locks. The system frees a lock when its holder dies; a
 * waiting process gives up at its deadline and names the holder. The holder is
 * noted in a second file, because some systems cannot read a locked file. A
 * folder that refuses locks gets lock files instead; where it refused one once,
 * perhaps to another machine, those who get locks take lock files as well.
 */

import {
  isFileProblem,
  isSystemError,
  LockTimeoutError,
} from "../base/errors.ts";
import { Deadline, TIMED_OUT, within } from "../base/timeout.ts";
import type { HeldLock } from "./_lock_file.ts";
import { faultPoint } from "./fault_point.ts";
import { parentOf } from "../base/path_text.ts";
import { readText, statFile } from "./read_file.ts";
import type { StoreFiles } from "./store_files.ts";

/** A free lock is taken even if there is no time left to wait. */
const LEAST_WAIT_MS = 50;
/** How often a store may be moved during one wait. */
const MOST_MOVES = 8;

interface LockRequest {
  readonly path: string;
  /** The command or event that asks, shown to those who wait. */
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
 * The lock's file, locked. Clearing a store moves it away with its locks: a
 * process that waited for one of them then needs the lock of the new store.
 */
async function take(
  files: StoreFiles,
  request: LockRequest,
): Promise<HeldLock> {
  const limit = new Deadline(request.waitMs);
  let { waitMs } = request;
  for (let moves = 0;; moves++) {
    const file = openLock(files, request.path);
    if (!await acquire(file, { ...request, waitMs })) {
      const refused = refusalPath(request.path);
      if (!statFile(refused)) files.writeUnsynced(refused, "");
      return await takeFile(files, { ...request, waitMs });
    }
    waitMs = Math.ceil(limit.remainingMs());
    if (moves === MOST_MOVES || isAt(file, request.path)) {
      return statFile(refusalPath(request.path)) === undefined
        ? file
        : await takeBoth(files, { ...request, waitMs }, file);
    }
    file.close();
  }
}

/** Another machine may have no locks here, and only sees the lock file. */
async function takeBoth(
  files: StoreFiles,
  request: LockRequest,
  file: Deno.FsFile,
): Promise<HeldLock> {
  try {
    const held = await takeFile(files, request);
    return {
      close() {
        held.close();
        file.close();
      },
    };
  } catch (error) {
    file.close();
    throw error;
  }
}

/** Says that a lock was refused in this folder. */
const refusalPath = (path: string) => `${parentOf(path) ?? path}/locks-refused`;

function openLock(files: StoreFiles, path: string): Deno.FsFile {
  try {
    return files.openLock(path);
  } catch (error) {
    // A FIFO or a folder in its place may not cost what would be kept.
    if (files.isUnwritable(path)) files.moveAside(path);
    else if (!(error instanceof Deno.errors.NotFound)) throw error;
    // The folder was removed a moment ago; by now it can be created.
    return files.openLock(path);
  }
}

/** Where files have no inode numbers, folders with open files cannot be moved. */
function isAt(file: Deno.FsFile, path: string): boolean {
  const own = file.statSync();
  if (own.ino === null) return true;
  const there = statFile(path);
  return there?.ino === own.ino && there.dev === own.dev;
}

/** For messages only: on a full disk the work itself may still succeed. */
function noteHolder(files: StoreFiles, { path, who }: LockRequest): void {
  const since = new Date().toISOString();
  const note = JSON.stringify({ pid: Deno.pid, what: who, since });
  try {
    files.writeUnsynced(holderPath(path), note);
  } catch (error) {
    if (!isFileProblem(error)) throw error;
  }
}

/** Who holds, or last held, this lock. */
export function readHolder(path: string): string | undefined {
  try {
    const { pid, what, since } = JSON.parse(
      readText(holderPath(path), 4096) ?? "",
    );
    return `process ${Number(pid)} (${String(what)}, since ${String(since)})`;
  } catch {
    return undefined; // just being written, or never held
  }
}

export const holderPath = (path: string) => path.replace(/\.lock$/, ".holder");

/** False if the system gives no locks here; then the file is closed. */
async function acquire(
  file: Deno.FsFile,
  request: LockRequest,
): Promise<boolean> {
  const wait = Math.max(request.waitMs, LEAST_WAIT_MS);
  try {
    if (await isGranted(file, request.path, wait)) return true;
  } catch (error) {
    file.close();
    if (!isSystemError(error)) throw error;
    return false;
  }
  throw timeout(request.path, wait);
}

async function takeFile(
  files: StoreFiles,
  { path, waitMs }: LockRequest,
): Promise<HeldLock> {
  const { takeLockFile } = await import("./_lock_file.ts");
  const wait = Math.max(waitMs, LEAST_WAIT_MS);
  const held = await takeLockFile(files, path, new Deadline(wait));
  if (held === undefined) throw timeout(path, wait);
  return held;
}

const timeout = (path: string, wait: number) =>
  new LockTimeoutError(
    "store",
    `Cannot lock "${path}" within ${wait} ms: held by ${
      readHolder(path) ?? "another process"
    }`,
    ["Try again; if that process is stuck, end it and the lock is free"],
  );

/**
 * Whether the file is locked in time; if not, it is closed later. Throws where
 * the system gives no locks (ENOLCK, ENOSYS, EOPNOTSUPP, EACCES): a network
 * folder may refuse each way.
 */
async function isGranted(
  file: Deno.FsFile,
  path: string,
  waitMs: number,
): Promise<boolean> {
  faultPoint("flock", path);
  // Deno 2.4 cannot try. Where it can, a free lock is granted however slow
  // the machine is to answer a request.
  if (file.tryLockSync?.(true)) return true;
  const locked = file.lock(true);
  if (await within(waitMs, locked) !== TIMED_OUT) return true;
  // The request cannot be cancelled: if it succeeds before this process ends,
  // closing the file releases the lock at once.
  locked.then(() => file.close(), () => file.close());
  return false;
}

/** How long to wait only to learn whether a lock is held. */
const PROBE_MS = 50;

/** Whether the lock is free now; it is released at once. */
export async function tryLock(
  files: StoreFiles,
  path: string,
): Promise<"free" | "held" | "refused"> {
  const file = files.openLock(path);
  try {
    const isFree = file.tryLockSync === undefined
      ? await isGranted(file, path, PROBE_MS)
      : (faultPoint("flock", path), file.tryLockSync(true));
    if (isFree || file.tryLockSync !== undefined) file.close();
    return isFree ? "free" : "held";
  } catch (error) {
    file.close();
    if (!isSystemError(error)) throw error;
    const { isLockFileHeld } = await import("./_lock_file.ts");
    return isLockFileHeld(files, path) ? "held" : "refused";
  }
}
