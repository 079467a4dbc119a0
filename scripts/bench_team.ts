/**
 * Times what a session pays for a team's items: the same store without them and
 * with ten thousand, written over three years by seven people.
 */

import { DAY_MS } from "../src/base/durations.ts";
import type { TeamItem } from "../src/team/team_item.ts";
import { renderItem, stemOfItem } from "../src/team/team_item.ts";
import { pathOfStem, tombstonePath } from "../src/team/read_team.ts";
import { type BenchStore, makeBenchStore, sentence } from "./bench_store.ts";
import type { Case } from "./interleave.ts";
import {
  casesOf,
  type Executables,
  type ProgramCopies,
} from "./process_case.ts";

const SESSIONS = 300;
const ITEMS = 10_000;
const REMOVED_EACH = 20;
const PEOPLE = "Ada|Kim Minji|Lee|박서준|José|Noor|Tove".split("|");
const YEARS = 3;
const APART_MS = YEARS * 365 * DAY_MS / ITEMS;
const BEGUN = Date.now() - ITEMS * APART_MS;

const QUESTION = "Why did the foghorn fall silent when the sensor restarted?";

export async function teamCases(
  { bare, product }: Executables,
  dir: string,
): Promise<Case[]> {
  const alone = await makeBenchStore(product, `${dir}/alone`, SESSIONS);
  const team = await makeBenchStore(product, `${dir}/team`, SESSIONS);
  await plantTeam(team.project, ITEMS);
  const withTeam = eventCases(product, team, "10,000 team items");
  await withTeam.at(-1)?.run();
  return [
    casesOf(bare, alone.env)("bare", [], alone.payload("SessionStart")),
    ...eventCases(product, alone, "alone"),
    ...withTeam,
  ];
}

/** The last one searches. */
function eventCases(product: ProgramCopies, store: BenchStore, with_: string) {
  const { env, payload, project } = store;
  const own = casesOf(product, env);
  const hook = (word: string, input: string, bar: number) =>
    own(`hook ${word}, ${with_}`, ["hook", word], input, bar);
  const start = payload("SessionStart", { source: "startup" });
  const prompt = payload("UserPromptSubmit", { prompt: QUESTION });
  const search = ["search", "tide table rounds", "--project-dir", project];
  return [
    hook("session-start", start, 2),
    hook("user-prompt-submit", prompt, 1.7),
    own(`search, ${with_}`, search),
  ];
}

/** Every twentieth was removed. */
export async function plantTeam(project: string, items: number): Promise<void> {
  const team = `${project}/.claude/memory/team`;
  const write = async (path: string, text: string) => {
    const full = `${team}/${path}`;
    await Deno.mkdir(full.slice(0, full.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(full, text);
  };
  for (let at = 0; at < items; at++) {
    const item = itemAt(ITEMS - 1 - at);
    const stem = stemOfItem(item);
    await write(pathOfStem(stem, item.kind), renderItem(item));
    if (at % REMOVED_EACH === 0) {
      await write(tombstonePath(stem), `removed ${stem}\n`);
    }
  }
}

function itemAt(at: number): TeamItem {
  const author = PEOPLE[at % PEOPLE.length] ?? "";
  const to = new Date(BEGUN + at * APART_MS);
  const words = (count: number) =>
    Array.from({ length: count }, (_, i) => sentence(at + 7 * i)).join("");
  return at % 5 > 0
    ? {
      kind: "section",
      author,
      work: { from: to, to },
      branch: "main",
      body: `${words(8)}Berth ${at}.`,
    }
    : {
      kind: "decision",
      author,
      date: to.toISOString(),
      content: `${words(1)}Berth ${at}.`,
      reason: words(1),
      evidence: "",
      concept: "",
      files: [],
      keywords: [],
    };
}
