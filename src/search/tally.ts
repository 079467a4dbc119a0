/**
 * What the index tells of a question, sorted by what it is about: for each
 * session in how many entries of its log the words occur, how often in each
 * entry and turn, and how often in what was written about it.
 */

import {
  columnOfPlace,
  COLUMNS,
  docOfPlace,
  entryOfDoc,
  isLogUnit,
  sourceOfDoc,
} from "./doc_id.ts";
import type { Layer } from "./layers.ts";
import { findTurn, type Turns } from "./turns.ts";

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

export interface RankedSource {
  readonly layer: Layer;
  readonly session: string | null;
  readonly docs: number;
  /** Shares of the words in a log. */
  readonly length: number;
}

/** What ranking needs to know of everything that could be found. */
export interface Collection {
  readonly sources: ReadonlyMap<number, RankedSource>;
  /** Which session a section or fact speaks of. */
  readonly sessionOfDoc: ReadonlyMap<number, string>;
  /** All that holds any of the words. */
  readonly overview: (words: readonly number[]) => Held[];
  /** What these units hold of the words. */
  readonly closely: (
    words: readonly number[],
    units: readonly number[],
  ) => HeldAt[];
  readonly turnsOf: (logs: readonly number[]) => ReadonlyMap<number, Turns>;
}

/**
 * Each unit (see doc_id.ts) followed by a number of shares: of a log's entries
 * that have the word, or of its occurrences in a document elsewhere.
 */
export type Held = readonly [word: number, units: readonly number[]];

/** The same for one unit, and where in a log: each place of doc_id.ts followed
 * by how often the word is there.
 */
export type HeldAt = readonly [
  word: number,
  unit: number,
  shares: number,
  places: readonly number[],
];

/** What is counted is counted in shares, so that numbers stay whole. */
export const SHARES = 10;
/** Tool lines repeat names of files and commands: they say less. */
const TOOL_SHARES = 3;
const TOOL_COLUMN = COLUMNS.indexOf("tool");

/** How much a word in a column counts, or an entry that has it. */
export const sharesOfColumn = (column: number) =>
  column === TOOL_COLUMN ? TOOL_SHARES : SHARES;

/** For each probe two numbers of shares: of the stem, and of the word. */
export type Counts = number[];
/** Slots that count something, each followed by its number of shares. */
export type FewCounts = number[];
export const stemSlot = (probe: number) => 2 * probe;

/** A session, or a document that belongs to none. */
export interface Tally {
  readonly session: string | null;
  /** The session's log, if it has one, and its length. */
  log: number | undefined;
  length: number;
  /** In how many of the log's entries. */
  readonly inLog: Counts;
  /** Known of those that are looked at closely. */
  entries: Map<number, FewCounts>;
  turns: Map<number, FewCounts>;
  /** Where the log's turns begin and how long they are. */
  lengths: Turns;
  others: Map<number, Counts>;
}

/** Most tallies have nothing in most of their maps: they share an empty one. */
const NOTHING = new Map<number, never>();

/**
 * Counts in two passes: the rarest words tell which sessions may be meant, and
 * only there all words are looked up, and entries and turns told apart. A
 * process asks one question, so the loops run before they are optimised: they
 * go through thousands of numbers and call little.
 */
export class Tallies {
  readonly #tallies = new Map<string, Tally>();
  /** By the number of a word: the slot of its stem, and of itself if typed. */
  readonly #slots = new Map<number, readonly [number, number | undefined]>();
  /** By unit; each belongs to a tally. */
  readonly #counts = new Map<number, Counts>();
  readonly slots: number;

  constructor(
    readonly collection: Collection,
    readonly probes: readonly Probe[],
  ) {
    this.slots = 2 * probes.length;
    const leading: number[] = [];
    probes.forEach(({ words, leads }, probe) => {
      const stem = stemSlot(probe);
      for (const { id, isExact } of words) {
        this.#slots.set(id, [stem, isExact ? stem + 1 : undefined]);
        if (leads) leading.push(id);
      }
    });
    for (const [word, units] of collection.overview(leading)) {
      const [stem, own] = this.#slots.get(word) ?? [0];
      for (let i = 0; i < units.length; i += 2) {
        const unit = units[i] as number;
        const shares = units[i + 1] as number;
        let row = this.#counts.get(unit);
        if (row === undefined) {
          this.#counts.set(unit, row = this.#countsOf(unit));
        }
        row[stem]! += shares;
        if (own !== undefined) row[own]! += shares;
      }
    }
  }

