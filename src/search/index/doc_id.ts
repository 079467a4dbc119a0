/**
 * The number of a document in the index says where it is and how long it is,
 * so that a question can be ranked from the index's lists alone: source,
 * entry in it, and the logarithm of its length. A place is that number within
 * its source, with the column it is in.
 */

export const LENGTH_STEPS = 256;
const MAX_ENTRIES = 2 ** 20;
/** So many numbers a source can use. */
export const PER_SOURCE = MAX_ENTRIES * LENGTH_STEPS;
/** Steps to a doubling: lengths are right to a few percent. */
const STEPS_PER_DOUBLING = 16;

/** Who speaks in a document. What is not a session's log is "other". */
export const COLUMNS = ["user", "assistant", "tool", "other"] as const;
export type Column = typeof COLUMNS[number];

export interface DocPlace {
  readonly source: number;
  readonly entry: number;
  /** How many terms, roughly. */
  readonly length: number;
}

/** Undefined for an entry beyond what one source can number. */
export function encodeDoc(place: DocPlace): number | undefined {
  const { source, entry, length } = place;
  if (entry >= MAX_ENTRIES) return undefined;
  const step = Math.round(STEPS_PER_DOUBLING * Math.log2(1 + length));
  return source * PER_SOURCE + entry * LENGTH_STEPS +
    Math.min(step, LENGTH_STEPS - 1);
}

export const sourceOfDoc = (doc: number) => Math.floor(doc / PER_SOURCE);

export const entryOfDoc = (doc: number) =>
  Math.floor((doc % PER_SOURCE) / LENGTH_STEPS);

const LENGTHS = Array.from(
  { length: LENGTH_STEPS },
  (_, step) => 2 ** (step / STEPS_PER_DOUBLING) - 1,
);

export const lengthOfDoc = (doc: number) => LENGTHS[doc % LENGTH_STEPS] ?? 0;

/** All numbers a source can use: from the first, up to before the second. */
export function docRange(source: number): readonly [number, number] {
  return [source * PER_SOURCE, (source + 1) * PER_SOURCE];
}

/** A unit of the index is a log, by its source, or a document elsewhere. */
export const isLogUnit = (unit: number) => unit < PER_SOURCE;

/** Where in its source a document is, and in which of four columns. */
export const encodePlace = (doc: number, column: number) =>
  (doc % PER_SOURCE) * COLUMNS.length + column;
export const docOfPlace = (source: number, place: number) =>
  source * PER_SOURCE + Math.floor(place / COLUMNS.length);
export const entryOfPlace = (place: number) =>
  Math.floor(place / (COLUMNS.length * LENGTH_STEPS));
