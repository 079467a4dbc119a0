/** Times the context of a session with a store of one year. */

import { makeBenchStore } from "./bench_store.ts";
import type { Case } from "./interleave.ts";
import {
  casesOf,
  type Executables,
  processCase,
  type ProgramCopies,
} from "./process_case.ts";

const SESSIONS = 300;

const FAILURES = [
  ["says too little", "Exit code 1"],
  ["not known", "Exit code 2\nerror TS2304: Cannot find name 'anchorChain'."],
  ["known", "Exit code 2\nerror TS2304: Cannot find name 'moonPhase'."],
] as const;

const PROMPTS = [
  ["says nothing that could be told", "Why is the fuse of the new lamp warm?"],
  [
    "weighed, nothing told",
    "Should the tide table round before the berth plan is read twice?",
  ],
  [
    "a passage recalled",
    "Why did the foghorn fall silent when the sensor restarted?",
  ],
] as const;

export async function contextCases(
  { bare, product }: Executables,
  dir: string,
  sessions = SESSIONS,
): Promise<Case[]> {
  const store = await makeBenchStore(product, dir, sessions);
  const { project, env, payload } = store;
  const start = payload("SessionStart", { source: "startup" });
  await plantFix(product, project, env);
  const failure = (error: string) =>
    payload("PostToolUseFailure", {
      tool_name: "Bash",
      error,
      tool_input: { command: "npm run build" },
    });
  const own = casesOf(product, env);
  const hook = (word: string, what: string, input: string, bar: number) =>
    own(`hook ${word}${what && `, ${what}`}`, ["hook", word], input, bar);
  const place = JSON.stringify({ workspace: { project_dir: project } });
  return [
    casesOf(bare, env)("bare", [], start),
    hook("session-start", "", start, 2),
    ...PROMPTS.map(([what, prompt]) => {
      const input = payload("UserPromptSubmit", { prompt });
      return hook("user-prompt-submit", what, input, 1.7);
    }),
    ...FAILURES.map(([what, error]) =>
      hook("post-tool-use-failure", what, failure(error), 1.5)
    ),
    own("status", ["status", "--project-dir", project]),
    own("statusline", ["statusline"], place),
  ];
}

/** One more session, in which a failed build was fixed. */
async function plantFix(
  product: ProgramCopies,
  project: string,
  env: Record<string, string>,
): Promise<void> {
  const tool = (name: string, fields: object) => ({
    ts: "2026-02-01T17:20:00Z",
    role: "tool",
    id: "toolu_1",
    name,
    result: "ok",
    ...fields,
  });
  const cmd = "npm run build";
  const entries = [
    tool("Bash", { cmd, result: "error", output: FAILURES[2][1] }),
    tool("Edit", { target: "src/tide.ts", diff: "+import { moonPhase }" }),
    tool("Bash", { cmd, output: "built" }),
  ];
  await Deno.writeTextFile(
    `${project}/.claude/memory/sessions/2026-02-01_1720_3f2a9c11.l1.jsonl`,
    entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""),
  );
  await processCase(product, ["reindex", "--project-dir", project], env)();
}
