/**
 * Whether memory has something to say to a prompt, and which documents say it.
 * Silence is the rule: a passage that does not belong costs more than one that
 * is missing. The thresholds were chosen on the curve that `bench:recall`
 * prints; MEASURED.md has it.
 */

import { type Ranked, rarityOf, weigh } from "./rank/rank.ts";
import { type Counts, type Probe, stemSlot } from "./rank/tally.ts";
import type { SearchIndex } from "./index/search_index.ts";

export interface Gate {
  /** Share of the prompt, by rarity, that the best passage must hold. */
  readonly coverage: number;
  /** How far the session must stand out from the next. */
  readonly lead: number;
}

const SMALL = 30;
const LARGE = 120;

/**
 * Where there is much, something is always similar. Where there is little, the
 * best leads by less, and is right all the same.
 */
export function gateFor(sessions: number): Gate {
  const size = Math.max(0, Math.min(1, (sessions - SMALL) / (LARGE - SMALL)));
  return { coverage: 0.45 + 0.05 * size, lead: 1.15 + 0.1 * size };
}

/** Sessions, of which one may be the one that asks, and documents of each. */
const CLOSELY = 8;
export const MOST_PASSAGES = 3;

/** How much the words it holds must say: two rare ones, or several others. */
const MIN_RARITY = 4.5;
/** The same in words that occur once, for a young store where none is rare. */
const MIN_RARE_WORDS = 1.3;

/** The documents worth telling, best first; mostly none. */
export function chooseDocuments(
  index: SearchIndex,
  probes: readonly Probe[],
  unknown: number,
  isOther: (session: string | null) => boolean,
  measured?: Gate,
): Ranked[] {
  const collection = index.collection();
  const { findable } = collection;
  const gate = measured ?? gateFor(findable.logs);
  // A word that occurs nowhere is the strongest sign of something new.
  const newest = Math.log(2 * findable.logs + 2);
  const least = Math.min(MIN_RARITY, MIN_RARE_WORDS * newest);
  const coverage = ({ rarity, all }: Held) =>
    rarity / Math.max(all + unknown * newest, 1e-9);
  // Most prompts say nothing that a passage could stand out by.
  const rarity = rarityOf(findable.all, probes);
  const most = heldWhere(rarity, () => true);
  if (most.rarity < least || coverage(most) < gate.coverage) return [];
  const { ranked: all } = weigh(collection, probes, CLOSELY)({
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
  if (lead < gate.lead || held.rarity < least) return [];
  if (coverage(held) < gate.coverage) return [];
  return chooseTelling(ranked.filter((one) => keyOf(one) === key));
}

/** The best, and what has terms that the former have not. */
function chooseTelling(ranked: readonly Ranked[]): Ranked[] {
  const told = new Set<number>();
  const telling = ranked.filter((one) => {
    const added = heldBy(one).probes.filter((probe) => !told.has(probe));
    added.forEach((probe) => told.add(probe));
    return added.length > 0;
  });
  const others = ranked.filter((one) => !telling.includes(one));
  return [...telling, ...others].slice(0, MOST_PASSAGES);
}

const keyOf = ({ session, doc }: Ranked) => session ?? `#${doc}`;

interface Held {
  readonly probes: readonly number[];
  /** How rare they are together, and all terms of the prompt. */
  readonly rarity: number;
  readonly all: number;
}

function heldBy({ rarity, inDocument }: Ranked): Held {
  const counts = inDocument();
  return heldWhere(rarity, (slot) => (counts[slot] ?? 0) > 0);
}

function heldWhere(rarity: Counts, has: (slot: number) => boolean): Held {
  const probes: number[] = [];
  let [held, all] = [0, 0];
  for (let probe = 0; stemSlot(probe) < rarity.length; probe++) {
    const worth = rarity[stemSlot(probe)] ?? 0;
    all += worth;
    if (!has(stemSlot(probe))) continue;
    held += worth;
    probes.push(probe);
  }
  return { probes, rarity: held, all };
}
