/** A guess at what a mistyped word was meant to be. */

import { closestString, levenshteinDistance } from "@std/text";

export function didYouMean(
  word: string,
  known: readonly string[],
): string | undefined {
  if (known.length === 0 || word.length > 60) return undefined;
  const closest = closestString(word, known);
  const allowed = Math.max(1, Math.floor(word.length / 3));
  return levenshteinDistance(word, closest) <= allowed
    ? `Did you mean "${closest}"?`
    : undefined;
}
