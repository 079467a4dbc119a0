/**
 * Whether memory has something to say to a prompt, and which documents say it.
 * Silence is the rule: a passage that does not belong costs more than one that
 * is missing. The thresholds were chosen on the curve that `bench:recall`
 * prints; MEASURED.md has it.
 */

import type { Asked } from "./query/choose_probes.ts";
import { isPlainWord } from "./query/plain_words.ts";
import { type Ranked, rarity, rarityOf, weigh } from "./rank/rank.ts";
import { type Findable, stemSlot } from "./rank/tally.ts";
import type { SearchIndex } from "./index/search_index.ts";

export interface Gate {
  /** Share of the prompt, by what it tells, that the best passage must hold. */
  readonly coverage: number;
  /** How far the session must stand out from the next. */
  readonly lead: number;
}

const SMALL = 30;
const LARGE = 120;

/** Where there is much, something is always similar. */
function gateFor(sessions: number): Gate {
  const size = Math.max(0, Math.min(1, (sessions - SMALL) / (LARGE - SMALL)));
  return { coverage: 0.4 + 0.12 * size, lead: 1.2 + 0.05 * size };
}

/** Sessions, of which one may be the one that asks, and documents of each. */
const CLOSELY = 8;
export const MOST_PASSAGES = 3;

/** How much the words it holds must tell, in a large store and in a young one. */
const MIN_TOLD = 2.5;
const MIN_TOLD_OF_NEWEST = 0.7;
/** How much of that must be left without the best: one word is chance. */
const MIN_REST = 0.5;

/** What holds nearly all of a prompt, and leads clearly, may tell less. */
const MIN_TOLD_OF_WHOLE = 1.5;
const WHOLE = { coverage: 0.8, lead: 1.3 };

/**
 * In a store of so many sessions, what is asked was often talked about in two
 * of them, and neither leads; then both are told, if they hold so much of it.
 */
const TWO_FROM_SESSIONS = 60;
const TWO_COVERAGES = [0.7, 0.5] as const;

export interface Choice {
  /** Whether a session may be told: the one that asks may not. */
  readonly isOther: (session: string | null) => boolean;
  /** Whether the prompt is a question, not only an order. */
  readonly isQuestion: boolean;
  /** Other thresholds, to measure with. */
  readonly gate?: Gate | undefined;
}

/** The documents worth telling, best first; mostly none. */
export function chooseDocuments(
  index: SearchIndex,
  asked: Asked,
  { isOther, isQuestion, gate: measured }: Choice,
): Ranked[] {
  const collection = index.collection();
  const { findable } = collection;
  const gate = measured ?? gateFor(findable.logs);
  const prompt = weighPrompt(findable, asked);
  const holds = (held: readonly number[], coverage: number, least: number) => {
    const worths = held.map((probe) => prompt.worths[probe] ?? 0);
    const told = worths.reduce((sum, worth) => sum + worth, 0);
    return told >= least && told >= coverage * prompt.all &&
      told - Math.max(0, ...worths) >= MIN_REST;
  };
  // Most prompts say nothing that a passage could stand out by.
  const known = [...prompt.worths.keys()];
  if (!holds(known, gate.coverage, MIN_TOLD_OF_WHOLE)) return [];
  const { ranked: all } = weigh(collection, asked.probes, CLOSELY)({
    bySession: false,
    mostOfSession: CLOSELY,
    written: 1,
  });
  const ranked = all.filter(({ session }) => isOther(session));
  const [best] = ranked;
  if (best === undefined) return [];
  const key = keyOf(best);
  const next = ranked.find((one) => keyOf(one) !== key);
  const lead = next ? best.score / next.score : Infinity;
  const held = heldBy(best);
  const isClear =
    lead >= gate.lead && holds(held, gate.coverage, prompt.least) ||
    lead >= WHOLE.lead && holds(held, WHOLE.coverage, MIN_TOLD_OF_WHOLE);
  if (isClear) return chooseTelling(ranked.filter((one) => keyOf(one) === key));
  const [ofBest, ofNext] = TWO_COVERAGES;
  const areTwo = isQuestion && next !== undefined &&
    findable.logs >= TWO_FROM_SESSIONS &&
    holds(held, ofBest, prompt.least) && holds(heldBy(next), ofNext, 0);
  return areTwo ? [best, next] : [];
}

/** So many more sessions would have a word that any project uses. */
const PLAIN_HOLDERS = 5;

interface Weighed {
  /** What each known term tells, and the whole prompt. */
  readonly worths: readonly number[];
  readonly all: number;
  /** What a passage must hold of it at least. */
  readonly least: number;
}

/**
 * A term tells as much as it is rare; a word that occurs nowhere is the
 * strongest sign of something new. How common a plain word is, a young store
 * cannot know.
 */
function weighPrompt(
  { all: findable, logs }: Findable,
  { probes, unknown }: Asked,
): Weighed {
  const newest = Math.log(2 * logs + 2);
  const rarities = rarityOf(findable, probes);
  const worths = probes.map(({ term, holders: [stem] }, probe) => {
    const own = rarities[stemSlot(probe)] ?? 0;
    return own > 0 && isPlainWord(term)
      ? rarity(findable, stem + PLAIN_HOLDERS)
      : own;
  });
  const missing = unknown.map((stem) =>
    isPlainWord(stem) ? rarity(findable, PLAIN_HOLDERS) : newest
  );
  return {
    worths,
    all: [...worths, ...missing].reduce((sum, worth) => sum + worth, 0),
    least: Math.min(MIN_TOLD, MIN_TOLD_OF_NEWEST * newest),
  };
}

/** The best, and what has terms that the former have not. */
function chooseTelling(ranked: readonly Ranked[]): Ranked[] {
  const told = new Set<number>();
  const telling = ranked.filter((one) => {
    const added = heldBy(one).filter((probe) => !told.has(probe));
    added.forEach((probe) => told.add(probe));
    return added.length > 0;
  });
  const others = ranked.filter((one) => !telling.includes(one));
  return [...telling, ...others].slice(0, MOST_PASSAGES);
}

const keyOf = ({ session, doc }: Ranked) => session ?? `#${doc}`;

/** The terms of the prompt that a document has. */
function heldBy({ rarity: slots, inDocument }: Ranked): number[] {
  const counts = inDocument();
  return Array.from({ length: slots.length / 2 }, (_, probe) => probe)
    .filter((probe) => (counts[stemSlot(probe)] ?? 0) > 0);
}
