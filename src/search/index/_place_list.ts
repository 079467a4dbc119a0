/**
 * Lists of growing numbers as short text: each as how far it is from the one
 * before, five bits a letter, the sixth says that more follow. A comma begins
 * again at zero, so parts that are added later need no look at what is there.
 */

const LETTERS =
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const BITS = 5;
/** What letters from here on stand for is not all of the number. */
export const MORE = 1 << BITS;
const REST = MORE - 1;

/** What a letter stands for. */
export const VALUES = new Uint8Array(128);
for (let i = 0; i < LETTERS.length; i++) VALUES[LETTERS.charCodeAt(i)] = i;
const COMMA = ",".charCodeAt(0);

/** One number, below 2 ** 31. */
export function encodeNumber(number: number): string {
  let text = "";
  let rest = number;
  for (; rest >= MORE; rest >>>= BITS) text += LETTERS[rest & REST | MORE];
  return text + LETTERS[rest];
}

/** Reads numbers one after another. */
export class LetterReader {
  constructor(readonly text: string, public at = 0) {}

  number(): number {
    let [number, shift] = [0, 0];
    for (;;) {
      const value = VALUES[this.text.charCodeAt(this.at++)] as number;
      number |= (value & REST) << shift;
      // Also where the text ends: a damaged one must not be read for ever.
      if (!(value >= MORE)) return number;
      shift += BITS;
    }
  }
}

export function encodeList(numbers: readonly number[]): string {
  let text = "";
  let before = 0;
  for (const number of numbers) {
    if (number < before) text += ",";
    text += encodeNumber(number < before ? number : number - before);
    before = number;
  }
  return text;
}

export function decodeList(text: string): number[] {
  const numbers: number[] = [];
  let [before, far, shift] = [0, 0, 0];
  for (let i = 0; i < text.length; i++) {
    const letter = text.charCodeAt(i);
    if (letter === COMMA) before = 0;
    else {
      const value = VALUES[letter] as number;
      far |= (value & REST) << shift;
      if (value >= MORE) shift += BITS;
      else {
        numbers.push(before += far);
        far = shift = 0;
      }
    }
  }
  return numbers;
}

/** More than this of a word in one entry is told in several numbers. */
const MANY = 7;
const STEP = MANY + 1;

/**
 * How often a word is in an entry of a log, after `before`, the last number of
 * the entry before. What a place tells of its entry is the same for all words:
 * it is kept once, as their codes.
 */
export function encodePlace(
  entry: number,
  times: number,
  before: number,
): string {
  let [text, last] = ["", before];
  const add = (number: number) => {
    text += encodeNumber(number - last);
    last = number;
  };
  const first = entry * STEP;
  if (times % MANY > 0) add(first + times % MANY);
  for (let n = MANY; n <= times; n += MANY) add(first + MANY);
  return text;
}

/** The last number of an entry's. */
export const lastOfPlace = (entry: number, times: number) =>
  entry * STEP + Math.min(times, MANY);

/** Read for each word of each log, mostly before any of this is compiled. */
export function decodePlaces(text: string, codes: string): number[] {
  const places: number[] = [];
  let number = 0;
  let far = 0;
  let shift = 0;
  let before = -1;
  for (let i = 0; i < text.length; i++) {
    const letter = text.charCodeAt(i);
    if (letter === COMMA) {
      number = 0;
      continue;
    }
    const value = VALUES[letter] as number;
    far |= (value & REST) << shift;
    if (value >= MORE) {
      shift += BITS;
      continue;
    }
    number += far;
    far = shift = 0;
    const entry = Math.floor(number / STEP);
    if (entry === before) places[places.length - 1]! += number % STEP;
    else places.push(placeOf(entry, codes), number % STEP);
    before = entry;
  }
  return places;
}

/** What a place tells besides its entry: two letters for each entry of a log. */
const CODES = MORE * MORE;

const placeOf = (entry: number, codes: string) =>
  entry * CODES + VALUES[codes.charCodeAt(2 * entry)]! * MORE +
  VALUES[codes.charCodeAt(2 * entry + 1)]!;

/** The codes of a log's entries, with those of later places. */
export function addCodes(codes: string, places: readonly number[]): string {
  let all = codes;
  for (const place of places) {
    const code = place % CODES;
    // An entry without words has none.
    all = all.padEnd(2 * Math.floor(place / CODES), "A") +
      LETTERS[Math.floor(code / MORE)] + LETTERS[code % MORE];
  }
  return all;
}
