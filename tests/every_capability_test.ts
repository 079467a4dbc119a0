/**
 * Every hook event and every command once, in the order in which a project sees
 * them. What each of them can do is tested in process elsewhere; here is shown
 * that the program itself does it. Each event is a process of its own, and the
 * first command of each noun; all of them are among the deep tests.
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { COMMANDS } from "../src/cli/commands.ts";
import { HOOKS } from "../src/hooks/table.ts";
import { homeStore } from "./support/world/older_stores.ts";
import { IS_THOROUGH } from "./support/world/thorough.ts";
import { until } from "./support/world/patience.ts";
import {
  EXECUTABLE,
  type Outcome,
  payload,
  ProcessWorld,
} from "./support/world/sealed_world.ts";
import { TIDE_ID, tideTranscript } from "./support/world/tide_session.ts";

const world = new ProcessWorld();
addEventListener("unload", () => world[Symbol.dispose]());
const NOW = "2026-02-01T18:00:00.000Z";
const env = { MEMORY_KEEPER_NOW: NOW, TZ: "UTC" };
const transcripts = `${world.home}/.claude/projects/-project`;
Deno.mkdirSync(transcripts, { recursive: true });
const transcript = writeTranscript(TIDE_ID);
world.write("config.json", '{"saveInterval": 1, "askMinChars": 500}');
// The store is older than its sessions: each is cut from its start.
world.write(".gitignore", "*\n");
Deno.utimeSync(`${world.store}/.gitignore`, 0, 0);

function writeTranscript(id: string): string {
  const path = `${transcripts}/${id}.jsonl`;
  const text = tideTranscript(id)
    .replaceAll("/home/ada/tides", world.project)
    // The same entries would be a fork of the first session.
    .replaceAll("00000000-0000", `${id.slice(0, 8)}-0000`);
  Deno.writeTextFileSync(path, text);
  return path;
}

const AGENT = { agent_id: "a1", agent_type: "memory-keeper:delta-summarizer" };
const FACT = {
  type: "decision",
  content: "Round once, at the end",
  evidence: "So we round once, at the end",
  conceptName: "tide table",
};
const ANSWER = `High water is rounded once.\n\n${
  JSON.stringify({ facts: [FACT] })
}`;

interface HookRow {
  readonly words: string;
  readonly event: string;
  readonly fields?: object;
  /** What Claude Code is told; nothing if there is none. */
  readonly says?: string;
  /** Whether it is plain text, for a summariser. */
  readonly isPlain?: boolean;
  /** What is to be seen on the disk. */
  readonly leaves?: () => void;
  /** A busy machine leaves the little time of a session's end unused. */
  readonly isDone?: () => boolean;
}

const contains = (file: string, text: string) => () =>
  assertStringIncludes(world.read(file), text);

const memoryFiles = () => world.files().filter((name) => name.endsWith(".md"));

const HOOK_ROWS: readonly HookRow[] = [
  { words: "session-start", event: "SessionStart", says: "memory" },
  {
    words: "user-prompt-submit",
    event: "UserPromptSubmit",
    fields: { prompt: "remember: never round twice" },
    says: "never round twice",
    leaves: contains("facts.json", "never round twice"),
  },
  {
    words: "post-tool-use",
    event: "PostToolUse",
    leaves: () => assertEquals(world.read(`.cache/count/${TIDE_ID}`)[0], "."),
  },
  {
    words: "post-tool-use-failure",
    event: "PostToolUseFailure",
    fields: {
      tool_name: "Bash",
      tool_input: { command: "npm run build" },
      error: "Exit code 1\nerror: the anchor chain is broken",
    },
  },
  {
    words: "stop",
    event: "Stop",
    leaves: () => assertEquals(stateOf(TIDE_ID).entries, 12),
  },
  { words: "stop-failure", event: "StopFailure" },
  {
    words: "subagent-start --part 1",
    event: "SubagentStart",
    fields: AGENT,
    says: "Spring tides come an hour late",
  },
  {
    words: "subagent-stop",
    event: "SubagentStop",
    fields: { ...AGENT, last_assistant_message: ANSWER },
    leaves: contains("memory.md", "High water is rounded once."),
  },
  {
    words: "pre-compact",
    event: "PreCompact",
    says: "Keep these word for word in the summary:",
    isPlain: true,
  },
  {
    words: "post-compact",
    event: "PostCompact",
    fields: { compact_summary: "The harbour was left." },
  },
  {
    words: "session-end",
    event: "SessionEnd",
    isDone: () => stateOf(TIDE_ID).ended === NOW,
  },
];

const stateOf = (id: string) => JSON.parse(world.read(`state/${id}.json`));

const fire = (words: string, event: string, id: string, fields = {}) =>
  world.hook(
    words,
    payload(event, id, {
      transcript_path: `${transcripts}/${id}.jsonl`,
      cwd: world.project,
      ...fields,
    }),
    { env },
  );

