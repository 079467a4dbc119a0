/**
 * What is looked up for a question: its rarest words, each standing for all
 * words of its stem.
 */

import type { QueryTerm } from "../search/query.ts";
import type { Probe } from "../search/tally.ts";
import type { SearchIndex } from "../store/search_index.ts";

/** More cost time and do not find more. */
const MOST_TERMS = 12;
/** The rarest choose: so many at least, and more while few sessions have them. */
const LEAST_LEADING = 3;
const MOST_HOLDERS = 1000;

export interface Asked {
  readonly probes: readonly Probe[];
  /** Terms of the question that occur nowhere. */
  readonly unknown: number;
}

export function chooseProbes(
  index: SearchIndex,
  terms: readonly QueryTerm[],
): Asked {
  const forms = index.forms(terms.map(({ stem }) => stem));
  const found = terms.map(({ stem, word }, i) => ({
    term: stem,
    words: (forms[i] ?? []).map((one) => ({
      ...one,
      isExact: one.word === word,
    })),
  }));
  const counts = index.countHolders(
    found.flatMap(({ words }) => [
      words.map(({ id }) => id),
      words.filter(({ isExact }) => isExact).map(({ id }) => id),
    ]),
  );
  const known = found.map((one, i) => ({
    ...one,
    holders: [counts[2 * i] ?? 0, counts[2 * i + 1] ?? 0] as const,
  })).filter(({ holders: [stem] }) => stem > 0);
  let holders = 0;
  const probes = known.toSorted((a, b) => a.holders[0] - b.holders[0])
    .slice(0, MOST_TERMS)
    .map((one, i) => {
      holders += one.holders[0];
      return { ...one, leads: i < LEAST_LEADING || holders <= MOST_HOLDERS };
    });
  return { probes, unknown: terms.length - known.length };
}
