/** Search: a question in, the best places of memory out. */

import { tokenize } from "../base/tokens.ts";
import { sourceOfDoc } from "./index/doc_id.ts";
import { parseQuery, type Query, type QueryTerm } from "./query/query.ts";
import { coverageOf, weigh } from "./rank/rank.ts";
import { isOnlyTime } from "./query/only_time.ts";
import { isPlainWord } from "./query/plain_words.ts";
import { readQuestion } from "./query/read_question.ts";
import { readTimeHint, splitTime } from "./query/time_hint.ts";
import type { SearchIndex } from "./index/search_index.ts";
import type { Store } from "../store/store.ts";
import { chooseProbes } from "./query/choose_probes.ts";
import { describeHits } from "./_describe_hits.ts";
import { findSimilar } from "./query/find_similar.ts";
import type { AskedTime } from "./_search_time.ts";
import { searchFilter } from "./_search_filter.ts";
import {
  type Found,
  LOGS_TOO,
  type RankedHits,
  type SearchRequest,
} from "./search_request.ts";
import { type Answered, withSearchIndex } from "./index/with_search_index.ts";

/** How many sessions are looked at closely: the best of them is among these. */
const CLOSELY = 30;
/** More where common words choose and the time decides. */
const CLOSELY_IN_TIME = 300;
/** Below this share of the question the summaries do not answer it. */
const ENOUGH_COVERAGE = 0.5;
const MOST_CHARS_AS_IT_STANDS = 200;
/** How much more counts what lies in the time that was named: up to twice. */
const IN_TIME = 1;
const NEWEST = 0.2;

export async function searchMemory(
  store: Store,
  request: SearchRequest,
): Promise<Answered<Found>> {
  const isTimed = readTimed(request) !== undefined;
  if (!isTimed && parseQuery(request.text).terms.length === 0) {
    const value = await searchAsItStands(store, request);
    return { value, scanned: null, unread: 0 };
  }
  return await withSearchIndex(
    store,
    "search",
    (index) => searchWordings(store, index, request),
  );
}

/** Nothing but words that are in every text: then they must stand so. */
async function searchAsItStands(
  store: Store,
  request: SearchRequest,
): Promise<Found> {
  const { searchByPattern } = await import("./search_by_pattern.ts");
  const words = request.text.trim().slice(0, MOST_CHARS_AS_IT_STANDS)
    .split(/\s+/).map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  const text = words.join("\\s+");
  const found = await searchByPattern(store, { ...request, text });
  const note = tokenize(request.text).length > 0
    ? "Only common words; searched for the exact phrase"
    : "No word in it; searched for the exact text";
  return { ...found, notes: [...found.notes, note] };
}

/** Each wording sees as far as the question itself must. */
const WORDING_LIMIT = 30;

export async function searchWordings(
  store: Store,
  index: SearchIndex,
  request: SearchRequest,
): Promise<Found> {
  const { text, also = [], limit } = request;
  if (also.length === 0) return await searchIndex(store, index, request);
  const { fuseHits } = await import("./_fuse_hits.ts");
  const found: Found[] = [];
  for (const wording of [text, ...also]) {
    found.push(
      await searchIndex(store, index, {
        ...request,
        text: wording,
        limit: Math.max(limit, WORDING_LIMIT),
      }),
    );
  }
  return fuseHits(found, limit);
}

export async function searchIndex(
  store: Store,
  index: SearchIndex,
  request: SearchRequest,
): Promise<Found> {
  const timed = readTimed(request);
  const rest = timed && await readQuestion(index, timed.rest);
  const isOnly = rest !== undefined && isOnlyTime(rest);
  if (timed && isOnly) {
    const { listTime } = await import("./_search_time.ts");
    const then = listTime(index, timed.time, request);
    if (then) return await describeHits(store, index, then, request);
  }
  const query = rest && !isOnly
    ? rest
    : await readQuestion(index, request.text);
  for (const ask of [askAsTyped, askWithoutQuotes, askSimilar]) {
    const found = ask(index, query, request);
    if (found === undefined || found.total === 0) continue;
    const told = isOnly ? withNote(found, NOTHING_THEN) : found;
    return await describeHits(store, index, told, request);
  }
  return { hits: [], total: 0, deep: request.deep, notes: [] };
}

