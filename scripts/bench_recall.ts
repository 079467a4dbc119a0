/**
 * How well search and recall find the right session, next to plain baselines,
 * with and without tool lines, in four languages, and what they cost.
 *
 *     deno task bench:recall [--rounds N] [--offline-runtime] [--no-times]
 *       [--json FILE]
 */

import { parseArgs } from "@std/cli/parse-args";
import { rebuildSearchIndex } from "../src/search/index/rebuild_search_index.ts";
import { formatBytes } from "../src/output/words.ts";
import { renderTable } from "../src/output/table.ts";
import { hookPayload, prepare, showProgress } from "./bench.ts";
import { interleave, renderRows } from "./interleave.ts";
import { margin, type SearchFigures } from "./measure_recall.ts";
import { casesOf, processCase } from "./process_case.ts";
import {
  figuresOfLanguages,
  figuresOfSets,
  figuresOfWordings,
  type LanguageFigures,
  type SetFigures,
  type WordingFigures,
} from "./recall_figures.ts";
import { prepareStore, SETS, SHARED_DATA } from "./recall_sets.ts";
import { TemporaryFolder } from "./temporary_folder.ts";

const ROUNDS = 40;
const SESSIONS = 300;

const HITS = ["hit@1", "hit@3", "hit@5", "hit@10", "MRR"];

/** Each with half of its 95 % interval. */
function hitCells({ queries, hit1, hit3, hit5, hit10, mrr }: SearchFigures) {
  const shares = [hit1, hit3, hit5, hit10].map((share) =>
    `${share.toFixed(1)} ±${margin(share, queries).toFixed(0)}`
  );
  return [...shares, mrr.toFixed(3)];
}

const titleOf = ({ name, tools }: SetFigures) =>
  tools ? `${name} with tools` : name;

function printSet(set: SetFigures): void {
  console.log(
    `${titleOf(set)}: ${set.sessions} sessions, ${set.documents} documents, ` +
      `index ${formatBytes(set.indexBytes)}`,
  );
  const rows = Object.entries(set.search).flatMap(([engine, halves]) =>
    Object.entries(halves).map(([half, figures]) => [
      engine,
      `${half} (${figures.queries})`,
      ...hitCells(figures),
    ])
  );
  console.log(`${renderTable([["search", "queries", ...HITS], ...rows])}\n`);
  if (set.snippetWords > 0) {
    console.log(`Answer's words in the first hit: ${set.snippetWords} %\n`);
  }
}

function printRecall(sets: readonly SetFigures[]): void {
  const rows = sets.flatMap((set) =>
    Object.entries(set.recall).map(([half, one]) => [
      `${titleOf(set)}, ${half}`,
      String(one.questions),
      `${one.shown} ±${margin(one.shown, one.questions).toFixed(0)}`,
      one.shown > 0 ? String(one.right) : "–",
      `${one.delivered} ±${margin(one.delivered, one.questions).toFixed(0)}`,
      one.answerWords > 0 ? String(one.answerWords) : "–",
      String(one.chars),
    ])
  );
  const head =
    "recall,prompts,shown %,right %,delivered %,answer's words %,characters";
  console.log(`${renderTable([head.split(","), ...rows])}\n`);
}

function printCurve(set: SetFigures): void {
  const rows = set.curve.map((one) =>
    [
      one.coverage,
      one.lead,
      one.delivered,
      one.right,
      one.unrelated,
      one.unanswerable,
      one.asked?.delivered ?? "–",
      one.asked?.right ?? "–",
    ].map(String)
  );
  const head = "coverage,lead,delivered %,right %,unrelated %,no answer %," +
    "asked delivered %,right %";
  console.log(
    `The gate, ${titleOf(set)} (${set.sessions} sessions, half to tune on)\n` +
      `${renderTable([head.split(","), ...rows])}\n`,
  );
}

function printLanguages(figures: readonly LanguageFigures[]): void {
  const rows = figures.flatMap(({ name, half, search, plain, recall }) => {
    const queries = `${half} (${search.queries})`;
    const { delivered, right } = recall;
    return [
      [name, queries, "plain FTS5", ...hitCells(plain), "", ""],
      [
        name,
        queries,
        "search --deep",
        ...hitCells(search),
        `${delivered} ±${margin(delivered, recall.questions).toFixed(0)}`,
        String(right),
      ],
    ];
  });
  const head = ["language", "queries", "search", ...HITS];
  const all = [[...head, "delivered %", "right %"], ...rows];
  console.log(`${renderTable(all)}\n`);
}

function printWordings(figures: readonly WordingFigures[]): void {
  const rows = figures.map(({ name, wordings, search, gained, lost }) => [
    name,
    `${wordings} × --also (${search.queries})`,
    ...hitCells(search),
    String(gained),
    String(lost),
  ]);
  const head = ["wordings", "queries", ...HITS, "earlier", "later"];
  console.log(`${renderTable([head, ...rows])}\n`);
}

/** A process with 300 sessions in the index, against a bare one. */
async function benchTimes(dir: string, rounds: number, offline: boolean) {
  const store = await prepareStore(SETS[0], dir, { sessions: SESSIONS });
  const { bytes, documents } = await rebuildSearchIndex(store, () => {});
  const { bare, product } = await prepare(offline);
  const project = store.project.root;
  const env = { HOME: dir, CLAUDE_PROJECT_DIR: project };
  const question = "how did we handle stale sessions in wingman";
  const own = casesOf(product, env);
  const search = (name: string, bar?: number) =>
    own(
      name,
      [...name.split(" "), question, "--project-dir", project],
      "",
      bar,
    );
  const prompt = hookPayload("UserPromptSubmit", "0b5f0c52-bench-prompt", "", {
    prompt: question,
  });
  await processCase(product, ["trust", "--project-dir", project], env)();
  await search("search").run();
  const event = ["hook", "user-prompt-submit"];
  const cases = [
    casesOf(bare, env)("bare", []),
    search("search", 2),
    search("search --deep", 2),
    own(event.join(" "), event, prompt, 1.7),
  ];
  const rows = await interleave(cases, rounds, showProgress(rounds));
  console.log(
    `As a process, ${SESSIONS} sessions (${documents} documents, ` +
      `${formatBytes(bytes)}) in the index\n${renderTable(renderRows(rows))}`,
  );
}

async function main(args: readonly string[]): Promise<void> {
  const flags = parseArgs(args, {
    string: ["rounds", "json"],
    boolean: ["offline-runtime", "no-times"],
  });
  using folder = new TemporaryFolder("recall");
  const { dir } = folder;
  const languages = await figuresOfLanguages(dir);
  printLanguages(languages);
  if (SHARED_DATA === undefined) {
    console.log("The development sets are not here");
    return;
  }
  const sets = await figuresOfSets(dir, { full: true });
  sets.forEach(printSet);
  printRecall(sets);
  sets.forEach(printCurve);
  const wordings = await figuresOfWordings(dir);
  printWordings(wordings);
  if (typeof flags["json"] === "string") {
    const figures = { languages, sets, wordings };
    await Deno.writeTextFile(
      flags["json"],
      `${JSON.stringify(figures, null, 2)}\n`,
    );
  }
  if (flags["no-times"]) return;
  const rounds = Number(flags["rounds"] || ROUNDS);
  await benchTimes(`${dir}/times`, rounds, flags["offline-runtime"] === true);
}

if (import.meta.main) await main(Deno.args);
