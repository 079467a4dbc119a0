/**
 * A question as it was typed: words to look for and quoted phrases. There is
 * no syntax to get wrong: whatever else is typed is just more words.
 */

import { stemOf, type Token, tokenize, wordsOf } from "../../base/tokens.ts";
import { questionWords } from "./question_words.ts";

export interface QueryTerm {
  readonly stem: string;
  /** As it was typed; absent for a part of an identifier. */
  readonly word?: string;
  /** Stems of other words that mean the same. */
  readonly also?: readonly string[];
  /** A pair of characters, which may belong to two words. */
  readonly isPair?: boolean;
}

export interface Query {
  readonly text: string;
  /** Each stem once, in the order of the question. */
  readonly terms: readonly QueryTerm[];
  /** Words that must follow one another, from what is in quotes. */
  readonly phrases: readonly (readonly string[])[];
  /** Whether there is nothing in it but "and why?". */
  readonly onlyAsks: boolean;
}

/** A stretch of the text that is one term, whatever words are in it. */
export interface TermAt {
  readonly start: number;
  readonly end: number;
  readonly term: QueryTerm;
}

/** No one types more; what is pasted says early what it is about. */
const MAX_CHARS = 200_000;
const MAX_TERMS = 400;
const MAX_PHRASES = 8;
const MAX_PHRASE_WORDS = 20;

const PAIR = /^[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]/;

export function parseQuery(
  text: string,
  fixed: readonly TermAt[] = [],
): Query {
  const asked = text.slice(0, MAX_CHARS);
  const phrases = [...asked.matchAll(/["“”„«]([^"“”„«»]+)["“”»]/g)]
    .slice(0, MAX_PHRASES)
    .map(([, phrase = ""]) => wordsOf(phrase).slice(0, MAX_PHRASE_WORDS))
    .filter((words) => words.length > 1);
  const tokens = tokenize(asked).filter(({ isStopWord }) => !isStopWord);
  const isQuestionWord = questionWords(asked);
  const telling = tokens.filter(({ start, end, words: [word = ""] }) =>
    !isQuestionWord(word, asked.slice(start, end))
  );
  const kept = telling.length > 0 ? telling : tokens;
  const onlyAsks = telling.length === 0 && fixed.length === 0;
  return { text, terms: termsOf(kept, fixed), phrases, onlyAsks };
}

function termsOf(
  tokens: readonly Token[],
  fixed: readonly TermAt[],
): QueryTerm[] {
  const terms = new Map<string, QueryTerm>();
  for (const { term } of fixed) terms.set(term.stem, term);
  for (const { start, end, words } of tokens) {
    words.forEach((word, i) => {
      const isPair = PAIR.test(word);
      // Of Korean a token is all pairs of a word, elsewhere one.
      const from = isPair ? start + i : start;
      const to = isPair ? from + word.length : end;
      if (fixed.some((one) => from < one.end && to > one.start)) return;
      const stem = stemOf(word);
      // What it means in other languages stays, however often it is said.
      if (terms.get(stem)?.also) return;
      if (i === 0) terms.set(stem, { stem, word, isPair });
      else if (!terms.has(stem)) terms.set(stem, { stem, isPair });
    });
    if (terms.size >= MAX_TERMS) break;
  }
  return [...terms.values()];
}
