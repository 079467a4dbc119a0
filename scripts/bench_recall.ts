/**
 * How well search and recall find the right session, next to plain baselines,
 * and what they cost.
 *
 *     deno task bench:recall [--rounds N] [--offline-runtime] [--no-times]
 */

import { parseArgs } from "@std/cli/parse-args";
import { rebuildSearchIndex } from "../src/search/index/rebuild_search_index.ts";
import { recallForPrompt } from "../src/search/recall_for_prompt.ts";
import { searchIndex } from "../src/search/search_memory.ts";
import { withSearchIndex } from "../src/search/index/with_search_index.ts";
import { formatBytes } from "../src/output/sizes.ts";
import { renderTable } from "../src/output/table.ts";
import type { Store } from "../src/store/store.ts";
import { seededRandom } from "../tests/support/world/seeded_random.ts";
import { hookPayload, prepare, showProgress } from "./bench.ts";
import { interleave, renderRows } from "./interleave.ts";
import { processCase } from "./process_case.ts";
import {
  plainSearcher,
  readSessions,
  type Searcher,
  substringSearcher,
} from "./recall_baselines.ts";
import {
  BENCH_WORLD,
  prepareStore,
  type Question,
  readSet,
  RECALL_DATA,
  SETS,
} from "./recall_sets.ts";

const ROUNDS = 40;
const SESSIONS = 300;
/** The queries are halved at random: one half to tune on, the other to report. */
const SPLIT_SEED = 7;

interface Half {
  readonly name: string;
  readonly questions: readonly Question[];
}

function halve(questions: readonly Question[]): Half[] {
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

async function measure(
  search: Searcher,
  questions: readonly Question[],
): Promise<string[]> {
  const ranks: number[] = [];
  for (const { query, gold } of questions) {
    const sessions = [...new Set(await search(query))].slice(0, 10);
    ranks.push(sessions.findIndex((session) => gold.includes(session)));
  }
  const share = (k: number) => {
    const hits = ranks.filter((rank) => rank >= 0 && rank < k).length;
    return (100 * hits / ranks.length).toFixed(1);
  };
  const reciprocal = ranks.map((rank) => rank < 0 ? 0 : 1 / (rank + 1));
  const mrr = reciprocal.reduce((a, b) => a + b, 0) / ranks.length;
  return [share(1), share(3), share(5), share(10), mrr.toFixed(3)];
}

/** The product's own search, as `search` and as `search --deep`. */
function productSearcher(store: Store, deep: boolean): Searcher {
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

async function benchSet(name: string, dir: string): Promise<string[][]> {
  const store = await prepareStore(name, dir);
  const start = performance.now();
  const { bytes, documents } = await rebuildSearchIndex(store, () => {});
  const ms = (performance.now() - start).toFixed(0);
  const sessions = readSessions(store);
  const set = readSet(name);
  const halves = halve(set.questions);
  console.log(
    `${name}: ${sessions.length} sessions, ${documents} documents indexed ` +
      `in ${ms} ms, ${formatBytes(bytes)}`,
  );
  const searchers: [string, Searcher][] = [
    ["substring", substringSearcher(sessions)],
    ["plain FTS5, stemming, stop words", await plainSearcher(sessions)],
    ["search", productSearcher(store, false)],
    ["search --deep", productSearcher(store, true)],
  ];
  const rows = [[
    "search",
    "queries",
    "hit@1",
    "hit@3",
    "hit@5",
    "hit@10",
    "MRR",
  ]];
  for (const [label, search] of searchers) {
    const isOurs = label.startsWith("search");
    for (const { name, questions } of isOurs ? halves : halves.slice(0, 1)) {
      rows.push([
        label,
        `${name} (${questions.length})`,
        ...await measure(search, questions),
      ]);
    }
  }
  console.log(`${renderTable(rows)}\n`);
  return await recallRows(store, [
    ...halves.map((half) => ({ ...half, name: `${name}, ${half.name}` })),
    ...(set.unanswerable.length > 0
      ? [{ name: `${name}, no answer`, questions: set.unanswerable }]
      : []),
  ]);
}

async function recallRows(
  store: Store,
  parts: readonly Half[],
): Promise<string[][]> {
  const rows: string[][] = [];
  for (const { name, questions } of parts) {
    let [prompts, passages, right] = [0, 0, 0];
    for (const { query, gold } of questions) {
      const shown = await recallForPrompt(store, query, {});
      if (shown.length > 0) prompts++;
      passages += shown.length;
      right += shown.filter(({ session }) =>
        gold.includes(session ?? "")
      ).length;
    }
    const percent = (part: number, whole: number) =>
      whole === 0 ? "–" : `${(100 * part / whole).toFixed(1)} %`;
    rows.push([
      name,
      String(questions.length),
      percent(prompts, questions.length),
      String(passages),
      percent(right, passages),
    ]);
  }
  return rows;
}

/** A process with 300 sessions in the index, against a bare one. */
async function benchTimes(dir: string, rounds: number, offline: boolean) {
  const store = await prepareStore(SETS[0], dir, { sessions: SESSIONS });
  const { bytes, documents } = await rebuildSearchIndex(store, () => {});
  const { bare, product } = await prepare(offline);
  const project = store.project.root;
  const env = { HOME: dir, CLAUDE_PROJECT_DIR: project };
  const question = "how did we handle stale sessions in wingman";
  const search = (...words: string[]) =>
    processCase(product, ["search", ...words, "--project-dir", project], env);
  const prompt = hookPayload("UserPromptSubmit", "0b5f0c52-bench-prompt", "", {
    prompt: question,
  });
  await search(question)();
  const rows = await interleave(
    [
      { name: "bare", run: processCase(bare, [], env) },
      { name: "search", run: search(question), bar: 2 },
      { name: "search --deep", run: search("--deep", question), bar: 2 },
      {
        name: "hook user-prompt-submit",
        run: processCase(product, ["hook", "user-prompt-submit"], env, prompt),
        bar: 1.7,
      },
    ],
    rounds,
    showProgress(rounds),
  );
  console.log(
    `As a process, ${SESSIONS} sessions (${documents} documents, ` +
      `${formatBytes(bytes)}) in the index\n${renderTable(renderRows(rows))}`,
  );
}

async function main(args: readonly string[]): Promise<void> {
  const flags = parseArgs(args, {
    string: ["rounds"],
    boolean: ["offline-runtime", "no-times"],
  });
  try {
    Deno.statSync(RECALL_DATA);
  } catch {
    console.log(`no development sets in ${RECALL_DATA}`);
    return;
  }
  const dir = await Deno.makeTempDir({ prefix: "memory-keeper-recall-" });
  try {
    const recall = [[
      "recall",
      "prompts",
      "shown",
      "passages",
      "right session",
    ]];
    for (const name of SETS) {
      recall.push(...await benchSet(name, `${dir}/${name}`));
    }
    console.log(`${renderTable(recall)}\n`);
    if (flags["no-times"]) return;
    const rounds = Number(flags["rounds"] || ROUNDS);
    await benchTimes(`${dir}/times`, rounds, flags["offline-runtime"] === true);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

if (import.meta.main) await main(Deno.args);
