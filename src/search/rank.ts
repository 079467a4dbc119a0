/**
 * Ranking, from the lists of the index alone. A session is judged by five
 * kinds of evidence: its log as a whole, its best turn, its best entry, the
 * prompt it began with, and what was written about it. All have one curve. How
 * it was chosen, and what did not help, stands in README.md beside this file.
 */

import { entryOfDoc, lengthOfDoc } from "./doc_id.ts";
import {
  type Collection,
  countFindable,
  type Counts,
  type FewCounts,
  type Probe,
  SHARES,
  Tallies,
  type Tally,
} from "./tally.ts";
import { turnLength } from "./turns.ts";

export interface RankRequest {
  readonly probes: readonly Probe[];
  /** Documents that may be shown; evidence from others counts all the same. */
  readonly accept?: ((doc: number) => boolean) | undefined;
  /** How much more a hit counts, for hints about time. */
  readonly boost?: ((doc: number) => number) | undefined;
  /** One hit a session, or one a document. */
  readonly bySession: boolean;
  /** How many sessions are looked at closely; the others are only counted. */
  readonly closely: number;
}

export interface Ranking {
  /** Best first. */
  readonly ranked: readonly Ranked[];
  /** How many sessions and documents have any word of the question. */
  readonly total: number;
}

export interface Evidence {
  readonly log: number;
  readonly turn: number;
  readonly entry: number;
  /** The prompt the session began with. */
  readonly opening: number;
  /** What was written about the session: digests, sections, facts. */
  readonly written: number;
}

/** How much each kind of evidence counts. */
export const WEIGHTS: Evidence = {
  log: 1,
  turn: 0.75,
  entry: 0.75,
  opening: 0.35,
  written: 0.4,
};
/** A document that belongs to no session has one kind of evidence, not five. */
export const ALONE_WEIGHT = 3;
/** A word that stands there as it was typed counts so much more. */
const WORD_WEIGHT = 0.3;
/** Between a summary and the log it tells of, the summary reads better. */
const WRITTEN_FIRST = 1.5;

export interface Ranked {
  readonly session: string | null;
  /** The document to show. */
  readonly doc: number;
  readonly score: number;
  readonly evidence: Evidence;
  /** By slot: how rare it is, and how often it is in log and document. */
  readonly rarity: Counts;
  readonly inLog: Counts;
  readonly inDocument: () => Counts;
}

/** Share of the question, by rarity, that the shown document holds. */
export function coverageOf({ rarity, inDocument }: Ranked): number {
  const counts = inDocument();
  let [held, all] = [0, 0];
  rarity.forEach((one, at) => {
    all += one;
    if ((counts[at] ?? 0) > 0) held += one;
  });
  return all === 0 ? 0 : held / all;
}

export function rank(collection: Collection, request: RankRequest): Ranking {
  const tallies = new Tallies(collection, request.probes);
  const all = tallies.all();
  const rarity = rarityOf(countFindable(collection), request.probes);
  const promising = all.map((tally) => ({
    tally,
    worth: score(tally.inLog, rarity, tally.length / SHARES) +
      WEIGHTS.written * bestWritten(tally, rarity),
  })).toSorted((a, b) => b.worth - a.worth).slice(0, request.closely)
    .map(({ tally }) => tally);
  tallies.look(promising, rarity);
  const ranked = promising.flatMap((tally) =>
    new Judge(tally, rarity).hits(request)
  ).toSorted((a, b) => b.score - a.score || a.doc - b.doc);
  const isWhole = promising.length === all.length;
  return { ranked, total: isWhole ? ranked.length : all.length };
}

/** What most sessions have, though rarer words choose, is not worth the time. */
const COMMON = 0.8;

/** By slot; what few sessions have is rare. */
function rarityOf(findable: number, probes: readonly Probe[]): number[] {
  return probes.flatMap(({ holders: [stem, word], leads }) =>
    stem === 0 || !leads && stem > COMMON * findable
      ? [0, 0]
      : [rarity(findable, stem), WORD_WEIGHT * rarity(findable, word)]
  );
}

