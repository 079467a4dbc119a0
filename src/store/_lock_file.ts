/**
 * The lock where the system gives none, as on some network folders: a file that
 * only one process can create. Its holder renews it; one that is not renewed
 * belongs to a process that died.
 */

import { isSystemError } from "../base/errors.ts";
import { type Deadline, within } from "../base/timeout.ts";
import { removeIfThere, temporaryPath } from "./file_steps.ts";
import { changedAt, readText, statFile } from "./read_file.ts";
import type { StoreFiles } from "./store_files.ts";

const RENEW_MS = 5000;
/** Longer than any step of ours keeps the timer from running. */
const EXPIRES_MS = 60_000;
const POLL_MS = 20;

export interface HeldLock {
  close(): void;
}

/** Undefined if another holds it until the time is over. */
export async function takeLockFile(
  files: StoreFiles,
  lock: string,
  limit: Deadline,
): Promise<HeldLock | undefined> {
  const token = `${Deno.pid} ${crypto.randomUUID()}`;
  const path = heldPath(lock);
  if (files.isUnwritable(path)) files.moveAside(path);
  for (;;) {
    if (create(files, path, token)) return hold(files, path, token);
    removeExpired(files, path);
    if (limit.passed) return undefined;
    await within(POLL_MS, new Promise<never>(() => {}));
  }
}

/** Whether a process holds it now. */
export function isLockFileHeld(files: StoreFiles, lock: string): boolean {
  const path = heldPath(lock);
  return statFile(path) !== undefined && !isExpired(files, path);
}

const heldPath = (lock: string) => lock.replace(/\.lock$/, ".held");

function create(files: StoreFiles, path: string, token: string): boolean {
  try {
    files.create(path, token);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) return false;
    throw error;
  }
}

function hold(files: StoreFiles, path: string, token: string): HeldLock {
  const isOurs = () => readHeld(path) === token;
  const renewal = setInterval(() => {
    try {
      // The disk's own clock dates it: this machine's may differ.
      if (isOurs()) files.writeUnsynced(path, token);
    } catch (error) {
      // The next one may succeed; it expires after twelve.
      if (!isSystemError(error)) throw error;
    }
  }, RENEW_MS);
  Deno.unrefTimer(renewal);
  return {
    close() {
      clearInterval(renewal);
      // A store that was moved away took the file with it.
      if (isOurs()) files.remove(path);
    },
  };
}

function readHeld(path: string): string | undefined {
  try {
    return readText(path, 256);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

function isExpired(files: StoreFiles, path: string): boolean {
  const since = statFile(path)?.mtime?.getTime();
  return since !== undefined && diskTime(files, path) - since > EXPIRES_MS;
}

/** Now, by the clock that dates files there. */
function diskTime(files: StoreFiles, path: string): number {
  const probe = temporaryPath(path);
  try {
    files.create(probe, "");
    return changedAt(statFile(probe));
  } finally {
    removeIfThere(probe);
  }
}

/** Several may find it at once: only one of them moves that very file away. */
function removeExpired(files: StoreFiles, path: string): void {
  const former = readHeld(path);
  if (former === undefined || !isExpired(files, path)) return;
  const aside = temporaryPath(path);
  try {
    Deno.renameSync(path, aside);
    // Another was quicker, and this is its lock: it goes back.
    if (readHeld(aside) !== former) Deno.linkSync(aside, path);
  } catch (error) {
    if (
      !(error instanceof Deno.errors.NotFound) &&
      !(error instanceof Deno.errors.AlreadyExists)
    ) throw error;
  } finally {
    removeIfThere(aside);
  }
}
