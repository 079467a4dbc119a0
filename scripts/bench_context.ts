/** Times the context of a session with a store of one year. */

import { makeBenchStore } from "./bench_store.ts";
import type { Case } from "./interleave.ts";
import { processCase, type Program } from "./process_case.ts";

const SESSIONS = 300;

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
  { bare, product }: { readonly bare: Program; readonly product: Program },
  dir: string,
): Promise<Case[]> {
  const store = await makeBenchStore(product, dir, SESSIONS);
  const { project, env, payload } = store;
  const start = payload("SessionStart", { source: "startup" });
  const prompt = (words: string) =>
    payload("UserPromptSubmit", { prompt: words });
  const hook = (word: string, input: string) =>
    processCase(product, ["hook", word], env, input);
  return [
    { name: "bare", run: processCase(bare, [], env, start) },
    {
      name: "hook session-start",
      run: hook("session-start", start),
      bar: 2,
    },
    ...PROMPTS.map(([what, words]) => ({
      name: `hook user-prompt-submit, ${what}`,
      run: hook("user-prompt-submit", prompt(words)),
      bar: 1.7,
    })),
    {
      name: "status",
      run: processCase(product, ["status", "--project-dir", project], env),
    },
    {
      name: "statusline",
      run: processCase(
        product,
        ["statusline"],
        env,
        JSON.stringify({ workspace: { project_dir: project } }),
      ),
    },
  ];
}
