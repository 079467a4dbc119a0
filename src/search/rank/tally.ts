/**
 * What the index tells of a question, and how it is counted: with two slots for
 * each term, apart for what was said and for tool lines. It is counted in two
 * passes: _shortlist.ts tells from
 * the rarest words which sessions may be meant, and only there _score_candidates.ts
 * looks all words up.
 */

import type { Turns } from "../index/log_turns.ts";

/** A term of the question: the words of one stem. */
export interface Probe {
  readonly term: string;
  readonly words: readonly ProbeWord[];
  /** How many sessions have it, and how many the word that was typed. */
  readonly holders: readonly [stem: number, word: number];
  /** Rare enough to choose by; the others are looked up in what is chosen. */
  readonly leads: boolean;
}

export interface ProbeWord {
  /** Its number in the index. */
  readonly id: number;
  readonly word: string;
  /** Whether this is the word that was typed. */
  readonly isExact: boolean;
}

/**
 * A unit of the index (see doc_id.ts), the session it is of or speaks of, and
 * how many words of a log were said and are in tool lines; 0 elsewhere.
 */
export type Unit = readonly [
  unit: number,
  session: string | null,
  length: number,
  toolLength: number,
];

/** How much there is to find. */
export interface Findable {
  readonly logs: number;
  /** Sessions, and documents that belong to none. */
  readonly all: number;
}

/**
 * What ranking asks of everything that could be found. It asks for what has
 * the words alone: after years that is a small part.
 */
export interface Collection {
  readonly findable: Findable;
  /** All that holds any of the words. */
  readonly overview: (words: readonly number[]) => Postings[];
  /** All but documents that surely belong to no session. */
  readonly unitsOf: (units: readonly number[]) => Unit[];
  /** What these units hold of the words. */
  readonly closely: (
    words: readonly number[],
    units: readonly number[],
  ) => PostingsAt[];
  readonly turnsOf: (logs: readonly number[]) => ReadonlyMap<number, Turns>;
  /** The file of a source. */
  readonly pathOf: (source: number) => string;
}

/**
 * Units (see doc_id.ts), and for each of them two numbers: of a log's entries
 * that say the word, or of its occurrences in a document elsewhere; and of a
 * log's tool lines that have it.
 */
export type Postings = readonly [
  word: number,
  units: readonly number[],
  counts: readonly number[],
  tools: readonly number[],
];

/** The same for one unit, and where in a log: each place of doc_id.ts followed
 * by how often the word is there.
 */
export type PostingsAt = readonly [
  word: number,
  unit: number,
  count: number,
  tools: number,
  places: readonly number[],
];

/** For each probe two numbers: of the stem, and of the word. */
export type Counts = number[];
export const stemSlot = (probe: number) => 2 * probe;

/** A session, or a document that belongs to none. */
export interface Candidate {
  readonly session: string | null;
  /** The session's log, if it has one, and its length. */
  log: number | undefined;
  length: number;
  toolLength: number;
  /** Documents elsewhere that tell of it. */
  docs: number[];
}

/** By the number of a word: the slot of its stem, and of itself if typed. */
export type Slots = ReadonlyMap<number, readonly [number, number | undefined]>;

export function slotsOf(probes: readonly Probe[]): Slots {
  const slots = new Map<number, readonly [number, number | undefined]>();
  probes.forEach(({ words }, probe) => {
    const stem = stemSlot(probe);
    for (const { id, isExact } of words) {
      slots.set(id, [stem, isExact ? stem + 1 : undefined]);
    }
  });
  return slots;
}

/**
 * Counts of many things, a row each, in one array. A process asks one question,
 * so what goes through thousands of numbers runs before it is optimised: it
 * must call little and make no object for each.
 */
export class CountRows {
  readonly counts: Float64Array;
  /** By key: where its row begins. */
  readonly starts = new Map<number, number>();
  #next = 0;

  constructor(mostRows: number, readonly width: number) {
    this.counts = new Float64Array(mostRows * width);
  }

  startOf(key: number): number {
    let start = this.starts.get(key);
    if (start === undefined) {
      this.starts.set(key, start = this.#next);
      this.#next += this.width;
    }
    return start;
  }

  /** None where nothing was counted. */
  row(key: number): number[] {
    const start = this.starts.get(key);
    return start === undefined
      ? []
      : [...this.counts.subarray(start, start + this.width)];
  }
}
