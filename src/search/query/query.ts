/**
 * A question as it was typed: words to look for and quoted phrases. There is
 * no syntax to get wrong: whatever else is typed is just more words.
 */

import { stemOf, tokenize, wordsOf } from "../../base/tokens.ts";

export interface QueryTerm {
  readonly stem: string;
  /** As it was typed; absent for a part of an identifier. */
  readonly word?: string;
}

export interface Query {
  readonly text: string;
  /** Each stem once, in the order of the question. */
  readonly terms: readonly QueryTerm[];
  /** Words that must follow one another, from what stands in quotes. */
  readonly phrases: readonly (readonly string[])[];
}

/** Nobody types more; what is pasted says early what it is about. */
const MAX_CHARS = 200_000;
const MAX_TERMS = 400;
const MAX_PHRASES = 8;
const MAX_PHRASE_WORDS = 20;

export function parseQuery(text: string): Query {
  const asked = text.slice(0, MAX_CHARS);
  const phrases = [...asked.matchAll(/["“”„«]([^"“”„«»]+)["“”»]/g)]
    .slice(0, MAX_PHRASES)
    .map(([, phrase = ""]) => wordsOf(phrase).slice(0, MAX_PHRASE_WORDS))
    .filter((words) => words.length > 1);
  const terms = new Map<string, QueryTerm>();
  for (const { words, isStopWord } of tokenize(asked)) {
    if (isStopWord) continue;
    words.forEach((word, i) => {
      const stem = stemOf(word);
      if (i === 0) terms.set(stem, { stem, word });
      else if (!terms.has(stem)) terms.set(stem, { stem });
    });
    if (terms.size >= MAX_TERMS) break;
  }
  return { text, terms: [...terms.values()], phrases };
}
