/** What is measured of search and recall, as numbers. */

import { stemOf, wordsOf } from "../src/base/tokens.ts";
import {
  recallForPrompt,
  type RecallOptions,
} from "../src/search/recall_for_prompt.ts";
import { searchIndex } from "../src/search/search_memory.ts";
import { withSearchIndex } from "../src/search/index/with_search_index.ts";
import type { Store } from "../src/store/store.ts";
import { seededRandom } from "../tests/support/world/seeded_random.ts";
import type { Searcher } from "./recall_baselines.ts";
import { BENCH_WORLD, type Question } from "./recall_sets.ts";

/** The queries are halved at random: one half to tune on, the other to report. */
const SPLIT_SEED = 7;

export interface Half {
  readonly name: string;
  readonly questions: readonly Question[];
}

export function halve(questions: readonly Question[]): Half[] {
  const random = seededRandom(SPLIT_SEED);
  const drawn = questions.map((question) => ({
    question,
    first: random() < 0.5,
  }));
  const of = (first: boolean) =>
    drawn.filter((one) => one.first === first).map(({ question }) => question);
  return [
    { name: "all", questions },
    { name: "tuned on", questions: of(true) },
    { name: "held back", questions: of(false) },
  ];
}

/** Percent, but for the last. */
export interface SearchFigures {
  readonly queries: number;
  readonly hit1: number;
  readonly hit3: number;
  readonly hit5: number;
  readonly hit10: number;
  readonly mrr: number;
}

export async function measureSearch(
  search: Searcher,
  questions: readonly Question[],
): Promise<SearchFigures> {
  return figuresOf(await rankAnswers(search, questions));
}

/** From 0, where each question's answer is found; -1 if not in the first ten. */
export async function rankAnswers(
  search: Searcher,
  questions: readonly Question[],
): Promise<number[]> {
  const ranks: number[] = [];
  for (const { query, gold } of questions) {
    const sessions = [...new Set(await search(query))].slice(0, 10);
    ranks.push(sessions.findIndex((session) => gold.includes(session)));
  }
  return ranks;
}

export function figuresOf(ranks: readonly number[]): SearchFigures {
  const hit = (k: number) =>
    percent(ranks.filter((rank) => rank >= 0 && rank < k).length, ranks.length);
  const reciprocal = ranks.map((rank) => rank < 0 ? 0 : 1 / (rank + 1));
  const mrr = sum(reciprocal) / ranks.length;
  return {
    queries: ranks.length,
    hit1: hit(1),
    hit3: hit(3),
    hit5: hit(5),
    hit10: hit(10),
    mrr: Math.round(1000 * mrr) / 1000,
  };
}

/** The product's own search, as `search` and as `search --deep`. */
export function productSearcher(store: Store, deep: boolean): Searcher {
  const here = { now: BENCH_WORLD.now(), offsetMinutes: 0 };
  return async (text) => {
    const { value } = await withSearchIndex(
      store,
      "bench",
      (index) =>
        searchIndex(store, index, { text, deep, limit: 10, context: 0, here }),
    );
    return value.hits.map(({ session }) => session ?? "");
  };
}

/** Percent of the questions, but where it says otherwise. */
export interface RecallFigures {
  readonly questions: number;
  readonly shown: number;
  /** Of those shown, how many show a session that holds the answer. */
  readonly right: number;
  /** A session that holds the answer is shown. */
  readonly delivered: number;
  /** Of the words of the answer that the question lacks, how many are shown. */
  readonly answerWords: number;
  readonly chars: number;
}

export async function measureRecall(
  store: Store,
  questions: readonly Question[],
  gate?: RecallOptions["gate"],
): Promise<RecallFigures> {
  let [shown, right, chars] = [0, 0, 0];
  const told: number[] = [];
  for (const { query, gold, answer = "" } of questions) {
    const passages = await recallForPrompt(store, query, gate ? { gate } : {});
    const text = passages.map((one) => one.text).join("\n");
    told.push(...shareTold(answer, query, text));
    if (passages.length === 0) continue;
    shown++;
    chars += text.length;
    if (passages.some(({ session }) => gold.includes(session ?? ""))) right++;
  }
  return {
    questions: questions.length,
    shown: percent(shown, questions.length),
    right: percent(right, shown),
    delivered: percent(right, questions.length),
    answerWords: percent(sum(told), told.length),
    chars: Math.round(chars / Math.max(1, shown)),
  };
}

/**
 * Percent of the words of an answer, those that the question lacks, that the
 * first hit of a search shows.
 */
export async function measureSnippets(
  store: Store,
  questions: readonly Question[],
): Promise<number> {
  const here = { now: BENCH_WORLD.now(), offsetMinutes: 0 };
  const told: number[] = [];
  for (const { query: text, answer = "" } of questions) {
    const request = { text, deep: false, limit: 1, context: 0, here };
    const { value: { hits: [first] } } = await withSearchIndex(
      store,
      "bench",
      (index) => searchIndex(store, index, request),
    );
    told.push(...shareTold(answer, text, first?.snippet ?? ""));
  }
  return percent(sum(told), told.length);
}

/** None for an answer that has no words of its own. */
function shareTold(answer: string, query: string, text: string): number[] {
  const stems = (one: string) => new Set(wordsOf(one).map(stemOf));
  const wanted = stems(answer).difference(stems(query));
  if (wanted.size === 0) return [];
  return [wanted.intersection(stems(text)).size / wanted.size];
}

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

export const percent = (part: number, whole: number) =>
  whole === 0 ? 0 : Math.round(1000 * part / whole) / 10;

/** Half of the interval that holds the true share in 95 of 100 draws. */
export function margin(share: number, of: number): number {
  const p = share / 100;
  const z = 1.96;
  const half = z * Math.sqrt(p * (1 - p) / of + z * z / (4 * of * of)) /
    (1 + z * z / of);
  return Math.round(1000 * half) / 10;
}
