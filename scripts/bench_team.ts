/**
 * Times what a session pays for a team's items: the same store without them and
 * with ten thousand, written over three years by seven people.
 */

import type { TeamItem } from "../src/team/team_item.ts";
import { renderItem, stemOfItem } from "../src/team/team_item.ts";
import { pathOfStem, tombstonePath } from "../src/team/read_team.ts";
import { type BenchStore, makeBenchStore, sentence } from "./bench_store.ts";
import type { Case } from "./interleave.ts";
import { processCase, type ProgramCopies } from "./process_case.ts";

const SESSIONS = 300;
const ITEMS = 10_000;
const REMOVED = 500;
const PEOPLE = "Ada|Kim Minji|Lee|박서준|José|Noor|Tove".split("|");
const BEGUN = Date.UTC(2023, 10, 1);
const HOURS_APART = 3.5;

const QUESTION = "Why did the foghorn fall silent when the sensor restarted?";

export async function teamCases(
  { bare, product }: {
    readonly bare: ProgramCopies;
    readonly product: ProgramCopies;
  },
  dir: string,
): Promise<Case[]> {
  const alone = await makeBenchStore(product, `${dir}/alone`, SESSIONS);
  const team = await makeBenchStore(product, `${dir}/team`, SESSIONS);
  await plantTeam(team.project);
  await search(product, team)();
  return [
    {
      name: "bare",
      run: processCase(bare, [], alone.env, alone.payload("SessionStart")),
    },
    ...eventCases(product, alone, "alone"),
    ...eventCases(product, team, "10,000 team items"),
  ];
}

function eventCases(product: ProgramCopies, store: BenchStore, with_: string) {
  const { env, payload } = store;
  const hook = (word: string, input: string) =>
    processCase(product, ["hook", word], env, input);
  return [
    {
      name: `hook session-start, ${with_}`,
      run: hook(
        "session-start",
        payload("SessionStart", { source: "startup" }),
      ),
      bar: 2,
    },
    {
      name: `hook user-prompt-submit, ${with_}`,
      run: hook(
        "user-prompt-submit",
        payload("UserPromptSubmit", { prompt: QUESTION }),
      ),
      bar: 1.7,
    },
    { name: `search, ${with_}`, run: search(product, store) },
  ];
}

const search = (product: ProgramCopies, { project, env }: BenchStore) =>
  processCase(
    product,
    ["search", "tide table rounds", "--project-dir", project],
    env,
  );

async function plantTeam(project: string): Promise<void> {
  const team = `${project}/.claude/memory/team`;
  const write = async (path: string, text: string) => {
    const full = `${team}/${path}`;
    await Deno.mkdir(full.slice(0, full.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(full, text);
  };
  for (let at = 0; at < ITEMS; at++) {
    const item = itemAt(at);
    const stem = stemOfItem(item);
    await write(pathOfStem(stem, item.kind), renderItem(item));
    if (at < REMOVED) await write(tombstonePath(stem), `removed ${stem}\n`);
  }
}

function itemAt(at: number): TeamItem {
  const author = PEOPLE[at % PEOPLE.length] ?? "";
  const to = new Date(BEGUN + at * HOURS_APART * 3_600_000);
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
