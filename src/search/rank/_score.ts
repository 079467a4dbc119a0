/** What words are worth in a text, and each kind of evidence for a session. */

export interface Evidence {
  readonly log: number;
  readonly turn: number;
  readonly entry: number;
  /** The prompt the session began with. */
  readonly opening: number;
  /** What was written about the session: digests, sections, facts. */
  readonly written: number;
  /** What was done: names of files and commands, which many sessions share. */
  readonly tools: number;
}

/** How much each kind of evidence counts. */
export const WEIGHTS: Evidence = {
  log: 1,
  turn: 0.75,
  entry: 0.75,
  opening: 0.35,
  written: 0.4,
  tools: 0.25,
};
/** So many count half of what any number of them could. */
const halfOf = (words: number) => 0.2 * Math.max(1, words) ** 0.6;

/**
 * Rare terms count more, repeated ones less and less. How often a word must be
 * repeated to count for much grows with the text, though more slowly. The
 * counts begin at `start`, one for each rarity.
 */
export function scoreOf(
  counts: ArrayLike<number>,
  rarity: ArrayLike<number>,
  words: number,
  start = 0,
): number {
  const half = halfOf(words);
  let sum = 0;
  for (let slot = 0; slot < rarity.length; slot++) {
    const count = counts[start + slot] as number;
    if (count > 0) sum += (rarity[slot] as number) * count / (count + half);
  }
  return sum;
}
