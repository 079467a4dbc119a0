/**
 * Copies JSON text and keeps only the beginning of long strings. It can pause
 * in the middle of a line and resume later: what it keeps are ranges of a file,
 * so their positions are enough to restore it.
 */

import { joinBytes } from "../base/join_bytes.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;

export type ByteRange = readonly [from: number, to: number];

/** A shortener's position in the text, without what it has kept. */
export interface ShortenerPlace {
  readonly inString: boolean;
  readonly escaped: boolean;
  /** Hexadecimal digits of a `\uXXXX` still to come. */
  readonly digits: number;
  /** Bytes of the current string so far. */
  readonly length: number;
  readonly dropping: boolean;
  /** The limit is reached: the rest of the line is skipped. */
  readonly full: boolean;
}

const AT_THE_BEGINNING: ShortenerPlace = {
  inString: false,
  escaped: false,
  digits: 0,
  length: 0,
  dropping: false,
  full: false,
};

export class StringShortener {
  readonly #out: Uint8Array[] = [];
  readonly #kept: ByteRange[] = [];
  #size = 0;
  #inString: boolean;
  #escaped: boolean;
  #digits: number;
  #length: number;
  #dropping: boolean;
  #full: boolean;

  constructor(
    readonly maxString: number,
    readonly maxTotal: number,
    place: ShortenerPlace = AT_THE_BEGINNING,
  ) {
    this.#inString = place.inString;
    this.#escaped = place.escaped;
    this.#digits = place.digits;
    this.#length = place.length;
    this.#dropping = place.dropping;
    this.#full = place.full;
  }

  /** Restore a range that was kept before the pause. */
  restore([from, to]: ByteRange, bytes: Uint8Array): void {
    this.#out.push(bytes);
    this.#kept.push([from, to]);
    this.#size += bytes.length;
  }

  get place(): ShortenerPlace {
    return {
      inString: this.#inString,
      escaped: this.#escaped,
      digits: this.#digits,
      length: this.#length,
      dropping: this.#dropping,
      full: this.#full,
    };
  }

  /** The ranges it has kept. */
  get kept(): readonly ByteRange[] {
    return this.#kept;
  }

  /** Add the bytes at a position. */
  push(bytes: Uint8Array, position: number): void {
    let from = 0;
    for (let at = 0; at < bytes.length && !this.#full; at++) {
      if (this.#dropping) {
        at = this.#pass(bytes, at);
        if (at >= bytes.length) return;
        from = at;
        this.#inString = this.#dropping = false;
        continue;
      }
      const byte = bytes[at] as number;
      if (!this.#inString) {
        this.#inString = byte === QUOTE;
        this.#length = 0;
        continue;
      }
      const whole = !this.#escaped && this.#digits === 0;
      if (whole && byte === QUOTE) {
        this.#inString = false;
        continue;
      }
      // Cut only where a character begins, or the rest is not JSON.
      const begins = whole && (byte & 0xc0) !== 0x80;
      if (++this.#length > this.maxString && begins) {
        this.#keep(bytes.subarray(from, at), position + from);
        this.#dropping = true;
        at--;
        continue;
      }
      if (this.#digits > 0) this.#digits--;
      else if (this.#escaped) {
        this.#escaped = false;
        if (byte === LETTER_U) this.#digits = 4;
      } else this.#escaped = byte === BACKSLASH;
    }
    if (!this.#dropping) this.#keep(bytes.subarray(from), position + from);
  }

  end(): Uint8Array {
    return joinBytes(this.#out);
  }

  /**
   * The quote that ends the string, or the end of the bytes. A hot loop: a
   * gigabyte may go through here.
   */
  #pass(bytes: Uint8Array, from: number): number {
    const length = bytes.length;
    let at = from;
    if (this.#escaped) {
      this.#escaped = false;
      at++;
    }
    while (at < length) {
      const byte = bytes[at];
      if (byte === QUOTE) return at;
      at += byte === BACKSLASH ? 2 : 1;
    }
    this.#escaped = at > length;
    return length;
  }

  #keep(part: Uint8Array, from: number): void {
    if (part.length === 0 || this.#full) return;
    this.#full = this.#size + part.length > this.maxTotal;
    if (this.#full) return;
    this.#out.push(part.slice());
    this.#size += part.length;
    const to = from + part.length;
    const last = this.#kept.at(-1);
    if (last?.[1] === from) this.#kept[this.#kept.length - 1] = [last[0], to];
    else this.#kept.push([from, to]);
  }
}
