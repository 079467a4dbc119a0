/**
 * Everything the program writes into a store goes through here: nothing is
 * written outside the boundary, files are 0600 and folders 0700, a replaced
 * file is whole or unchanged, an appended line is whole or absent.
 */

import { joinBytes } from "../base/join_bytes.ts";
import { faultPoint } from "./fault_point.ts";
import {
  DIR_MODE,
  FILE_MODE,
  lastByte,
  LINE_FEED,
  openNew,
  removeIfThere,
  renamePatiently,
  temporaryPath,
  truncateTo,
  writeAll,
} from "./file_steps.ts";
import { assertFile, lstat, makeFolder } from "./file_kinds.ts";
import { baseName, WINDOWS } from "../base/path_text.ts";
import { type Enclosed, WriteBoundary } from "./_write_boundary.ts";

/** How often a change is retried because the user saved the file. */
const EDIT_TRIES = 5;

const encoder = new TextEncoder();

const toBytes = (data: string | Uint8Array) =>
  typeof data === "string" ? encoder.encode(data) : data;

/** A file's new text: whole, or written in parts by a callback. */
export type WholeText =
  | string
  | Uint8Array
  | ((write: (part: string) => void) => void);

/** A file that is about to be replaced, or removed: then nothing is after it. */
export interface FileChange {
  readonly path: string;
  /** Read when it is asked for; undefined for a new file. */
  readonly before: () => Uint8Array | undefined;
  readonly after: Uint8Array;
}

export class StoreFiles {
  /** Called before a file is replaced as a whole or removed. */
  onChange: ((change: FileChange) => void) | undefined;

  readonly #boundary: WriteBoundary;

  /** `boundary` is a resolved folder; no write may lead out of it. */
  constructor(readonly boundary: string, enclosed?: Enclosed) {
    this.#boundary = new WriteBoundary(boundary, enclosed);
  }

  /** Create a folder and its missing parents, with mode 0700. */
  ensureDir(dir: string): void {
    makeFolder(dir, DIR_MODE);
  }

  /** Throws if a write to this path would lead out or fail. */
  assertMayWrite(path: string): void {
    this.#boundary.assertMayWrite(path);
  }

  /** Replace a file as a whole: readers see the old text or the new one. */
  replace(path: string, data: WholeText, mode = FILE_MODE): void {
    const temporary = this.stage(path, data, mode);
    if (typeof data !== "function") this.#tell(path, toBytes(data));
    this.putStaged(temporary, path);
  }

