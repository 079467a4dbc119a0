/**
 * Ranking, from the lists of the index alone. A session is judged by five
 * kinds of evidence: its log as a whole, its best turn, its best entry, the
 * prompt it began with, and what was written about it. All have one curve. How
 * it was chosen, and what did not help, stands in README.md beside this file.
 */

import { entryOfDoc, lengthOfDoc } from "./doc_id.ts";
import { type Evidence, scoreFew, scoreOf, WEIGHTS } from "./score.ts";
import { shortlist } from "./shortlist.ts";
import {
  type Collection,
  countFindable,
  type Counts,
  type Probe,
  SHARES,
  slotsOf,
  type Tally,
  tallyClosely,
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
  const { probes, closely } = request;
  const slots = slotsOf(probes);
  const rarity = rarityOf(countFindable(collection), probes);
  const { candidates, total } = shortlist(
    collection,
    probes,
    slots,
    rarity,
    closely,
  );
  const ranked = tallyClosely(collection, slots, rarity, candidates)
    .flatMap((tally) => new Judge(tally, rarity).hits(request))
    .toSorted((a, b) => b.score - a.score || a.doc - b.doc);
  const isWhole = candidates.length === total;
  return { ranked, total: isWhole ? ranked.length : total };
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
      const own = scoreOf(counts, rarity, lengthOfDoc(doc));
      this.#own.set(doc, WRITTEN_FIRST * own);
      written = Math.max(written, own);
    }
    const log = scoreOf(inLog, rarity, length / SHARES);
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
