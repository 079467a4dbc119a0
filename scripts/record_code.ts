/**
 * Run the most frequent events and commands in a store of some weeks, and
 * collect what V8 compiles for each of them.
 */

import { type CodePart, packCode, readCode } from "../src/install/code_file.ts";
import { digestOf } from "../src/start/script.ts";
import { contextCases } from "./bench_context.ts";
import { eventsOf } from "./bench_events.ts";
import { describeStore } from "./bench_store.ts";
import { plantTeam } from "./bench_team.ts";
import { processCase } from "./process_case.ts";
import { SCRIPT } from "./program_script.ts";
import { TemporaryFolder } from "./temporary_folder.ts";

/** Where `scripts/code_recorder.ts` keeps a file for each part and word. */
const RECORDED = "recorded";
const SESSIONS = 20;
const TEAM_ITEMS = 60;
/** Its code is used for every command that has no part of its own. */
const ANY_COMMAND = "timeline";
const WORDS = {
  hooks: [
    "session-start",
    "user-prompt-submit",
    "post-tool-use",
    "post-tool-use-failure",
    "stop",
    "session-end",
    "pre-compact",
    "post-compact",
  ],
  cli: ["search", "status", "statusline", "scribe", ANY_COMMAND],
} as const;

/** `recorder` is a program next to the script; returns the code file. */
export async function recordCode(recorder: string): Promise<Uint8Array> {
  using folder = new TemporaryFolder("record");
  await playAll(recorder, folder.dir);
  const dir = recorder.replace(/[^\\/]+$/, "");
  const digest = digestOf(Deno.readTextFileSync(`${dir}${SCRIPT}`));
  const parts = Object.entries(WORDS).flatMap(([part, words]) =>
    words.map((word): CodePart => {
      const path = `${dir}${RECORDED}/${part} ${word}`;
      const code = readCode(path, part, word, digest);
      if (code === undefined) throw new Error(`Nothing was kept of "${word}"`);
      return { part, word: word === ANY_COMMAND ? "" : word, digest, code };
    })
  );
  return packCode(parts);
}

async function playAll(recorder: string, dir: string): Promise<void> {
  const product = [recorder];
  const executables = { bare: product, product };
  const [, ...cases] = await contextCases(executables, dir, SESSIONS);
  const project = `${dir}/year-${SESSIONS}`;
  const env = { HOME: `${dir}/home`, CLAUDE_PROJECT_DIR: project };
  const store = describeStore(project, `${project}-transcripts`, env);
  const hook = (word: string, event: string, extra: object) =>
    processCase(product, ["hook", word], env, store.payload(event, extra));
  const runs = [
    ...cases.map(({ run }) => run),
    ...eventsOf(product, store).values(),
    hook("post-tool-use", "PostToolUse", { tool_name: "Bash" }),
    hook("pre-compact", "PreCompact", { trigger: "auto" }),
    hook("post-compact", "PostCompact", { compact_summary: "Tides." }),
    ...[["scribe", "hello", "--session", "0b5f0c52"], [ANY_COMMAND]].map(
      (args) => processCase(product, [...args, "--project-dir", project], env),
    ),
  ];
  // Twice: a second run finds files that the first has made.
  for (const run of [...runs, ...runs]) await run();
  // A team's items are read by code of their own.
  await plantTeam(project, TEAM_ITEMS);
  for (const run of eventsOf(product, store).values()) await run();
}
