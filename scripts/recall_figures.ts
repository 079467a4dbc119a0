/** All figures of search and recall on the development sets. */

import { rebuildSearchIndex } from "../src/search/index/rebuild_search_index.ts";
import { searchWordings } from "../src/search/search_memory.ts";
import { withSearchIndex } from "../src/search/index/with_search_index.ts";
import type { Store } from "../src/store/store.ts";
import { seededRandom } from "../tests/support/world/seeded_random.ts";
import {
  figuresOf,
  type Half,
  halve,
  measureRecall,
  measureSearch,
  measureSnippets,
  productSearcher,
  rankAnswers,
  type RecallFigures,
  type SearchFigures,
} from "./measure_recall.ts";
import {
  plainSearcher,
  readSessions,
  type Searcher,
  substringSearcher,
} from "./recall_baselines.ts";
import { LANGUAGES, readLanguage } from "./recall_languages.ts";
import {
  ASKED_TO_TUNE_ON,
  BENCH_WORLD,
  prepareStore,
  type Question,
  readAsked,
  readSet,
  readTranscripts,
  SETS,
  SHARED_DATA,
  storeOf,
} from "./recall_sets.ts";
import { readToolLines } from "./recall_tools.ts";

export interface SetFigures {
  readonly name: string;
  readonly tools: boolean;
  readonly sessions: number;
  readonly documents: number;
  readonly indexBytes: number;
  /** By engine, then by half. */
  readonly search: Readonly<Record<string, Record<string, SearchFigures>>>;
  readonly recall: Readonly<Record<string, RecallFigures>>;
  /** Percent of an answer's words that the first hit of a search shows. */
  readonly snippetWords: number;
  readonly curve: readonly CurvePoint[];
}

export interface CurvePoint {
  readonly coverage: number;
  readonly lead: number;
  /** Percent, on the half to tune on. */
  readonly delivered: number;
  readonly right: number;
  /** Of prompts that have no answer here. */
  readonly unrelated: number;
  readonly unanswerable: number;
  /** Of the questions in one's own words, where there are any. */
  readonly asked?: Pick<RecallFigures, "delivered" | "right">;
}

const COVERAGES = [0.36, 0.4, 0.44, 0.48, 0.52, 0.56];
const LEADS = [1.1, 1.15, 1.2, 1.25, 1.3];

export async function figuresOfSets(
  dir: string,
  { full }: { readonly full: boolean },
): Promise<SetFigures[]> {
  const lines = await readToolLines(`${SHARED_DATA}/transcripts`);
  const figures: SetFigures[] = [];
  for (const name of SETS) {
    for (const tools of [false, true]) {
      const store = await prepareStore(
        name,
        `${dir}/${name}${tools ? "-tools" : ""}`,
        tools ? { tools: lines } : {},
      );
      figures.push(await figuresOfSet(name, tools, store, full));
    }
  }
  return figures;
}

async function figuresOfSet(
  name: string,
  tools: boolean,
  store: Store,
  full: boolean,
): Promise<SetFigures> {
  const { bytes, documents } = await rebuildSearchIndex(store, () => {});
  const set = readSet(name);
  const asked = name === SETS[0] ? readAsked() : [];
  const halves = [...halve(set.questions), ...halvesOfAsked(asked)];
  const sessions = readSessions(store, tools);
  const engines: [string, Searcher][] = [
    ...(full
      ? [
        ["substring", substringSearcher(sessions)],
        ["plain FTS5", await plainSearcher(sessions)],
        ["search", productSearcher(store, false)],
      ] satisfies [string, Searcher][]
      : []),
    ["search --deep", productSearcher(store, true)],
  ];
  const search: Record<string, Record<string, SearchFigures>> = {};
  for (const [engine, searcher] of engines) {
    const of = search[engine] = {} as Record<string, SearchFigures>;
    for (const half of halves) {
      of[half.name] = await measureSearch(searcher, half.questions);
    }
    if (name === SETS[0]) {
      const days = await daysOf(name);
      const dated = withDays(set.questions, days);
      of["with a day"] = await measureSearch(searcher, dated);
      of["only a day"] = await measureSearch(searcher, onlyDays(days));
    }
  }
  const recall: Record<string, RecallFigures> = {};
  const unrelated = readSet(SETS.find((one) => one !== name) ?? name).questions;
  for (
    const half of [
      ...halves,
      { name: "no answer", questions: set.unanswerable },
      { name: "unrelated", questions: unrelated },
    ].filter(({ questions }) => questions.length > 0)
  ) {
    recall[half.name] = await measureRecall(store, half.questions);
  }
  const tuned = halves[1]?.questions ?? [];
  const curve = full
    ? await curveOf(store, tuned, unrelated, set.unanswerable, asked)
    : [];
  return {
    name,
    tools,
    sessions: sessions.length,
    documents,
    indexBytes: bytes,
    search,
    recall,
    snippetWords: await measureSnippets(store, set.questions),
    curve,
  };
}

/** The first of them were to tune on. */
function halvesOfAsked(asked: readonly Question[]): Half[] {
  return [
    { name: "asked", questions: asked },
    { name: "asked, tuned on", questions: asked.slice(0, ASKED_TO_TUNE_ON) },
    { name: "asked, held back", questions: asked.slice(ASKED_TO_TUNE_ON) },
  ].filter(({ questions }) => questions.length > 0);
}