  all(): Tally[] {
    return [...this.#tallies.values()];
  }

  /** Count these anew, with all words that have a rarity. */
  look(chosen: readonly Tally[], rarity: readonly number[]): void {
    const byLog = new Map<number, Tally>();
    const units: number[] = [];
    for (const { log, inLog, others } of chosen) {
      if (log !== undefined) units.push(log);
      inLog.fill(0);
      for (const [doc, row] of others) {
        units.push(doc);
        row.fill(0);
      }
    }
    for (const tally of chosen) {
      if (tally.log === undefined) continue;
      byLog.set(tally.log, tally);
      tally.entries = new Map();
      tally.turns = new Map();
    }
    const turnsOf = this.collection.turnsOf([...byLog.keys()]);
    for (const [log, tally] of byLog) tally.lengths = turnsOf.get(log) ?? [];
    const words = [...this.#slots.keys()].filter((word) =>
      (rarity[this.#slots.get(word)?.[0] ?? 0] as number) > 0
    );
    const held = this.collection.closely(words, units);
    for (const [word, unit, shares, places] of held) {
      const row = this.#counts.get(unit);
      const [stem, own] = this.#slots.get(word) ?? [0];
      if (row === undefined) continue;
      row[stem]! += shares;
      if (own !== undefined) row[own]! += shares;
      const tally = byLog.get(unit);
      if (tally !== undefined) this.#addPlaces(tally, unit, word, places);
    }
  }

  #addPlaces(
    { entries, turns, lengths }: Tally,
    log: number,
    word: number,
    places: readonly number[],
  ): void {
    const [stem, own] = this.#slots.get(word) ?? [0];
    for (let i = 0; i < places.length; i += 2) {
      const place = places[i] as number;
      const shares = (places[i + 1] as number) *
        sharesOfColumn(columnOfPlace(place));
      const doc = docOfPlace(log, place);
      let entry = entries.get(doc);
      if (entry === undefined) entries.set(doc, entry = []);
      const at = findTurn(lengths, entryOfDoc(doc));
      let turn = turns.get(at);
      if (turn === undefined) turns.set(at, turn = []);
      addTo(entry, stem, shares);
      addTo(turn, stem, shares);
      if (own === undefined) continue;
      addTo(entry, own, shares);
      addTo(turn, own, shares);
    }
  }

  #none(): Counts {
    return new Array<number>(this.slots).fill(0);
  }

  /** Where the counts of a unit belong. */
  #countsOf(unit: number): Counts {
    const { sources, sessionOfDoc } = this.collection;
    if (isLogUnit(unit)) {
      const source = sources.get(unit);
      const tally = this.#open(source?.session ?? null, unit);
      tally.log = unit;
      tally.length = source?.length ?? 0;
      return tally.inLog;
    }
    const session = sources.get(sourceOfDoc(unit))?.session ??
      sessionOfDoc.get(unit) ?? null;
    const row = this.#none();
    const tally = this.#open(session, unit);
    if (tally.others === NOTHING) tally.others = new Map();
    tally.others.set(unit, row);
    return row;
  }

  /** The tally of a session, or of what belongs to none. */
  #open(session: string | null, unit: number): Tally {
    const key = session ?? `#${unit}`;
    let tally = this.#tallies.get(key);
    if (tally === undefined) {
      tally = {
        session,
        log: undefined,
        length: 0,
        inLog: this.#none(),
        entries: NOTHING,
        turns: NOTHING,
        lengths: [],
        others: NOTHING,
      };
      this.#tallies.set(key, tally);
    }
    return tally;
  }
}

function addTo(counts: FewCounts, slot: number, shares: number): void {
  let i = 0;
  while (i < counts.length && counts[i] !== slot) i += 2;
  if (i === counts.length) counts.push(slot, shares);
  else counts[i + 1]! += shares;
}

/** How many sessions, and documents that belong to none, could be found. */
export function countFindable({ sources, sessionOfDoc }: Collection): number {
  const sessions = new Set<string>();
  let alone = -sessionOfDoc.size;
  for (const { session, docs } of sources.values()) {
    if (session === null) alone += docs;
    else sessions.add(session);
  }
  for (const session of sessionOfDoc.values()) sessions.add(session);
  return sessions.size + Math.max(0, alone);
}
