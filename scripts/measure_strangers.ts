/**
 * Prompts of other projects' sessions, and all their failed commands, asked of
 * a store that has nothing to do with them: all of them should get nothing.
 *
 *     deno task measure:strangers
 */

import { textDigest } from "../src/base/text_digest.ts";
import { deservesRecall } from "../src/context/prompt_plan.ts";
import { signatureOf } from "../src/digest/error_signature.ts";
import { renderTable } from "../src/output/table.ts";
import { withSearchIndex } from "../src/search/index/with_search_index.ts";
import { recallForPrompt } from "../src/search/recall_for_prompt.ts";
import type { Store } from "../src/store/store.ts";
import { readRealSessions } from "./real_sessions.ts";
import { prepareStore, readTranscripts } from "./recall_sets.ts";
import { TemporaryFolder } from "./temporary_folder.ts";

const PROMPTS = 200;
const HOME = "entireio/cli";

async function promptsOf(set: string): Promise<string[]> {
  const prompts: string[] = [];
  for await (const { lines } of readTranscripts(set)) {
    for (const line of lines.trim().split("\n")) {
      const { type, message } = JSON.parse(line);
      if (type !== "user") continue;
      const blocks: { text?: string }[] = typeof message.content === "string"
        ? [{ text: message.content }]
        : message.content;
      prompts.push(blocks.map(({ text = "" }) => text).join("\n"));
    }
  }
  return prompts;
}

async function askAll(store: Store, prompts: readonly string[]) {
  const asked = [...new Set(prompts)].filter(deservesRecall).slice(0, PROMPTS);
  let told = 0;
  for (const prompt of asked) {
    const [first] = await recallForPrompt(store, prompt);
    if (first === undefined) continue;
    told++;
    const short = (text: string) => text.slice(0, 80).replace(/\s+/g, " ");
    console.log(`told: ${short(prompt)} → ${short(first.text)}`);
  }
  return [String(asked.length), String(told)];
}

const strangers = (await readRealSessions())
  .filter(({ project }) => project !== HOME);
const theirs = strangers.flatMap(({ entries }) =>
  entries.flatMap((one) =>
    one.role === "user" && one.agent === undefined ? [one.text] : []
  )
);
const failures = strangers.flatMap(({ entries }) =>
  entries.flatMap((one) => signatureOf(one) ?? [])
);
using folder = new TemporaryFolder("strangers");
const { dir } = folder;
const large = await prepareStore("commit2session-dev", `${dir}/large`);
const small = await prepareStore("devmembench", `${dir}/small`);
const { value: known } = await withSearchIndex(
  large,
  "measure",
  (index) =>
    failures.filter(({ text }) => index.solved(textDigest(text)).length > 0)
      .length,
);
const rows = [
  [
    "prompts of other projects, store of 123 sessions",
    ...await askAll(large, [...theirs, ...await promptsOf("devmembench")]),
  ],
  [
    "prompts of another project, store of 25 sessions",
    ...await askAll(small, await promptsOf("commit2session-dev")),
  ],
  ["failed commands with a signature", String(failures.length), String(known)],
];
console.log(renderTable([["", "asked", "got something"], ...rows]));
