/**
 * The single steps of a write, each a place where a process may die.
 * store_files.ts combines them.
 */

import { faultPoint } from "./fault_point.ts";
import { baseName, parentOf, WINDOWS } from "../base/path_text.ts";

export const FILE_MODE = 0o600;
export const DIR_MODE = 0o700;
export const LINE_FEED = 0x0a;

/** How often, and how far apart, a rename is retried while Windows holds the file. */
const RENAME_TRIES = 12;
const RENAME_WAIT_MS = 25;

/** A name no other process uses; swept later if a crash leaves it behind. */
export function temporaryPath(target: string): string {
  const unique = `${Deno.pid}-${crypto.randomUUID().slice(0, 8)}`;
  return `${parentOf(target)}/.${baseName(target)}.${unique}.tmp`;
}

/** What `temporaryPath()` names a file. */
export const TEMPORARY_NAME = /^\..+\.\d+-[0-9a-f]{8}\.tmp$/;

export function openNew(path: string, mode = FILE_MODE): Deno.FsFile {
  faultPoint("open", path);
  return Deno.openSync(path, { write: true, createNew: true, mode });
}

export function writeAll(
  file: Deno.FsFile,
  bytes: Uint8Array,
  path: string,
): void {
  const tornAt = faultPoint("write", path, bytes.length);
  let written = 0;
  while (written < (tornAt ?? bytes.length)) {
    written += file.writeSync(bytes.subarray(written, tornAt ?? undefined));
  }
  if (tornAt !== undefined) faultPoint("torn", path);
}

export function lastByte(file: Deno.FsFile, size: number): number {
  const byte = new Uint8Array(1);
  file.seekSync(size - 1, Deno.SeekMode.Start);
  file.readSync(byte);
  return byte[0] ?? LINE_FEED;
}

export function truncateTo(
  file: Deno.FsFile,
  path: string,
  size: number,
): void {
  faultPoint("truncate", path);
  file.truncateSync(size);
}

export function renamePatiently(from: string, to: string): void {
  for (let tried = 1;; tried++) {
    try {
      return Deno.renameSync(from, to);
    } catch (error) {
      // A virus scanner or indexer holds the file for a moment.
      const held = WINDOWS &&
        (error instanceof Deno.errors.PermissionDenied ||
          error instanceof Deno.errors.Busy);
      if (!held || tried === RENAME_TRIES) throw error;
      pause(RENAME_WAIT_MS * tried);
    }
  }
}

function pause(milliseconds: number): void {
  Atomics.wait(
    new Int32Array(new SharedArrayBuffer(4)),
    0,
    0,
    milliseconds,
  );
}

export function removeIfThere(
  path: string,
  options?: Deno.RemoveOptions,
): void {
  try {
    Deno.removeSync(path, options);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