async function curveOf(
  store: Store,
  questions: readonly Question[],
  unrelated: readonly Question[],
  unanswerable: readonly Question[],
  asked: readonly Question[],
): Promise<CurvePoint[]> {
  const curve: CurvePoint[] = [];
  for (const coverage of COVERAGES) {
    for (const lead of LEADS) {
      const gate = { coverage, lead };
      const own = await measureRecall(store, questions, gate);
      const others = await measureRecall(store, unrelated, gate);
      const none = await measureRecall(store, unanswerable, gate);
      const toTuneOn = asked.slice(0, ASKED_TO_TUNE_ON);
      const { delivered, right } = await measureRecall(store, toTuneOn, gate);
      curve.push({
        ...gate,
        ...(asked.length > 0 ? { asked: { delivered, right } } : {}),
        delivered: own.delivered,
        right: own.right,
        unrelated: others.shown,
        unanswerable: none.shown,
      });
    }
  }
  return curve;
}

const MONTHS =
  "January February March April May June July August September October November December"
    .split(" ");
const MOST_DAYS_EARLY = 10;

/** When each session of a set began. */
async function daysOf(name: string): Promise<ReadonlyMap<string, number>> {
  const days = new Map<string, number>();
  for await (const { sessionId, lines } of readTranscripts(name)) {
    const [first = "{}"] = lines.split("\n");
    days.set(sessionId, Date.parse(JSON.parse(first).timestamp));
  }
  return days;
}

function nameDay(at: number): string {
  const day = new Date(at);
  return `${MONTHS[day.getUTCMonth()]} ${day.getUTCDate()}`;
}

/** The same queries, each with a day up to ten days before its session. */
function withDays(
  questions: readonly Question[],
  days: ReadonlyMap<string, number>,
): Question[] {
  const random = seededRandom(5);
  return questions.map((question) => {
    const early = Math.floor(random() * MOST_DAYS_EARLY) * 24 * 60 * 60_000;
    const day = nameDay((days.get(question.gold[0] ?? "") ?? 0) - early);
    return { ...question, query: `${question.query} on ${day}` };
  });
}

/** What was done on each day on which a session began. */
function onlyDays(days: ReadonlyMap<string, number>): Question[] {
  const byDay = Map.groupBy(days, ([, at]) => nameDay(at));
  return [...byDay].map(([day, sessions]) => ({
    id: day,
    query: `what did we work on on ${day}`,
    gold: sessions.map(([session]) => session),
  }));
}

export interface LanguageFigures {
  readonly name: string;
  readonly half: string;
  readonly search: SearchFigures;
  readonly plain: SearchFigures;
  readonly recall: RecallFigures;
}

export async function figuresOfLanguages(
  dir: string,
): Promise<LanguageFigures[]> {
  const figures: LanguageFigures[] = [];
  for (const name of LANGUAGES) {
    const set = readLanguage(name);
    const store = await storeOf(set.transcripts, `${dir}/${name}`);
    const searcher = productSearcher(store, true);
    const plain = await plainSearcher(readSessions(store, false));
    for (const half of ["tunedOn", "heldBack"] as const) {
      figures.push({
        name,
        half,
        search: await measureSearch(searcher, set[half]),
        plain: await measureSearch(plain, set[half]),
        recall: await measureRecall(store, set[half]),
      });
    }
  }
  return figures;
}

export interface WordingFigures {
  readonly name: string;
  readonly wordings: number;
  readonly search: SearchFigures;
  /** How many are found earlier and later than without them. */
  readonly gained: number;
  readonly lost: number;
}

/** `search --also`, with wordings that were written from the question alone. */
export async function figuresOfWordings(
  dir: string,
): Promise<WordingFigures[]> {
  const file = new URL("../tests/support/recall/rewrites.txt", import.meta.url);
  const wordings = new Map(
    Deno.readTextFileSync(file).trim().split(/\r?\n/).map((line) => {
      const [id = "", ...also] = line.split("|");
      return [id, also] as const;
    }),
  );
  const here = { now: BENCH_WORLD.now(), offsetMinutes: 0 };
  const figures: WordingFigures[] = [];
  for (const name of SETS) {
    const store = await prepareStore(name, `${dir}/wordings-${name}`);
    const questions = readSet(name).questions.filter(({ id }) =>
      wordings.has(id)
    );
    let alone: readonly number[] = [];
    for (const count of [0, 1, 2]) {
      const searcher: Searcher = async (text) => {
        const id = questions.find(({ query }) => query === text)?.id ?? "";
        const also = wordings.get(id)?.slice(0, count) ?? [];
        const request = { text, also, deep: true, limit: 10, context: 0, here };
        const { value } = await withSearchIndex(
          store,
          "bench",
          (index) => searchWordings(store, index, request),
        );
        return value.hits.map(({ session }) => session ?? "");
      };
      const ranks = await rankAnswers(searcher, questions);
      if (count === 0) alone = ranks;
      const place = (rank: number | undefined = -1) =>
        rank < 0 ? Infinity : rank;
      figures.push({
        name,
        wordings: count,
        search: figuresOf(ranks),
        gained: ranks.filter((rank, i) => place(rank) < place(alone[i])).length,
        lost: ranks.filter((rank, i) => place(rank) > place(alone[i])).length,
      });
    }
  }
  return figures;
}