for (
  const { words, event, fields = {}, says, isPlain = false, leaves, isDone }
    of HOOK_ROWS
) {
  Deno.test(`hook ${words}`, () =>
    until(words, async () => {
      const outcome = await fire(words, event, TIDE_ID, fields);
      assertEquals([outcome.code, outcome.stderr], [0, ""]);
      if (says === undefined) assertEquals(outcome.stdout, "");
      else {
        assertStringIncludes(outcome.stdout, says);
        if (!isPlain) JSON.parse(outcome.stdout);
      }
      leaves?.();
      return isDone?.() ?? true;
    }));
}

/** A command line, what it prints, and what is given to it and expected of it. */
interface Row {
  readonly line: string;
  readonly prints: string | RegExp;
  readonly stdin?: string;
  readonly code?: number;
  /** Done before. */
  readonly plant?: () => Promise<unknown>;
  readonly leaves?: () => void;
}

/** A session at work with a delta that waits. */
function plantWork(id: string): () => Promise<unknown> {
  return () => {
    writeTranscript(id);
    return fire("post-tool-use", "PostToolUse", id);
  };
}

const [SECOND, THIRD, UNSEEN] = ["5ec0", "7412", "0ee0"].map((first) =>
  `${first}0000-1111-4222-8333-444455556666`
) as [string, string, string];
const deltaOf = (id: string) => `${id.slice(0, 8)}-1`;

const newest = (pattern: RegExp) =>
  world.files().filter((name) => pattern.test(name)).at(-1) ?? "none";

