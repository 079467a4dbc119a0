/**
 * A question as an index can answer it. Where it or the index is not in Latin
 * letters, words of our field stand for the same in other languages; the table
 * of them is not loaded otherwise.
 */

import { stemOf, wordsOf } from "../../base/tokens.ts";
import type { SearchIndex } from "../index/search_index.ts";
import { parseQuery, type Query, type TermAt } from "./query.ts";

const EASTERN = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]/;
/** Pasted texts say in their first lines what they are about. */
const MOST_CHARS = 2000;

export async function readQuestion(
  index: SearchIndex,
  text: string,
): Promise<Query> {
  const head = text.slice(0, MOST_CHARS);
  if (!EASTERN.test(head) && !index.hasEasternWords()) return parseQuery(text);
  const { findLoanwords, tellingPair } = await import("./loanwords.ts");
  const stemIn = (form: string) => {
    const words = wordsOf(form);
    const one = EASTERN.test(form) ? tellingPair(words) : words[0];
    return one === undefined ? [] : [stemOf(one)];
  };
  const fixed = findLoanwords(head).flatMap(
    ({ start, end, forms }): TermAt[] => {
      const [typed = "", ...others] = forms;
      const [stem] = stemIn(typed);
      if (stem === undefined) return [];
      const word = EASTERN.test(typed) ? stem : typed;
      const also = [...new Set(others.flatMap(stemIn))]
        .filter((one) => one !== stem);
      return [{ start, end, term: { stem, word, also } }];
    },
  );
  return parseQuery(text, fixed);
}
