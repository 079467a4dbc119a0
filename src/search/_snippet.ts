/** The part of a text that shows why it was found, with the words marked. */

import { bareWord, tokenize } from "../base/tokens.ts";

export interface Snippet {
  readonly text: string;
  /** Where the words of the question stand in it. */
  readonly marks: readonly (readonly [start: number, end: number])[];
}

/** Words that count as found: what they stand for, and how telling it is. */
export type WordWeights = ReadonlyMap<
  string,
  { readonly term: string; readonly weight: number }
>;

/** Words further in are not looked for. */
const MAX_CHARS = 20_000;
const LEAD_CHARS = 60;
const MOST_OF_A_WORD = 40;
/** Longer ones hardly come again. */
const MOST_OF_A_PIECE = 100;

export function cutSnippet(
  text: string,
  weights: WordWeights,
  maxChars: number,
): Snippet {
  const flat = text.slice(0, MAX_CHARS).replace(/\s+/g, " ").trim();
  const matches = findMatches(flat, weights);
  const [from, to] = chooseWindow(flat, matches, maxChars);
  const lead = from > 0 ? "… " : "";
  const tail = to < flat.length ? " …" : "";
  const marks = matches.filter(({ start, end }) => start >= from && end <= to)
    .map(({ start, end }) => [start, end] as const);
  return {
    text: `${lead}${flat.slice(from, to)}${tail}`,
    marks: joinMarks(marks).map(([start, end]) =>
      [start - from + lead.length, end - from + lead.length] as const
    ),
  };
}

interface Match {
  readonly start: number;
  readonly end: number;
  readonly term: string;
  readonly weight: number;
}

export function findMatches(text: string, weights: WordWeights): Match[] {
  const pieces = piecesWith(text, [...weights.keys()].map(bareWord));
  // Accents and width are folded in words, not in the text.
  const found = pieces.length > 0 || /^[\x00-\x7f]*$/.test(text)
    ? pieces
    : [[0, text.length] as const];
  return found.flatMap(([from, to]) =>
    matchesOf(text.slice(from, to), weights).map((
      { start, end, ...known },
    ) => ({
      start: from + start,
      end: from + end,
      ...known,
    }))
  );
}

/** For one search: what it finds it finds in many texts. */
const knownPieces = new WeakMap<WordWeights, Map<string, Match[]>>();

function matchesOf(piece: string, weights: WordWeights): readonly Match[] {
  const pieces = knownPieces.get(weights) ?? new Map<string, Match[]>();
  knownPieces.set(weights, pieces);
  const known = pieces.get(piece);
  if (known !== undefined) return known;
  const matches = tokenize(piece).flatMap(({ start, end, words }) => {
    const known = words.map((one) =>
      weights.get(one) ?? weights.get(bareWord(one))
    ).find((one) => one !== undefined);
    return known ? [{ start, end, ...known }] : [];
  });
  if (piece.length <= MOST_OF_A_PIECE) pieces.set(piece, matches);
  return matches;
}

/** Stretches without spaces that have one of the words in them, in order. */
function piecesWith(
  text: string,
  words: readonly string[],
): (readonly [number, number])[] {
  const lower = text.toLowerCase().replace(/\s/g, " ");
  // Some letters become two, and places would not fit any more.
  if (lower.length !== text.length) return [[0, text.length]];
  const pieces = new Map<number, number>();
  for (const word of words) {
    let at = lower.indexOf(word);
    for (let n = 0; at >= 0 && n < MOST_OF_A_WORD; n++) {
      const from = lower.lastIndexOf(" ", at) + 1;
      const space = lower.indexOf(" ", at);
      const to = space < 0 ? lower.length : space;
      pieces.set(from, to);
      at = lower.indexOf(word, to);
    }
  }
  return [...pieces].toSorted(([a], [b]) => a - b);
}

/** The stretch with the most telling words; the first of equals. */
function chooseWindow(
  text: string,
  matches: readonly Match[],
  maxChars: number,
): readonly [number, number] {
  if (text.length <= maxChars) return [0, text.length];
  let best = { from: 0, worth: 0 };
  let worth = 0;
  /** How often each word is in the window that begins at a match. */
  const held = new Map<string, number>();
  let next = 0;
  for (const { start, term, weight } of matches) {
    for (; next < matches.length; next++) {
      const one = matches[next] as Match;
      if (one.end - start > maxChars - LEAD_CHARS) break;
      const times = held.get(one.term) ?? 0;
      if (times === 0) worth += one.weight;
      held.set(one.term, times + 1);
    }
    if (worth > best.worth) best = { from: start, worth };
    // One that is longer than the window was never in it.
    const times = held.get(term) ?? 0;
    if (times === 0) next++;
    else held.set(term, times - 1);
    if (times === 1) worth -= weight;
  }
  const start = Math.max(0, best.from - LEAD_CHARS);
  const from = start === 0 ? 0 : afterSpace(text, start);
  const end = Math.min(text.length, from + maxChars);
  return [from, end === text.length ? end : beforeSpace(text, from, end)];
}

const afterSpace = (text: string, at: number) => {
  const space = text.indexOf(" ", at);
  return space < 0 || space > at + LEAD_CHARS ? wholeChar(text, at) : space + 1;
};

const beforeSpace = (text: string, from: number, at: number) => {
  const space = text.lastIndexOf(" ", at);
  return space <= from + LEAD_CHARS ? wholeChar(text, at) : space;
};

/** Not between the halves of a surrogate pair. */
export const wholeChar = (text: string, at: number) =>
  /[\udc00-\udfff]/.test(text.charAt(at)) ? at + 1 : at;

/** Overlapping pairs of characters are one word to a reader. */
function joinMarks(
  marks: readonly (readonly [number, number])[],
): (readonly [number, number])[] {
  const joined: [number, number][] = [];
  for (const [start, end] of marks) {
    const last = joined.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  return joined;
}
