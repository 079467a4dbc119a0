/** A guess at what a mistyped word was meant to be. */

export function didYouMean(
  word: string,
  known: readonly string[],
  /** What goes before it. */
  before = "",
): string | undefined {
  if (known.length === 0 || word.length > 60) return undefined;
  const [closest = "", distance = Infinity] = known
    .map((one) => [one, lettersApart(word, one)] as const)
    .reduce((best, one) => one[1] < best[1] ? one : best);
  const allowed = Math.max(1, Math.floor(word.length / 3));
  return distance <= allowed
    ? `Did you mean "${before}${closest}"?`
    : undefined;
}

/**
 * The edit distance, with two letters swapped as one step. The standard library
 * has one too, but with a table of four megabytes that every command would load.
 */
function lettersApart(a: string, b: string): number {
  let twoAbove: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 0; i < a.length; i++) {
    const row = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const changed = (above[j] ?? 0) + (a[i] === b[j] ? 0 : 1);
      const isSwapped = i > 0 && j > 0 && a[i] === b[j - 1] &&
        a[i - 1] === b[j];
      row.push(Math.min(
        changed,
        (above[j + 1] ?? 0) + 1,
        (row[j] ?? 0) + 1,
        isSwapped ? (twoAbove[j - 1] ?? 0) + 1 : Infinity,
      ));
    }
    [twoAbove, above] = [above, row];
  }
  return above[b.length] ?? 0;
}
