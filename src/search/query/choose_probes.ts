/**
 * What is looked up for a question: its rarest words, each standing for all
 * words of its stem.
 */

import { stemOf } from "../../base/tokens.ts";
import type { QueryTerm } from "./query.ts";
import type { Probe, ProbeWord } from "../rank/tally.ts";
import type { SearchIndex } from "../index/search_index.ts";

/** More cost time and do not find more. */
const MOST_TERMS = 12;
/**
 * The rarest choose: the first, two more unless thousands of sessions have
 * them, and all others while few have.
 */
const LEADING = 3;
const MOST_HOLDERS = 400;
const MOST_HOLDERS_OF_LEADING = 1500;

export interface Asked {
  readonly probes: readonly Probe[];
  /** Stems of the question that occur nowhere. */
  readonly unknown: readonly string[];
}

export function chooseProbes(
  index: SearchIndex,
  asked: readonly QueryTerm[],
  mostHolders = MOST_HOLDERS,
): Asked {
  const typed = lookUp(index, asked);
  const terms = splitUnknown(index, asked, typed);
  const found = terms === asked ? typed : lookUp(index, terms);
  const holders = countHolders(index, found.map(({ words }) => words));
  const known = found.map((one, i) => ({
    ...one,
    holders: holders[i] ?? [0, 0],
  })).filter(({ holders: [stem] }) => stem > 0);
  let sum = 0;
  const probes = known.toSorted((a, b) => a.holders[0] - b.holders[0])
    .slice(0, MOST_TERMS)
    .map((one, i) => {
      sum += one.holders[0];
      return {
        ...one,
        leads: i === 0 ||
          sum <= (i < LEADING ? MOST_HOLDERS_OF_LEADING : mostHolders),
      };
    });
  return { probes, unknown: findUnknown(asked, typed) };
}

interface FoundTerm {
  readonly term: string;
  readonly words: readonly ProbeWord[];
}

/** The words of the index that each term means, each once. */
function lookUp(
  index: SearchIndex,
  terms: readonly QueryTerm[],
): FoundTerm[] {
  const joined = joinedPairs(terms);
  const stems = terms.flatMap(({ stem, also = [] }, i) => [
    [stem, i] as const,
    ...[...also, ...(joined[i] ?? [])].map((one) => [one, i] as const),
  ]);
  const forms = index.forms(stems.map(([stem]) => stem));
  const words = terms.map((): ProbeWord[] => []);
  const taken = new Set<number>();
  // What was typed first, so that no other term takes it.
  const own = stems.map(([stem, i], at) => ({
    i,
    at,
    isOwn: terms[i]?.stem === stem,
  }));
  for (const { i, at } of own.toSorted((a, b) => +b.isOwn - +a.isOwn)) {
    for (const one of forms[at] ?? []) {
      if (taken.has(one.id)) continue;
      taken.add(one.id);
      words[i]?.push({ ...one, isExact: one.word === terms[i]?.word });
    }
  }
  return terms.map(({ stem }, i) => ({ term: stem, words: words[i] ?? [] }));
}

/** "ice cream" is also asked for by "icecream". */
function joinedPairs(terms: readonly QueryTerm[]): string[][] {
  return terms.map(({ word }, i) => {
    const next = terms[i + 1]?.word;
    return isLatin(word) && isLatin(next) ? [stemOf(`${word}${next}`)] : [];
  });
}

const LEAST_PART = 3;

/** "icecream", if nothing has it, is asked for by "ice" and "cream". */
function splitUnknown(
  index: SearchIndex,
  terms: readonly QueryTerm[],
  found: readonly FoundTerm[],
): readonly QueryTerm[] {
  const unknown = terms.filter(({ word = "" }, i) =>
    found[i]?.words.length === 0 && isLatin(word) &&
    word.length >= 2 * LEAST_PART
  );
  if (unknown.length === 0) return terms;
  const splits = unknown.flatMap((term) => {
    const { word = "" } = term;
    const places = word.length - 2 * LEAST_PART + 1;
    return Array.from({ length: places }, (_, i) => {
      const at = LEAST_PART + i;
      const parts = [word.slice(0, at), word.slice(at)];
      return {
        term,
        stems: parts.map(stemOf),
        short: Math.min(at, word.length - at),
      };
    });
  });
  const forms = index.forms(splits.flatMap(({ stems }) => stems));
  const best = new Map<QueryTerm, typeof splits[number]>();
  splits.forEach((one, i) => {
    const isKnown = [2 * i, 2 * i + 1].every((at) =>
      (forms[at]?.length ?? 0) > 0
    );
    if (isKnown && one.short > (best.get(one.term)?.short ?? 0)) {
      best.set(one.term, one);
    }
  });
  if (best.size === 0) return terms;
  const all = terms.flatMap((term) =>
    best.get(term)?.stems.map((stem): QueryTerm => ({ stem })) ?? [term]
  );
  return [...new Map(all.map((term) => [term.stem, term])).values()];
}

const isLatin = (word: string | undefined) =>
  word !== undefined && /^[a-z]{2,20}$/.test(word);

/**
 * A pair of characters that is in no text may lie between two words, so of
 * pairs in a row that are unknown only every other is something new.
 */
function findUnknown(
  terms: readonly QueryTerm[],
  found: readonly FoundTerm[],
): string[] {
  let pairs = 0;
  return terms.flatMap(({ stem, isPair }, i) => {
    if (found[i]?.words.length !== 0) pairs = 0;
    else if (!isPair || ++pairs % 2 === 0) return [stem];
    return [];
  });
}

/** How many have any of the words, and how many the one that was typed. */
function countHolders(
  index: SearchIndex,
  forms: readonly (readonly ProbeWord[])[],
): (readonly [number, number])[] {
  const stems = forms.map((words) => words.map(({ id }) => id));
  const typed = forms.map((words) =>
    words.filter(({ isExact }) => isExact).map(({ id }) => id)
  );
  // Where the word has no other form, both are the same.
  const apart = [...forms.keys()].filter((i) =>
    typed[i]?.length !== stems[i]?.length
  );
  const counts = index.countHolders([
    ...stems,
    ...apart.map((i) => typed[i] ?? []),
  ]);
  return stems.map((_, i) => {
    const at = apart.indexOf(i);
    const all = counts[i] ?? 0;
    return [all, at < 0 ? all : counts[stems.length + at] ?? 0];
  });
}