  #tell(path: string, after: Uint8Array): void {
    const before = () => lstat(path) ? Deno.readFileSync(path) : undefined;
    this.onChange?.({ path, before, after });
  }

  /** The first half of `replace()`: the whole text, synced, in a file next to it. */
  stage(path: string, data: WholeText, mode = FILE_MODE): string {
    const temporary = temporaryPath(this.#boundary.target(path));
    const file = openNew(temporary, mode);
    try {
      try {
        if (typeof data === "function") {
          data((part) => writeAll(file, toBytes(part), temporary));
        } else writeAll(file, toBytes(data), temporary);
        faultPoint("sync", temporary);
        file.syncSync();
      } finally {
        file.close();
      }
      return temporary;
    } catch (error) {
      removeIfThere(temporary);
      throw error;
    }
  }

  /** The second half: what was staged takes its place, or is removed. */
  putStaged(temporary: string, path: string): void {
    try {
      const target = this.#boundary.target(path);
      faultPoint("rename", target);
      renamePatiently(temporary, target);
    } catch (error) {
      removeIfThere(temporary);
      throw error;
    }
  }

  /**
   * Append whole lines; `data` ends in a newline. The caller holds the lock of
   * this file. A torn line of an earlier process is closed first; a write that
   * fails half-way is rolled back.
   */
  appendLines(path: string, data: string | Uint8Array): void {
    this.#append(path, data, { closeTornLine: true });
  }

  /** The same for a file that has no lines. */
  appendBytes(path: string, data: Uint8Array): void {
    this.#append(path, data, { closeTornLine: false });
  }

  #append(
    path: string,
    data: string | Uint8Array,
    { closeTornLine }: { closeTornLine: boolean },
  ): void {
    const target = this.#boundary.target(path);
    const file = this.#open(target, { read: true, append: true });
    try {
      const size = file.seekSync(0, Deno.SeekMode.End);
      const torn = closeTornLine && size > 0 &&
        lastByte(file, size) !== LINE_FEED;
      try {
        if (torn) writeAll(file, Uint8Array.of(LINE_FEED), target);
        writeAll(file, toBytes(data), target);
      } catch (error) {
        truncateTo(file, target, size);
        throw error;
      }
      faultPoint("sync", target);
      file.syncDataSync();
    } finally {
      file.close();
    }
  }

  /**
   * Append so that readers see all of it or nothing, for a file that people
   * edit as well.
   */
  appendWhole(path: string, data: string): void {
    this.changeWhole(
      path,
      (old) => joinBytes([old ?? new Uint8Array(), toBytes(data)]),
    );
  }

  /**
   * Change a file that people edit as well, as a whole: if it changes meanwhile,
   * the change is applied again on top. `change` gets undefined for a missing
   * file, and returns undefined to leave the file as it is.
   */
  changeWhole(
    path: string,
    change: (old: Uint8Array | undefined) => Uint8Array | undefined,
    newMode = FILE_MODE,
  ): void {
    const target = this.#boundary.target(path);
    for (let tried = 1;; tried++) {
      const before = fingerprint(target);
      const old = before ? Deno.readFileSync(target) : undefined;
      const next = change(old);
      if (next === undefined) return;
      const temporary = this.stage(path, next);
      try {
        keepMode(target, temporary, newMode);
        if (fingerprint(target) !== before && tried < EDIT_TRIES) {
          removeIfThere(temporary);
          continue;
        }
        this.onChange?.({ path, before: () => old, after: next });
      } catch (error) {
        removeIfThere(temporary);
        throw error;
      }
      return this.putStaged(temporary, path);
    }
  }

  /**
   * Append without a lock, in one write; returns the size just after it. Every
   * system writes at the end of a file that is opened for nothing but that.
   */
  appendAtomically(path: string, data: string | Uint8Array): number {
    const target = this.#boundary.target(path);
    const file = this.#open(target, { append: true });
    try {
      writeAll(file, toBytes(data), target);
      return file.seekSync(0, Deno.SeekMode.Current);
    } finally {
      file.close();
    }
  }

  /** Overwrite in place without syncing: for notes that may be lost. */
  writeUnsynced(path: string, data: string): void {
    const file = this.#open(this.#boundary.target(path), {
      write: true,
      truncate: true,
    });
    try {
      writeAll(file, toBytes(data), path);
    } finally {
      file.close();
    }
  }

  /** Write a file that must not be there yet. */
  create(path: string, data: string): void {
    const target = this.#boundary.target(path);
    const file = openNew(target);
    try {
      writeAll(file, toBytes(data), target);
    } finally {
      file.close();
    }
  }

  /** Open a lock file; it is created on first use and never removed. */
  openLock(path: string): Deno.FsFile {
    return this.#open(this.#boundary.target(path), { read: true, write: true });
  }

  /** Cut a file to a size; a shorter file is left alone. */
  truncate(path: string, size: number): void {
    const target = this.#boundary.target(path);
    const file = Deno.openSync(target, { write: true });
    try {
      if (file.statSync().size > size) truncateTo(file, target, size);
    } finally {
      file.close();
    }
  }

  /** Give a rewritten file the age of the file it replaces. */
  copyTime(from: string, to: string): void {
    const { mtime } = Deno.statSync(from);
    if (mtime) Deno.utimeSync(this.#boundary.target(to), mtime, mtime);
  }

  /** Move a file. Of a link, the link itself, not its target. */
  rename(from: string, to: string): void {
    const source = `${this.#boundary.parent(from)}/${baseName(from)}`;
    const info = lstat(source);
    if (info && !info.isSymlink) assertFile(from, info);
    const target = this.#boundary.target(to);
    faultPoint("rename", target);
    renamePatiently(source, target);
  }

  /** Whether the path is something that cannot be written. */
  isUnwritable(path: string): boolean {
    return this.#boundary.isUnwritable(path);
  }

  /** Move what is at a path out of the way; returns its new path. */
  moveAside(path: string): string {
    const parent = this.#boundary.parent(path);
    const aside = asideOf(path);
    faultPoint("rename", aside);
    renamePatiently(
      `${parent}/${baseName(path)}`,
      `${parent}/${baseName(aside)}`,
    );
    return aside;
  }

  /** Remove a file if it exists. Of a link, the link itself, not its target. */
  remove(path: string): void {
    if (lstat(path) === undefined) return;
    this.#boundary.parent(path);
    this.#tell(path, new Uint8Array());
    faultPoint("remove", path);
    removeIfThere(path);
  }

  #open(target: string, options: Deno.OpenOptions): Deno.FsFile {
    faultPoint("open", target);
    return Deno.openSync(target, {
      ...options,
      create: true,
      mode: FILE_MODE,
    });
  }
}

/** Changes whenever the file is written to. */
function fingerprint(path: string): string | undefined {
  const info = lstat(path);
  return info && `${info.size} ${info.mtime?.getTime()} ${info.ino}`;
}

/** A file that people see keeps the permissions they gave it. */
function keepMode(from: string, to: string, otherwise: number): void {
  if (WINDOWS) return;
  Deno.chmodSync(to, (lstat(from)?.mode ?? otherwise) & 0o777);
}

/** What a file is called that was not understood. */
export function asideOf(path: string): string {
  const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 17);
  return `${path}.damaged-${stamp}`;
}
