/**
 * The end of a session's log while it is written. What is new stays in memory
 * for what comes after it in the same event, so that the log is not read again.
 */

import { statFile } from "../store/read_file.ts";
import { fingerprint, MARK_BYTES, readPart } from "../store/growing_file.ts";
import type { StoreFiles } from "../store/store_files.ts";

/** More than one event brings; who wants more of it reads the file. */
const MOST_FRESH_BYTES = 1024 * 1024;

/** What was appended to a log, and the marks before and after it. */
export interface FreshLog {
  readonly from: number;
  readonly bytes: Uint8Array;
  readonly markBefore: string;
  readonly markAfter: string;
}

export class LogWriter {
  /** The last bytes before `#size`, as many as make a mark. */
  #tail: Uint8Array;
  #size: number;
  #fresh: { from: number; bytes: Uint8Array; markBefore: string } | undefined;

  private constructor(readonly path: string, size: number, tail: Uint8Array) {
    this.#size = size;
    this.#tail = tail;
  }

  /** The log up to `size`; undefined if it is shorter than that. */
  static open(path: string, size: number): LogWriter | undefined {
    if (size === 0) return new LogWriter(path, 0, new Uint8Array());
    if ((statFile(path)?.size ?? 0) < size) return undefined;
    const length = Math.min(MARK_BYTES, size);
    return new LogWriter(path, size, readPart(path, size - length, length));
  }

  /** A fingerprint of what is before its end. */
  get mark(): string | undefined {
    return this.#size === 0 ? undefined : fingerprint(this.#tail);
  }

  append(files: StoreFiles, bytes: Uint8Array): void {
    files.appendLines(this.path, bytes);
    const before = this.#fresh ?? {
      from: this.#size,
      bytes: new Uint8Array(),
      markBefore: fingerprint(this.#tail),
    };
    const length = before.bytes.length + bytes.length;
    this.#fresh = length > MOST_FRESH_BYTES
      ? { ...before, from: this.#size + bytes.length, bytes: new Uint8Array() }
      : { ...before, bytes: joinBytes(before.bytes, bytes) };
    this.#tail = joinBytes(this.#tail, bytes).slice(-MARK_BYTES);
    this.#size += bytes.length;
    if (length > MOST_FRESH_BYTES) {
      this.#fresh = { ...this.#fresh, markBefore: fingerprint(this.#tail) };
    }
  }

  /** What was appended, if there is any and it is not too much. */
  get fresh(): FreshLog | undefined {
    if (this.#fresh === undefined) return undefined;
    return { ...this.#fresh, markAfter: fingerprint(this.#tail) };
  }
}

function joinBytes(a: Uint8Array, b: Uint8Array): Uint8Array {
  const all = new Uint8Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}
