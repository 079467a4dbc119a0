/**
 * A session's log while it is written, and the end of it in memory: what comes
 * later in the same event need not read again what was just appended.
 */

import { joinBytes } from "../base/join_bytes.ts";
import { statFile } from "../store/read_file.ts";
import { fingerprint, MARK_BYTES, readPart } from "../store/growing_file.ts";
import type { StoreFiles } from "../store/store_files.ts";

/** More than an event brings; beyond it the file is read. */
const MOST_HELD_BYTES = 512 * 1024;

export class LogEnd {
  constructor(readonly from: number, readonly bytes: Uint8Array) {}

  get to(): number {
    return this.from + this.bytes.length;
  }

  /** What is behind an offset; undefined if some of it is not held. */
  after(offset: number): LogEnd | undefined {
    if (offset < this.from || offset > this.to) return undefined;
    return new LogEnd(offset, this.bytes.subarray(offset - this.from));
  }

  /** As `markBefore()` of the file, if it is held. */
  markAt(offset: number): string | undefined {
    const length = Math.min(MARK_BYTES, offset);
    const held = this.after(offset - length);
    return held && held.bytes.length >= length
      ? fingerprint(held.bytes.subarray(0, length))
      : undefined;
  }
}

export class LogWriter {
  #end: LogEnd;

  private constructor(readonly path: string, end: LogEnd) {
    this.#end = end;
  }

  /**
   * The log up to `size`, undefined if it is shorter than that. What is behind
   * `wanted` is held, unless that is much.
   */
  static open(
    path: string,
    size: number,
    wanted = size,
  ): LogWriter | undefined {
    if (size === 0) return new LogWriter(path, new LogEnd(0, NOTHING));
    if ((statFile(path)?.size ?? 0) < size) return undefined;
    const isMuch = size - wanted > MOST_HELD_BYTES;
    const first = isMuch ? size : Math.min(wanted, size);
    const from = Math.max(0, first - MARK_BYTES);
    const end = new LogEnd(from, readPart(path, from, size - from));
    return new LogWriter(path, end);
  }

  /** A fingerprint of what is before its end; undefined for an empty log. */
  get mark(): string | undefined {
    const { to } = this.#end;
    return to === 0 ? undefined : this.#end.markAt(to);
  }

  append(files: StoreFiles, bytes: Uint8Array): void {
    files.appendLines(this.path, bytes);
    const { from, bytes: before, to } = this.#end;
    const all = joinBytes([before, bytes]);
    const isMuch = all.length > 2 * MOST_HELD_BYTES;
    this.#end = isMuch
      ? new LogEnd(to + bytes.length - MARK_BYTES, all.slice(-MARK_BYTES))
      : new LogEnd(from, all);
  }

  get end(): LogEnd {
    return this.#end;
  }
}

const NOTHING = new Uint8Array();
