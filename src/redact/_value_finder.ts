/**
 * Finds any of many known values in a text. The first characters of each are
 * marked in a small table, which is looked at once for each character: a text
 * takes the same time whether one value is known or a thousand.
 */

/** Every value has more characters than this. */
const START = 4;
const TABLE_BITS = 16;

export class ValueFinder {
  readonly #marked = new Uint8Array(1 << TABLE_BITS);
  /** How long the values with these first characters are; the longest first. */
  readonly #lengths = new Map<string, number[]>();
  /** Where the transcript first names a value. */
  readonly #from = new Map<string, number>();

  add(value: string, from: number): void {
    const start = value.slice(0, START);
    let hash = 0;
    for (let at = 0; at < START; at++) hash = next(hash, start.charCodeAt(at));
    this.#marked[slot(hash)] = 1;
    const lengths = new Set(this.#lengths.get(start)).add(value.length);
    this.#lengths.set(start, [...lengths].sort((a, b) => b - a));
    this.#from.set(value, from);
  }

  /** Where values are that were named before a place of the transcript. */
  find(text: string, before = Infinity): [number, number][] {
    const found: [number, number][] = [];
    const marked = this.#marked;
    let hash = 0;
    let free = 0;
    for (let at = 0; at < text.length; at++) {
      hash = next(hash, text.charCodeAt(at));
      if (marked[slot(hash)] === 0) continue;
      const start = at + 1 - START;
      const value = start < free
        ? undefined
        : this.#valueAt(text, start, before);
      if (value === undefined) continue;
      free = start + value.length;
      found.push([start, free]);
    }
    return found;
  }

  #valueAt(text: string, start: number, before: number): string | undefined {
    const lengths = this.#lengths.get(text.slice(start, start + START)) ?? [];
    for (const length of lengths) {
      const value = text.slice(start, start + length);
      const from = this.#from.get(value) ?? Infinity;
      if (from < before && isWhole(text, start, start + length)) return value;
    }
    return undefined;
  }
}

/** The last four characters, as far as eight bits tell them apart. */
const next = (hash: number, char: number) => hash << 8 | char & 0xff;

const slot = (hash: number) =>
  Math.imul(hash, 0x9e3779b1) >>> (32 - TABLE_BITS);

/** So long that it is no part of a word by chance. */
const LONG_CHARS = 20;
const LETTER = /[A-Za-z0-9]/;
/** A line break or tab in a string of a program, a character in an address. */
const ESCAPE = /\\[nrt]$|%[0-9A-Fa-f]{2}$/;

/** Whether it is a word of its own, or too long to be a part of one. */
function isWhole(text: string, start: number, end: number): boolean {
  if (end - start >= LONG_CHARS) return true;
  if (LETTER.test(text.charAt(end))) return false;
  return !LETTER.test(text.charAt(start - 1)) ||
    ESCAPE.test(text.slice(Math.max(0, start - 3), start));
}
