/**
 * How alike two names are, from 0 to 1. Names that differ only in case, spaces
 * and separators are the same: `TokenRefresh`, `token_refresh`, "token refresh";
 * 토큰갱신, "토큰 갱신". Otherwise each word is compared with the most similar
 * one of the other name by its pairs of letters (of Korean: of the letters in
 * its syllables, so that 토큰 and 토큰을 are near), long words weigh more, and a
 * word without a similar one counts as 0. Word order does not matter; names
 * with different numbers are different, and so are identifiers that each have a
 * word the other lacks.
 */

/** Names this alike are one concept. */
export const SAME_NAME = 0.7;
/** Below this two words count as unrelated. */
const SAME_WORD = 0.6;
/** Names are short; this limits the work for an absurd one. */
const MOST_LETTERS = 200;

export function nameSimilarity(a: string, b: string): number {
  const wordsA = wordsOf(a);
  const wordsB = wordsOf(b);
  const joined = wordsA.join("");
  if (joined === "" || wordsB.length === 0) return 0;
  if (joined === wordsB.join("")) return 1;
  if (lacksNumber(wordsA, wordsB) && lacksNumber(wordsB, wordsA)) return 0;
  if (isCode(a) && isCode(b) && lackWords(wordsA, wordsB)) return 0;
  const total = weight(wordsA) + weight(wordsB);
  return (matched(wordsA, wordsB) + matched(wordsB, wordsA)) / total;
}

function wordsOf(name: string): string[] {
  return name.slice(0, MOST_LETTERS).normalize("NFKC")
    .replace(/(\p{Ll}|\p{N})(?=\p{Lu})/gu, "$1 ")
    .replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, "$1 ")
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

const hasNumber = (word: string) => /\p{N}/u.test(word);

function lacksNumber(words: readonly string[], of: readonly string[]): boolean {
  return of.some((word) => hasNumber(word) && !words.includes(word));
}

/** An identifier of several words. */
const isCode = (name: string) =>
  /^[\w$.:/\\-]+$/.test(name.trim()) && wordsOf(name).length > 1;

/** `getUserByName` and `getUserById`: each has a word the other lacks. */
function lackWords(a: readonly string[], b: readonly string[]): boolean {
  const lacks = (words: readonly string[], of: readonly string[]) =>
    of.some((word) =>
      words.every((other) => wordSimilarity(word, other) < SAME_WORD)
    );
  return lacks(a, b) && lacks(b, a);
}

function weight(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + word.length, 0);
}

/** The weighted share of words that have a similar one in the other name. */
function matched(words: readonly string[], others: readonly string[]): number {
  return words.reduce((sum, word) => {
    const best = Math.max(
      ...others.map((other) => wordSimilarity(word, other)),
    );
    return sum + (best >= SAME_WORD ? best * word.length : 0);
  }, 0);
}

/** The Dice coefficient of the letter pairs. */
function wordSimilarity(a: string, b: string): number {
  if (a === b) return 1;
  if (hasNumber(a) || hasNumber(b)) return 0;
  const pairsA = pairsOf(a);
  const pairsB = pairsOf(b);
  const left = [...pairsB];
  let shared = 0;
  for (const pair of pairsA) {
    const at = left.indexOf(pair);
    if (at < 0) continue;
    left.splice(at, 1);
    shared++;
  }
  return 2 * shared / (pairsA.length + pairsB.length);
}

/** With the edges as extra letters, so that beginnings count more. */
function pairsOf(word: string): string[] {
  const letters = ["^", ...word.normalize("NFD"), "$"];
  return letters.slice(1).map((letter, i) => `${letters[i]}${letter}`);
}
