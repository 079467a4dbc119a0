/**
 * Ranking, from the lists of the index alone. A session is judged by six
 * kinds of evidence: its log as a whole, its best turn, its best entry, the
 * prompt it began with, what was written about it, and what was done in it. All
 * have one curve. How
 * it was chosen, and what did not help, is in MEASURED.md.
 */

import { compareTexts } from "../../base/compare_texts.ts";
import { sourceOfDoc } from "../index/doc_id.ts";
import { type Judged, scoreCandidates } from "./_score_candidates.ts";
import { type Evidence, WEIGHTS } from "./_score.ts";
import { shortlist } from "./_shortlist.ts";
import { type Collection, type Counts, type Probe, slotsOf } from "./tally.ts";

export interface RankRequest {
  /** Documents that may be shown; evidence from others counts all the same. */
  readonly accept?: ((doc: number) => boolean) | undefined;
  /** Whether entries of logs are among them. */
  readonly logs?: boolean;
  /** How much more a hit counts, for hints about time. */
  readonly boost?: ((doc: number) => number) | undefined;
  /** One hit a session, or one a document. */
  readonly bySession: boolean;
  /** Of documents, so many of a session: the best of it. */
  readonly mostOfSession?: number;
  /** How much a text written about a session counts against its log. */
  readonly written?: number;
}

export interface Ranking {
  /** Best first. */
  readonly ranked: readonly Ranked[];
  /** How many there are, with those that were not looked at. */
  readonly total: number;
}

/** A document that belongs to no session has one kind of evidence, not six. */
export const ALONE_WEIGHT = 3;
/** A word that is there as it was typed counts so much more. */
const WORD_WEIGHT = 0.3;
/** Between a summary and the log it tells of, the summary reads better. */
const WRITTEN_FIRST = 1.5;
/** Between a question and its answer, the answer; see `entriesOf()`. */
const ASKED_LAST = 0.6;

export interface Ranked {
  readonly session: string | null;
  /** The document to show. */
  readonly doc: number;
  readonly score: number;
  readonly evidence: Evidence;
  /** What of its session's score it gets, and how much more for the time. */
  readonly share: number;
  readonly boost: number;
  /** By slot: how rare it is, and how often it is in log and document. */
  readonly rarity: Counts;
  readonly inLog: () => Counts;
  readonly inDocument: () => Counts;
  /** The best entry of its session's log, shown or not. */
  readonly bestEntry: () => number | undefined;
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

/**
 * Weighs all evidence once; what is shown of it can be asked for several times.
 * So many sessions are looked at closely, the others are only counted.
 */
export function weigh(
  collection: Collection,
  probes: readonly Probe[],
  closely: number,
): (request: RankRequest) => Ranking {
  const slots = slotsOf(probes);
  const rarity = rarityOf(collection.findable.all, probes);
  const { candidates, total, documents } = shortlist(
    collection,
    probes,
    slots,
    rarity,
    closely,
  );
  const judged = scoreCandidates(collection, slots, rarity, candidates);
  const isWhole = candidates.length === total;
  const inOneOrder = orderOfDocs(collection);
  return (request) => {
    const ranked = judged
      .flatMap((one) => hitsOf(one, rarity, request, inOneOrder))
      .toSorted((a, b) =>
        b.score - a.score ||
        compareTexts(a.session ?? "", b.session ?? "") ||
        inOneOrder(a.doc, b.doc)
      );
    if (isWhole) return { ranked, total: ranked.length };
    // Not looked at, but nothing narrows it down: each of them is a hit.
    return { ranked, total: request.logs === false ? documents : total };
  };
}

type Order = (a: number, b: number) => number;

/** Numbers tell in which order files were read; their names do not change. */
function orderOfDocs({ pathOf }: Collection): Order {
  return (a, b) => {
    const [ofA, ofB] = [sourceOfDoc(a), sourceOfDoc(b)];
    return (ofA === ofB ? 0 : compareTexts(pathOf(ofA), pathOf(ofB))) || a - b;
  };
}

/** What most sessions have, though rarer words choose, is not worth the time. */
const COMMON = 0.65;

/** By slot; what few sessions have is rare. */
export function rarityOf(
  findable: number,
  probes: readonly Probe[],
): number[] {
  return probes.flatMap(({ holders: [stem, word], leads }) => {
    const isCommon = (holders: number) =>
      holders === 0 || !leads && holders > COMMON * findable;
    const ofStem = isCommon(stem) ? 0 : rarity(findable, stem);
    // "logging" says something where everyone has a "log".
    const ofWord = isCommon(word) ? 0 : rarity(findable, word);
    return [ofStem, WORD_WEIGHT * ofWord];
  });
}

/** Of a word that so many of what can be found have. */
export function rarity(findable: number, holders: number): number {
  if (holders === 0) return 0;
  const others = Math.max(findable, holders) - holders;
  return Math.log(1 + (others + 0.5) / (holders + 0.5));
}

/** The documents to show; the best of a session if asked for that. */
function hitsOf(
  judged: Judged,
  rarity: Counts,
  {
    accept,
    boost,
    bySession,
    mostOfSession = Infinity,
    logs,
    written = WRITTEN_FIRST,
  }: RankRequest,
  inOneOrder: Order,
): Ranked[] {
  const { session, evidence } = judged;
  let shown = logs === false ? [] : entriesOf(judged, accept);
  for (const [doc, own] of judged.others) {
    if (!accept || accept(doc)) shown.push([doc, written * own]);
  }
  const most = bySession ? 1 : mostOfSession;
  if (shown.length > most) {
    shown = shown.toSorted(([one, a], [other, b]) =>
      b - a || inOneOrder(one, other)
    ).slice(0, most);
  }
  const best = shown.reduce((most, [, own]) => Math.max(most, own), 0);
  const whole = wholeOf(judged);
  return shown.map(([doc, own]) => {
    // What represents a session gets its score, the rest their share of it.
    const share = best > 0 ? own / best : 1;
    const more = boost?.(doc) ?? 1;
    return {
      session,
      doc,
      score: whole * share * more,
      share,
      boost: more,
      evidence,
      rarity,
      inLog: () => judged.inLog(),
      inDocument: () => judged.inDocument(doc),
      bestEntry: () => bestOf(entriesOf(judged, undefined)),
    };
  });
}

type Shown = readonly [doc: number, own: number];

const bestOf = (shown: readonly Shown[]) =>
  shown.reduce<Shown | undefined>(
    (best, one) => best === undefined || one[1] > best[1] ? one : best,
    undefined,
  )?.[0];

/** Prompts count less where something else says nearly as much. */
function entriesOf(
  { entries, asked }: Judged,
  accept: RankRequest["accept"],
): Shown[] {
  const accepted = accept
    ? [...entries].filter(([doc]) => accept(doc))
    : [...entries];
  let [question, answer] = [0, 0];
  for (const [doc, own] of accepted) {
    if (asked.has(doc)) question = Math.max(question, own);
    else answer = Math.max(answer, own);
  }
  return answer < ASKED_LAST * question ? accepted : accepted.map(
    ([doc, own]) => [doc, asked.has(doc) ? ASKED_LAST * own : own],
  );
}

function wholeOf({ session, evidence }: Judged): number {
  const { log, turn, entry, opening, written, tools } = evidence;
  if (session === null) return ALONE_WEIGHT * written;
  return WEIGHTS.log * log + WEIGHTS.turn * turn + WEIGHTS.entry * entry +
    WEIGHTS.opening * opening + WEIGHTS.written * written +
    WEIGHTS.tools * tools;
}