const NOTHING_THEN = "Nothing is from that time; searched for the words";

interface TimedQuestion {
  /** Without the words that name the time: they are none to look for. */
  readonly rest: string;
  readonly time: AskedTime;
}

/** Undefined where no time is named, or what is quoted must stand so. */
function readTimed({ text, here }: SearchRequest): TimedQuestion | undefined {
  const hint = text.includes('"') ? undefined : readTimeHint(text, here);
  if (hint?.fits === undefined) return undefined;
  const [rest, words] = splitTime(text, hint);
  return { rest, time: { words, bounds: hint.bounds } };
}

type Ask = (
  index: SearchIndex,
  query: Query,
  request: SearchRequest,
) => RankedHits | undefined;

const askAsTyped: Ask = (index, query, request) =>
  searchTerms(index, query, query.terms, request);

/** A sentence may quote what memory tells in other words. */
const askWithoutQuotes: Ask = (index, query, request) => {
  if (query.phrases.length === 0) return undefined;
  const loose = { ...query, phrases: [] };
  return withNote(
    searchTerms(index, loose, query.terms, request),
    "Nothing has the quoted words side by side; searched for each of them",
  );
};

const askSimilar: Ask = (index, query, request) => {
  const similar = findSimilar(index, query.terms);
  const words = similar.map(({ stem }) => stem).join(", ");
  return withNote(
    searchTerms(index, { ...query, phrases: [] }, similar, request),
    `Nothing has these words; searched for similar ones: ${words}`,
  );
};

const withNote = (found: RankedHits, note: string): RankedHits => ({
  ...found,
  notes: [...found.notes, note],
});

function searchTerms(
  index: SearchIndex,
  query: Query,
  terms: readonly QueryTerm[],
  request: SearchRequest,
): RankedHits {
  const { probes } = chooseProbes(index, terms);
  const collection = index.collection();
  const isPlain = terms.every(({ stem }) => isPlainWord(stem));
  const boost = timeBoost(index, request);
  const closely = isFiltered(query, request)
    ? Infinity
    : Math.max(boost && isPlain ? CLOSELY_IN_TIME : CLOSELY, 3 * request.limit);
  const rank = weigh(collection, probes, closely);
  const search = (deep: boolean) => {
    const accept = searchFilter(index, query, { ...request, deep });
    const bySession = deep && request.session === undefined;
    const logs = request.layers?.includes("l1") ?? deep;
    return rank({ accept, logs, boost, bySession });
  };
  const { ranked, total } = search(request.deep);
  const best = Math.max(0, ...ranked.slice(0, 5).map(coverageOf));
  const isEnough = request.deep || request.layers !== undefined ||
    best >= ENOUGH_COVERAGE;
  if (isEnough) {
    const { deep } = request;
    return { probes, ranked, total, deep, notes: [] };
  }
  const deeper = search(true);
  return {
    probes,
    ...deeper,
    deep: true,
    notes: deeper.total > 0 ? [LOGS_TOO] : [],
  };
}

/** Then what looks best as a whole may not be shown at all. */
function isFiltered({ phrases }: Query, request: SearchRequest): boolean {
  const { layers, since, until, session } = request;
  return phrases.length > 0 ||
    [layers, since, until, session].some((one) => one !== undefined);
}

/** More for what lies in the time the question speaks of. */
function timeBoost(
  index: SearchIndex,
  { text, here }: SearchRequest,
): ((doc: number) => number) | undefined {
  const hint = readTimeHint(text, here);
  if (hint === undefined) return undefined;
  const age = hint.newest ? agesOf(index.sessionTimes()) : undefined;
  return (doc) => {
    const ts = index.doc(doc)?.ts ?? index.source(sourceOfDoc(doc))?.lastTs;
    const fit = ts && hint.fits?.(ts) || 0;
    return 1 + Math.max(IN_TIME * fit, NEWEST * (age?.(ts ?? "") ?? 0));
  };
}

/** From 0 for the oldest to 1 for the newest, evenly by rank. */
function agesOf(times: readonly string[]): (ts: string) => number {
  return (ts) => {
    const later = times.findIndex((one) => one > ts);
    const place = later < 0 ? times.length : later;
    return times.length === 0 ? 0 : place / times.length;
  };
}
