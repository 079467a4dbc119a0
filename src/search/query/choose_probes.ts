/**
 * What is looked up for a question: its rarest words, each standing for all
 * words of its stem.
 */

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
  /** Terms of the question that occur nowhere. */
  readonly unknown: number;
}

export function chooseProbes(
  index: SearchIndex,
  terms: readonly QueryTerm[],
  mostHolders = MOST_HOLDERS,
): Asked {
  const forms = index.forms(terms.map(({ stem }) => stem));
  const found = terms.map(({ stem, word }, i) => ({
    term: stem,
    words: (forms[i] ?? []).map((one) => ({
      ...one,
      isExact: one.word === word,
    })),
  }));
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
  return { probes, unknown: terms.length - known.length };
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