function rarity(findable: number, holders: number): number {
  if (holders === 0) return 0;
  const others = Math.max(findable, holders) - holders;
  return Math.log(1 + (others + 0.5) / (holders + 0.5));
}

function bestWritten({ others }: Tally, rarity: Counts): number {
  let best = 0;
  for (const [doc, counts] of others) {
    best = Math.max(best, score(counts, rarity, lengthOfDoc(doc)));
  }
  return best;
}

/** So many shares count half of what any number of them could. */
const halfOf = (words: number) => SHARES * 0.2 * Math.max(1, words) ** 0.6;

/**
 * Rare terms count more, repeated ones less and less. How often a word must be
 * repeated to count for much grows with the text, though more slowly.
 */
function score(counts: Counts, rarity: Counts, words: number): number {
  const half = halfOf(words);
  let sum = 0;
  for (let slot = 0; slot < counts.length; slot++) {
    const count = counts[slot] as number;
    if (count > 0) sum += (rarity[slot] as number) * count / (count + half);
  }
  return sum;
}

/** The same, of the slots that count anything. */
function scoreFew(counts: FewCounts, rarity: Counts, words: number): number {
  const half = halfOf(words);
  let sum = 0;
  for (let i = 0; i < counts.length; i += 2) {
    const count = counts[i + 1] as number;
    sum += (rarity[counts[i] as number] as number) * count / (count + half);
  }
  return sum;
}

/** Judges one session, or one document that belongs to none. */
class Judge {
  readonly #evidence: Evidence;
  /** What each document is worth by itself. */
  readonly #own = new Map<number, number>();

  constructor(readonly tally: Tally, readonly rarity: Counts) {
    const { inLog, length, lengths, turns, entries, others } = tally;
    let [turn, entry, opening, written] = [0, 0, 0, 0];
    for (const [at, counts] of turns) {
      const words = turnLength(lengths, at) / SHARES;
      turn = Math.max(turn, scoreFew(counts, rarity, words));
    }
    for (const [doc, counts] of entries) {
      const own = scoreFew(counts, rarity, lengthOfDoc(doc));
      this.#own.set(doc, own);
      entry = Math.max(entry, own);
      if (entryOfDoc(doc) === lengths[0]) opening = own;
    }
    for (const [doc, counts] of others) {
      const own = score(counts, rarity, lengthOfDoc(doc));
      this.#own.set(doc, WRITTEN_FIRST * own);
      written = Math.max(written, own);
    }
    const log = score(inLog, rarity, length / SHARES);
    this.#evidence = { log, turn, entry, opening, written };
  }

  /** The documents to show; the best of a session if asked for that. */
  hits({ accept, boost, bySession }: RankRequest): Ranked[] {
    const shown: [doc: number, own: number][] = [];
    let best = 0;
    for (const [doc, own] of this.#own) {
      if (accept && !accept(doc)) continue;
      if (bySession && shown.length > 0 && own <= best) continue;
      if (bySession) shown.pop();
      shown.push([doc, own]);
      best = Math.max(best, own);
    }
    const whole = this.#whole();
    return shown.map(([doc, own]) => ({
      session: this.tally.session,
      doc,
      // What stands for a session gets its score, the rest their share of it.
      score: whole * (best > 0 ? own / best : 1) * (boost?.(doc) ?? 1),
      evidence: this.#evidence,
      rarity: this.rarity,
      inLog: this.tally.inLog,
      inDocument: () => this.#countsOf(doc),
    }));
  }

  #countsOf(doc: number): Counts {
    const { entries, others } = this.tally;
    const few = entries.get(doc);
    if (few === undefined) return others.get(doc) ?? [];
    const counts = this.rarity.map(() => 0);
    for (let i = 0; i < few.length; i += 2) {
      counts[few[i] as number] = few[i + 1] as number;
    }
    return counts;
  }

  #whole(): number {
    const { log, turn, entry, opening, written } = this.#evidence;
    if (this.tally.session === null) return ALONE_WEIGHT * written;
    return WEIGHTS.log * log + WEIGHTS.turn * turn + WEIGHTS.entry * entry +
      WEIGHTS.opening * opening + WEIGHTS.written * written;
  }
}