const ROWS: readonly Row[] = [
  { line: "version", prints: "memory-keeper " },
  { line: "help save", prints: "save" },
  { line: "hook --help", prints: "session-start" },
  { line: "completions bash", prints: "complete" },
  { line: "ids any", prints: "d001\t" },
  { line: "projects", prints: "health" },
  { line: "init", prints: /\S/ },
  { line: "status", prints: "project" },
  { line: "doctor", prints: "plugin", code: 1 },
  { line: "statusline", prints: /\S/, stdin: "{}" },
  {
    line: "save The fog horn is loud",
    prints: /\S/,
    leaves: contains("memory.md", "fog horn"),
  },
  { line: "search fog horn", prints: "fog horn" },
  { line: "show memory.md", prints: "fog horn" },
  { line: "timeline", prints: TIDE_ID.slice(0, 8) },
  { line: "load", prints: "fog horn" },
  {
    line: "notes set project -",
    prints: /\S/,
    stdin: "Tide tables.\n",
    leaves: contains("project.md", "Tide tables."),
  },
  { line: "notes get project", prints: "Tide tables." },
  { line: "notes list", prints: "project" },
  {
    line: "remember Sail at dusk",
    prints: /\S/,
    leaves: contains("facts.json", "Sail at dusk"),
  },
  { line: "facts list", prints: "Round once" },
  { line: "facts show d001", prints: "Round once" },
  {
    line: "facts add issue --concept horn The horn is rusty",
    prints: "i001",
  },
  { line: "facts resolve i001 oiled it", prints: "i001" },
  { line: "facts reopen i001", prints: "i001" },
  { line: "facts remove i001", prints: "i001" },
  {
    line: `facts import ${TIDE_ID}`,
    prints: /\S/,
    stdin: JSON.stringify({ facts: [FACT] }),
  },
  { line: "facts add pattern --concept fog Sound it in fog", prints: "p001" },
  { line: "concepts list", prints: "tide table" },
  { line: "concepts show c001", prints: "tide table" },
  { line: "concepts rename c001 tide tables", prints: "tide tables" },
  { line: "concepts merge c002 c001", prints: "c001" },
  { line: "rules add rule Paint in May", prints: "r00" },
  { line: "rules list", prints: "Paint in May" },
  {
    line: "rules test npm install",
    prints: "No rule would say anything",
    code: 1,
  },
  { line: "fix the anchor chain is stuck", prints: "No fix is known", code: 1 },
  { line: "handoff", prints: "# Handoff of session" },
  { line: "revive ffffffff", prints: "", code: 1 },
  {
    line: "quiet r001",
    prints: "No more is said about r001",
    leaves: contains("state/quiet", "r001\n"),
  },
  { line: "rules validate r001", prints: "r001" },
  { line: "rules contradict r001", prints: "r001" },
  { line: "rules remove r001", prints: "r001" },
  { line: "reflect", prints: /\S/ },
  { line: "config list", prints: "saveInterval" },
  { line: "config get saveInterval", prints: "1" },
  {
    line: "config set askMinChars 600",
    prints: "600",
    leaves: contains("config.json", "600"),
  },
  { line: `check --session ${TIDE_ID}`, prints: /\S/ },
  { line: `final --session ${TIDE_ID}`, prints: /\S/ },
  { line: `reset --session ${TIDE_ID}`, prints: /\S/ },
  { line: "refine-all", prints: /\S/ },
  { line: `refine ${transcript}`, prints: /\S/ },
  {
    line: "import",
    prints: /\S/,
    plant: () => Promise.resolve(writeTranscript(UNSEEN)),
    leaves: () => assertEquals(stateOf(UNSEEN).takenIn, true),
  },
  { line: "dedupe-l1", prints: /\S/ },
  { line: "delta list", prints: deltaOf(SECOND), plant: plantWork(SECOND) },
  { line: `scribe hello --session ${SECOND}`, prints: "Summaries are written" },
  {
    line: `scribe next --session ${SECOND}`,
    prints: /^delta\/[\w-]+\/scribe-\w+\n/,
  },
  {
    line: `scribe commit delta/none-1/scribe-1 --session ${SECOND}`,
    stdin: "{}",
    prints: "gone",
    code: 1,
  },
  { line: `delta show ${deltaOf(SECOND)}`, prints: "Spring tides" },
  {
    line: `delta commit ${deltaOf(SECOND)}`,
    prints: /\S/,
    stdin: "The second session rounds, too.",
    leaves: contains("memory.md", "The second session rounds, too."),
  },
  {
    line: `delta discard ${deltaOf(THIRD)}`,
    prints: deltaOf(THIRD),
    plant: plantWork(THIRD),
    leaves: () => assertEquals(stateOf(THIRD).deltas, []),
  },
  // Nothing is left to cut.
  { line: `delta cut --session ${THIRD}`, prints: /\S/, code: 1 },
  {
    line: "rotate --force",
    prints: /memory_\d+_\d+\.md/,
    leaves: () => assert(memoryFiles().some((one) => /^memory_\d/.test(one))),
  },
  {
    line: "summarize $ARCHIVE",
    prints: /\S/,
    stdin: JSON.stringify({ overallSummary: "Rounding was settled." }),
  },
  { line: "save Soon gone", prints: "Saved" },
  { line: "undo --list", prints: "save" },
  { line: "undo", prints: "memory.md" },
  { line: "why d001", prints: "Round once" },
  {
    line: `resummarize ${SECOND}`,
    prints: `${SECOND.slice(0, 8)}-`,
  },
  {
    line: "forget Spring tides come an hour late --yes",
    prints: /0 hits in \d+ files/,
  },
  { line: "compress", prints: /\S/ },
  { line: "reindex", prints: /\S/ },
  { line: "trust", prints: "is yours already" },
  { line: "mcp", prints: /^$/ },
  { line: "report --out report.html", prints: "report.html" },
  { line: "off --for 1m", prints: "Memory is off until 2026-02-01 18:01 UTC" },
  { line: "on", prints: "Memory is on" },
  // No transcript here has usage.
  { line: "share preview", prints: "would become visible" },
  { line: "share on", prints: "stay private" },
  { line: "share push --all", prints: "Wrote" },
  { line: "share off", prints: "Nothing more is shared" },
  { line: "cost", prints: /\S/, code: 1 },
  { line: "export --out moved.tar.gz", prints: "moved.tar.gz" },
  { line: "import-store moved.tar.gz --replace", prints: "exported on" },
  {
    line: "migrate legacy --dry-run",
    prints: "memory",
    plant: () => Promise.resolve(homeStore(world)),
  },
  // There is no memory from before dates were in UTC.
  { line: "migrate timezone --offset +09:00", prints: /\S/, code: 1 },
  { line: "migrate moved", prints: /Memory lies in the project/, code: 1 },
  // Only the finished file can be installed.
  {
    line: "install --dry-run",
    prints: "install",
    code: EXECUTABLE ? 0 : 1,
  },
  { line: "uninstall --dry-run", prints: "Nothing is installed", code: 1 },
  {
    line: "clear all --yes",
    prints: /\S/,
    // What was forgotten before stays out of the next memory, and what the
    // team shares is not this memory's.
    leaves: () =>
      assertEquals(
        world.files().filter((name) => !/^(?:state|team)\//.test(name)),
        [".gitignore", "forgotten.json", "off.json"],
      ),
  },
];

const words = (line: string) =>
  line.replace("$ARCHIVE", newest(/^memory_\d+_\d+\.md$/)).split(" ");

const shown = new Set<string>();

for (const { line, prints, stdin = "", code = 0, plant, leaves } of ROWS) {
  const name = line.replace(transcript, "TRANSCRIPT");
  const [noun = ""] = line.split(" ");
  const inProcess = shown.has(noun) && !IS_THOROUGH;
  shown.add(noun);
  Deno.test(`memory-keeper ${name}`, async () => {
    await plant?.();
    const outcome = await world.run(words(line), { stdin, env, inProcess });
    assertEquals(outcome.code, code, outcome.stdout + outcome.stderr);
    const said = saidBy(outcome);
    if (prints instanceof RegExp) assert(prints.test(said), said);
    else assertStringIncludes(said, prints);
    leaves?.();
  });
}

/** A failure speaks on stderr, and only there. */
function saidBy({ code, stdout, stderr }: Outcome): string {
  if (code > 1) assertEquals(stdout, "");
  return stdout + stderr;
}

Deno.test("every event and every command has a row", () => {
  const events = HOOK_ROWS.map(({ words }) => words.split(" ")[0]);
  assertEquals(events, HOOKS.map(({ word }) => word));
  const without = COMMANDS.map(({ name }) => name).filter((name) =>
    !ROWS.some(({ line }) => `${line} `.startsWith(`${name} `))
  );
  assertEquals(without, []);
});
