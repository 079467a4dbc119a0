/**
 * What memory has to say to a prompt, if it really has something: at most
 * three passages from one earlier session. Silence is the rule, since a
 * passage that does not belong costs more than one that is missing. It asks
 * the index as it is and changes nothing: a prompt must not wait.
 */

import { parseQuery } from "./query/query.ts";
import { readQuestion } from "./query/read_question.ts";
import { type Ranked, rarityOf, weigh } from "./rank/rank.ts";
import { type Counts, type Probe, stemSlot } from "./rank/tally.ts";
import { shortNames } from "../store/layout.ts";
import { isDamage, openExistingIndex } from "./index/open_search_index.ts";
import type { SearchIndex } from "./index/search_index.ts";
import type { Store } from "../store/store.ts";
import { chooseProbes } from "./query/choose_probes.ts";

/** A memory that matches the prompt well. */
export interface Recollection {
  readonly text: string;
  readonly date: string;
  /** The file it stands in. */
  readonly source: string;
  readonly session?: string | undefined;
}

export interface RecallOptions {
  /** The session that asks: what it says itself is no memory. */
  readonly sessionId?: string;
}

const WAIT_MS = 50;
/** Sessions, of which one may be the one that asks, and documents of each. */
const CLOSELY = 8;
/** A prompt must not wait: fewer words choose than for a search. */
const MOST_HOLDERS = 250;
const MAX_PROMPT_CHARS = 4000;
const MAX_PROMPT_TERMS = 40;
const MOST_PASSAGES = 3;

/** Share of the prompt, by rarity, that a passage must hold. */
const MIN_COVERAGE = 0.45;
/** How much the words it holds must say: two rare ones, or several others. */
const MIN_RARITY = 4.5;
/** The same in words that occur once, for a young store where none is rare. */
const MIN_RARE_WORDS = 1.3;
/** How far the session must stand out from the next. */
const MIN_LEAD = 1.25;

export async function recallForPrompt(
  store: Store,
  prompt: string,
  { sessionId }: RecallOptions = {},
): Promise<Recollection[]> {
  const head = prompt.slice(0, MAX_PROMPT_CHARS);
  if (parseQuery(head).terms.length < 2) return [];
  try {
    return await ask(store, head, sessionId);
  } catch (error) {
    // A damaged index is made anew when the turn is over.
    if (isDamage(error)) return [];
    throw error;
  }
}

async function ask(
  store: Store,
  prompt: string,
  sessionId: string | undefined,
): Promise<Recollection[]> {
  using index = await openExistingIndex(store, WAIT_MS);
  if (index === undefined) return [];
  const asked = (await readQuestion(index, prompt)).terms
    .slice(0, MAX_PROMPT_TERMS);
  const { probes, unknown } = chooseProbes(index, asked, MOST_HOLDERS);
  const chosen = choose(index, probes, unknown, sessionId);
  if (chosen.length === 0) return [];
  // Most prompts come never this far.
  const { readPassages } = await import("./_read_passages.ts");
  return await readPassages(store, index, probes, chosen);
}

/** The documents worth telling, best first; mostly none. */
function choose(
  index: SearchIndex,
  probes: readonly Probe[],
  unknown: number,
  sessionId: string | undefined,
): Ranked[] {
  const own = sessionId ? [sessionId, ...shortNames(sessionId)] : [];
  const isOther = ({ session }: Ranked) => !own.includes(session ?? "");
  const collection = index.collection();
  const { findable } = collection;
  // A word that occurs nowhere is the strongest sign of something new.
  const newest = Math.log(2 * findable.logs + 2);
  const least = Math.min(MIN_RARITY, MIN_RARE_WORDS * newest);
  const isTelling = ({ rarity, all }: Held) =>
    rarity >= least && rarity >= MIN_COVERAGE * (all + unknown * newest);
  // Most prompts say nothing that a passage could stand out by.
  const rarity = rarityOf(findable.all, probes);
  if (!isTelling(heldWhere(rarity, () => true))) return [];
  const { ranked: all } = weigh(collection, probes, CLOSELY)({
    bySession: false,
    mostOfSession: CLOSELY,
  });
  const ranked = all.filter(isOther);
  const [best] = ranked;
  if (best === undefined) return [];
  const key = keyOf(best);
  const next = ranked.find((one) => keyOf(one) !== key);
  if (next && best.score < MIN_LEAD * next.score) return [];
  if (!isTelling(heldBy(best))) return [];
  const told = new Set<number>();
  return ranked.filter((one) => {
    if (keyOf(one) !== key || !isTelling(heldBy(one))) return false;
    // Each further passage must say something the former do not.
    const added = heldBy(one).probes.filter((probe) => !told.has(probe));
    added.forEach((probe) => told.add(probe));
    return added.length > 0;
  }).slice(0, MOST_PASSAGES);
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
