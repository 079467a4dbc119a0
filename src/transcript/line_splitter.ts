/**
 * From chunks of bytes to complete lines with their byte positions. A line of
 * any length costs a bounded amount of memory: beyond a limit its long strings
 * are shortened while it is read, so that what is left is still JSON.
 */

const LINE_FEED = 0x0a;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;

/** A line longer than this is shortened. */
const LONG_LINE_BYTES = 8 * 1024 * 1024;
/** What is kept of each of its strings. */
const KEPT_STRING_BYTES = 64 * 1024;

export type OnLine = (line: Uint8Array, from: number, to: number) => void;

export class LineSplitter {
  #parts: Uint8Array[] = [];
  #held = 0;
  #long: StringShortener | undefined;
  #lineFrom: number;
  #position: number;

  constructor(readonly onLine: OnLine, offset = 0) {
    this.#lineFrom = offset;
    this.#position = offset;
  }

  /** Take a chunk; the caller may reuse its memory afterwards. */
  push(chunk: Uint8Array): void {
    let from = 0;
    for (;;) {
      const end = chunk.indexOf(LINE_FEED, from);
      if (end < 0) break;
      this.#line(chunk.subarray(from, end), this.#position + end + 1);
      from = end + 1;
    }
    if (from < chunk.length) this.#hold(chunk.subarray(from));
    this.#position += chunk.length;
  }

  /** The beginning of a line whose end has not been written. */
  get unfinished(): { bytes: Uint8Array; from: number } | undefined {
    if (this.#held === 0) return undefined;
    const bytes = this.#long?.end() ?? concat(this.#parts, this.#held);
    return { bytes, from: this.#lineFrom };
  }

  #line(last: Uint8Array, to: number): void {
    const from = this.#lineFrom;
    this.#lineFrom = to;
    if (this.#held === 0) return this.onLine(last, from, to);
    this.#hold(last);
    const line = this.#long?.end() ?? concat(this.#parts, this.#held);
    this.#parts = [];
    this.#held = 0;
    this.#long = undefined;
    this.onLine(line, from, to);
  }

  #hold(part: Uint8Array): void {
    this.#held += part.length;
    if (this.#long) return this.#long.push(part);
    if (this.#held <= LONG_LINE_BYTES) {
      this.#parts.push(part.slice());
      return;
    }
    this.#long = new StringShortener(KEPT_STRING_BYTES, LONG_LINE_BYTES);
    for (const earlier of this.#parts) this.#long.push(earlier);
    this.#long.push(part);
    this.#parts = [];
  }
}

/** Copies JSON text and leaves out all but the beginning of long strings. */
class StringShortener {
  readonly #out: Uint8Array[] = [];
  #size = 0;
  #inString = false;
  #escaped = false;
  /** Hexadecimal digits of a `\uXXXX` still to come. */
  #digits = 0;
  /** Bytes of the current string so far. */
  #length = 0;
  #dropping = false;

  constructor(readonly maxString: number, readonly maxTotal: number) {}

  push(bytes: Uint8Array): void {
    let from = 0;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] as number;
      if (!this.#inString) {
        this.#inString = byte === QUOTE;
        this.#length = 0;
        continue;
      }
      const whole = !this.#escaped && this.#digits === 0;
      if (whole && byte === QUOTE) {
        this.#inString = false;
        if (this.#dropping) from = at;
        this.#dropping = false;
        continue;
      }
      // Cut only where a character begins, or what is left is not JSON.
      const begins = whole && (byte & 0xc0) !== 0x80;
      if (!this.#dropping && ++this.#length > this.maxString && begins) {
        this.#keep(bytes.subarray(from, at));
        this.#dropping = true;
      }
      if (this.#digits > 0) this.#digits--;
      else if (this.#escaped) {
        this.#escaped = false;
        if (byte === LETTER_U) this.#digits = 4;
      } else this.#escaped = byte === BACKSLASH;
    }
    if (!this.#dropping) this.#keep(bytes.subarray(from));
  }

  end(): Uint8Array {
    return concat(this.#out, this.#size);
  }

  #keep(part: Uint8Array): void {
    if (this.#size + part.length > this.maxTotal) return;
    this.#out.push(part.slice());
    this.#size += part.length;
  }
}

function concat(parts: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
