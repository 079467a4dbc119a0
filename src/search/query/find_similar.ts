/**
 * When nothing has the words of a question: words of the index that begin with
 * them, or differ by one letter. Never before that: on real questions looking
 * for similar words at once finds worse places.
 */

import type { QueryTerm } from "./query.ts";
import { stemOf } from "../../base/tokens.ts";
import type { SearchIndex } from "../index/search_index.ts";

const MOST_WORDS = 5;
/** Shorter words have too many neighbours. */
const MIN_FUZZY_CHARS = 5;
const CANDIDATES = 3000;

export function findSimilar(
  index: SearchIndex,
  terms: readonly QueryTerm[],
): QueryTerm[] {
  const words = terms.slice(0, 20).flatMap(({ word, stem }) =>
    similarWords(index, word ?? stem)
  );
  return [...new Set(words)].map((word) => ({ stem: stemOf(word), word }));
}

function similarWords(index: SearchIndex, word: string): string[] {
  const longer = index.wordsLike(word, MOST_WORDS);
  if (longer.length > 0 || word.length < MIN_FUZZY_CHARS) return longer;
  const candidates = [...word.slice(0, 2)].length < 2
    ? []
    : index.wordsLike(word.slice(0, 2), CANDIDATES);
  return candidates.filter((one) => isOneApart(one, word)).slice(0, MOST_WORDS);
}

/** One letter more, less, other, or two swapped. */
function isOneApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  const most = Math.min(a.length, b.length) - start;
  while (end < most && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [restA, restB] = [a, b].map((one) =>
    one.slice(start, one.length - end)
  );
  if ((restA ?? "").length <= 1 && (restB ?? "").length <= 1) return true;
  return restA?.length === 2 && restB === `${restA[1]}${restA[0]}`;
}
