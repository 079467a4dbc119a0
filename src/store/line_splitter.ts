/**
 * Splits chunks of bytes into complete lines with their byte positions. Memory
 * is bounded for a line of any length: beyond a limit its long strings are
 * shortened while it is read, and the rest is still JSON. A long line need not
 * be read in one run: a note of how far it was read is enough to resume.
 */

import { LINE_FEED } from "./file_steps.ts";
import { joinBytes } from "../base/join_bytes.ts";
import {
  type ByteRange,
  type ShortenerPlace,
  StringShortener,
} from "./_string_shortener.ts";

/** A line longer than this is shortened. */
const LONG_LINE_BYTES = 8 * 1024 * 1024;
/** What is kept of each of its strings. */
const KEPT_STRING_BYTES = 64 * 1024;

export type OnLine = (line: Uint8Array, from: number, to: number) => void;

/** How far a long line was read, and which ranges of it are kept. */
export interface LongLine {
  readonly from: number;
  /** Read up to here; the end of the line, if it has ended. */
  readonly to: number;
  readonly ended: boolean;
  readonly kept: readonly ByteRange[];
  readonly place: ShortenerPlace;
}

export class LineSplitter {
  #parts: Uint8Array[] = [];
  #held = 0;
  #long: StringShortener | undefined;
  #ended: LongLine[] = [];
  #lineFrom: number;
  #position: number;

  constructor(readonly onLine: OnLine, offset = 0) {
    this.#lineFrom = offset;
    this.#position = offset;
  }

  /** Where the current line begins. */
  get lineFrom(): number {
    return this.#lineFrom;
  }

  /** Add a chunk; the caller may reuse its memory afterwards. */
  push(chunk: Uint8Array): void {
    const start = this.#position;
    let from = 0;
    for (;;) {
      const end = chunk.indexOf(LINE_FEED, from);
      if (end < 0) break;
      this.#line(chunk.subarray(from, end), start + end + 1);
      from = end + 1;
    }
    if (from < chunk.length) this.#hold(chunk.subarray(from));
    this.#position = start + chunk.length;
  }

  /** The beginning of a line whose end is not written yet. */
  get unfinished():
    | { bytes: Uint8Array; from: number; to: number }
    | undefined {
    if (this.#held === 0) return undefined;
    const bytes = this.#long?.end() ?? joinBytes(this.#parts);
    return { bytes, from: this.#lineFrom, to: this.#position };
  }

  /** The long lines so far, including the current one. */
  get longLines(): readonly LongLine[] {
    return this.#long
      ? [...this.#ended, this.#note(this.#long, this.#position, false)]
      : this.#ended;
  }

  /** Continue after what was read of the line that begins here. */
  resume(note: LongLine, read: (stretch: ByteRange) => Uint8Array): void {
    const long = new StringShortener(
      KEPT_STRING_BYTES,
      LONG_LINE_BYTES,
      note.place,
    );
    for (const stretch of note.kept) long.restore(stretch, read(stretch));
    this.#parts = [];
    this.#held = note.to - note.from;
    this.#long = long;
    this.#position = note.to;
    if (note.ended) this.#end(note.to);
  }

  #line(last: Uint8Array, to: number): void {
    if (this.#held === 0) {
      const from = this.#lineFrom;
      this.#lineFrom = to;
      return this.onLine(last, from, to);
    }
    this.#hold(last);
    this.#end(to);
  }

  /** Emit the buffered line. */
  #end(to: number): void {
    const from = this.#lineFrom;
    const line = this.#long?.end() ?? joinBytes(this.#parts);
    if (this.#long) this.#ended.push(this.#note(this.#long, to, true));
    this.#lineFrom = to;
    this.#parts = [];
    this.#held = 0;
    this.#long = undefined;
    this.onLine(line, from, to);
  }

  #note({ kept, place }: StringShortener, to: number, ended: boolean) {
    return { from: this.#lineFrom, to, ended, kept: [...kept], place };
  }

  #hold(part: Uint8Array): void {
    const position = this.#lineFrom + this.#held;
    this.#held += part.length;
    if (this.#long) return this.#long.push(part, position);
    if (this.#held <= LONG_LINE_BYTES) {
      this.#parts.push(part.slice());
      return;
    }
    this.#long = new StringShortener(KEPT_STRING_BYTES, LONG_LINE_BYTES);
    let at = this.#lineFrom;
    for (const earlier of this.#parts) {
      this.#long.push(earlier, at);
      at += earlier.length;
    }
    this.#long.push(part, position);
    this.#parts = [];
  }
}
