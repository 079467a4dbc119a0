/**
 * Everything that writes: each hook event and each command, on a store of
 * kill_store.ts. `of` is the event's or the command's name in its table.
 */

import { storeLayout } from "../../../src/store/layout.ts";
import { uniqueName } from "../../../src/store/project.ts";
import type { Deed } from "./crash_world.ts";
import {
  AGENTS,
  KillStore,
  LIVE,
  OVER,
  QUOTE,
  SECRETS,
  WEEK,
} from "./kill_store.ts";

export interface Row {
  readonly of: string;
  /** What tells it from other rows of the same. */
  readonly but?: string;
  /** Done before, undisturbed. */
  readonly plant?: (world: KillStore) => void | Promise<void>;
  readonly deed: (world: KillStore) => Deed;
  /**
   * Done again after it got through half-way, it comes to something that
   * neither one nor two runs come to; these words are in memory in any case.
   */
  readonly says?: string;
  /** It is nowhere in the store afterwards. */
  readonly lacks?: string;
  /** Sessions whose summaries are not in memory.md afterwards. */
  readonly gaps?: readonly string[];
  /** Only words are compared, as with hooks. */
  readonly isLoose?: boolean;
  /** 0 unless something is wrong that it only tells. */
  readonly exits?: number;
}

export const nameOf = ({ of, but }: Row) => but ? `${of}, ${but}` : of;

const HOLDER = "scribe-0badcafe";
const SUMMARY = `The light turns again. The key was ${SECRETS[0]}.`;
const FACTS = [
  {
    type: "decision",
    content: "Turn the light every nine seconds",
    evidence: QUOTE,
    conceptName: "harbour light",
  },
  { type: "issue", content: "Invented", evidence: "this was never said" },
];
const ANSWER = `${SUMMARY}\n\n${JSON.stringify({ facts: FACTS })}`;
const ARCHIVE_ANSWER = JSON.stringify({
  themes: [{ name: "light", summary: `It turns with ${SECRETS[1]}` }],
  keyDecisions: [{ decision: "Turn it", reason: "ships" }],
  issues: [],
  overallSummary: "The light was repaired.",
});
const KEEPER_ANSWER = JSON.stringify({
  summary: SUMMARY,
  decisions: FACTS.slice(0, 1),
  patterns: [],
  issues: [],
});

const noStore = ({ store }: KillStore) =>
  Deno.removeSync(store, { recursive: true });

/** Kept in the user's folder before the store was trusted. */
function plantLeftover({ home, project }: KillStore): void {
  const name = uniqueName(Deno.realPathSync(project));
  const dir = `${home}/.claude/memory-keeper/projects/${name}`;
  for (const below of ["sessions", ".cache", "state"]) {
    Deno.mkdirSync(`${dir}/${below}`, { recursive: true });
  }
  Deno.writeTextFileSync(storeLayout(dir).foreignNote, "");
  Deno.writeTextFileSync(
    `${dir}/memory.md`,
    "# Project Memory\n\n## 2026-01-20_1000\n\nKept apart\n",
  );
  Deno.writeTextFileSync(
    `${dir}/sessions/2026-01-20_1000_0ea70ea7.l1.jsonl`,
    '{"ts":"2026-01-20T10:00:00Z","role":"user","text":"Apart"}\n',
  );
}

const UNKNOWN_NAME =
  "src/tide.ts(12,3): error TS2304: Cannot find name 'moonPhase'.";

/** An error, and what made the command work. */
async function plantFix(world: KillStore): Promise<void> {
  const call = (name: string, fields: object, minute: number) => ({
    ts: `2026-01-21T10:0${minute}:00Z`,
    role: "tool",
    id: `toolu_fix${minute}`,
    name,
    result: "ok",
    ...fields,
  });
  const cmd = "npm run build";
  const entries = [
    call("Bash", { cmd, result: "error", output: UNKNOWN_NAME }, 1),
    call("Edit", { target: "src/tide.ts", diff: "+import { moonPhase }" }, 2),
    call("Bash", { cmd, output: "done" }, 3),
  ];
  world.write(
    "sessions/2026-01-21_1000_f1f1f1f1.l1.jsonl",
    entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""),
  );
  await world.done(world.command("reindex"));
}

const forgetQuote = (world: KillStore) =>
  world.done(world.command(`forget ${QUOTE} --yes`));

/** The next section makes memory.md too long. */
async function fillMemory(world: KillStore): Promise<void> {
  const words = Array.from({ length: 900 }, (_, i) => `word ${i}`).join(", ");
  await world.done(world.command("save", words));
  world.write(
    "config.json",
    JSON.stringify({
      saveInterval: 1,
      askMinChars: 1500,
      memoryRotation: { thresholdTokens: 1000, carryoverTokens: 150 },
    }),
  );
}

const give = (about: object) => (world: KillStore) =>
  world.event("subagent-start --part 1", "SubagentStart", LIVE, about);

export const stop = (about: object, message: string) => (world: KillStore) =>
  world.event("subagent-stop", "SubagentStop", LIVE, {
    ...about,
    last_assistant_message: message,
  });

const prompt = (text: string) => (world: KillStore) =>
  world.event("user-prompt-submit", "UserPromptSubmit", LIVE, { prompt: text });

const event = (word: string, name: string, extra = {}) => (world: KillStore) =>
  world.event(word, name, LIVE, extra);

export const start = (world: KillStore) => newStart(world);

export const newStart = (world: KillStore, day = 0, session = "new") =>
  world.event(
    "session-start",
    "SessionStart",
    session,
    { source: "startup" },
    day,
  );

/** What stays out can be read in its copy only, as after a kill. */
async function loseKeptOut(world: KillStore): Promise<void> {
  await forgetQuote(world);
  await world.done(world.command("off"));
  await world.done(world.command("on"));
  const { off, forgotten } = storeLayout(world.store);
  for (const path of [off, forgotten]) Deno.removeSync(path);
}

/** The older of two facts. */
function olderStep({ store }: KillStore): string {
  const { journal } = storeLayout(store);
  const steps = Deno.readTextFileSync(journal).trim().split("\n")
    .map((line): { id: string; who: string } => JSON.parse(line));
  return steps.filter(({ who }) => who === "facts add").at(-2)?.id ?? "";
}

export const HOOK_ROWS: readonly Row[] = [
  { of: "session-start", deed: start },
  {
    of: "session-start",
    but: "off.json and forgotten.json lost",
    plant: loseKeptOut,
    deed: (world) => newStart(world),
    lacks: QUOTE,
  },
  {
    of: "session-start",
    but: "taking in",
    plant: (world) => world.plantSiblings(),
    deed: start,
  },
  {
    of: "session-start",
    but: "no store yet",
    plant: noStore,
    deed: start,
  },
  {
    of: "session-start",
    but: "no answer",
    deed: (world) => newStart(world, 9),
  },
  {
    of: "user-prompt-submit",
    deed: prompt("Does the light turn as it should?"),
  },
  {
    of: "user-prompt-submit",
    but: "remember",
    deed: prompt(`remember: never sail with ${SECRETS[0]} at dusk`),
  },
  { of: "post-tool-use", deed: event("post-tool-use", "PostToolUse") },
  {
    of: "post-tool-use-failure",
    plant: plantFix,
    deed: event("post-tool-use-failure", "PostToolUseFailure", {
      tool_name: "Bash",
      tool_input: { command: "npm run build" },
      error: UNKNOWN_NAME,
    }),
  },
  { of: "stop", deed: event("stop", "Stop") },
  {
    of: "stop",
    but: "no store yet",
    plant: noStore,
    deed: event("stop", "Stop"),
  },
  { of: "stop-failure", deed: event("stop-failure", "StopFailure") },
  { of: "subagent-start", deed: give({ ...AGENTS.delta, agent_id: "b01" }) },
  {
    of: "subagent-start",
    but: "a session",
    deed: give(AGENTS.session),
  },
  { of: "subagent-start", but: "keeper", deed: give(AGENTS.keeper) },
  {
    of: "subagent-start",
    but: "an archive",
    plant: (world) => world.done(world.command("rotate --force")),
    deed: give({ ...AGENTS.archive, agent_id: "b02" }),
  },
  { of: "subagent-stop", deed: stop(AGENTS.delta, ANSWER) },
  {
    of: "subagent-stop",
    but: "rotating",
    plant: fillMemory,
    deed: stop(AGENTS.delta, ANSWER),
    // Recorded and not yet rotated, it is left to the next commit.
    says: "The light turns again.",
  },
  {
    of: "subagent-stop",
    but: "an archive",
    deed: stop(AGENTS.archive, ARCHIVE_ANSWER),
  },
  {
    of: "subagent-stop",
    but: "a session",
    plant: (world) => world.done(give(AGENTS.session)(world)),
    deed: stop(AGENTS.session, JSON.stringify({ facts: FACTS })),
  },
  {
    of: "subagent-stop",
    but: "keeper",
    plant: (world) => world.done(give(AGENTS.keeper)(world)),
    deed: stop(AGENTS.keeper, KEEPER_ANSWER),
  },
  {
    of: "subagent-stop",
    but: "no words",
    deed: stop(AGENTS.delta, "ERROR: x"),
  },
  { of: "pre-compact", deed: event("pre-compact", "PreCompact") },
  {
    of: "post-compact",
    plant: (world) => world.done(event("pre-compact", "PreCompact")(world)),
    deed: event("post-compact", "PostCompact", {
      compact_summary: "Nothing of what was asked for.",
    }),
  },
  { of: "session-end", deed: event("session-end", "SessionEnd") },
  {
    of: "session-end",
    but: "folding",
    plant: (world) => world.noteFolded(null),
    deed: event("session-end", "SessionEnd"),
  },
];

export const run = (args: string, stdin = "", day = 0) => (world: KillStore) =>
  world.command(args, stdin, day);

async function exportStore(world: KillStore): Promise<void> {
  await world.done(world.command("export --out moved.tar.gz"));
}

export const COMMAND_ROWS: readonly Row[] = [
  { of: "save", deed: run("save", SUMMARY) },
  {
    of: "save",
    but: "no store yet",
    plant: noStore,
    deed: run("save", SUMMARY),
  },
  {
    of: "save",
    but: "rotating",
    plant: fillMemory,
    deed: run("save", SUMMARY),
    says: "The light turns again.",
  },
  { of: "remember", deed: run("remember Sail at dusk only") },
  {
    of: "remember",
    but: "for every project",
    deed: run("remember --global Sail at dusk only"),
  },
  {
    of: "remember",
    but: "no store yet",
    plant: noStore,
    deed: run("remember Sail at dusk only"),
  },
  {
    of: "notes set",
    deed: run("notes set project", `Text with ${SECRETS[1]}`),
  },
  {
    of: "notes set",
    but: "append",
    deed: run("notes set project --append More"),
  },
  { of: "init", deed: run("init") },
  { of: "init", but: "no store yet", plant: noStore, deed: run("init") },
  {
    of: "facts add",
    deed: run("facts add decision --concept horn Sound the horn in fog"),
  },
  { of: "facts resolve", deed: run("facts resolve i001 oiled it") },
  { of: "facts reopen", deed: run("facts reopen i002") },
  { of: "facts remove", deed: run("facts remove d002") },
  {
    of: "facts import",
    deed: run(`facts import ${OVER}`, JSON.stringify({ facts: FACTS })),
  },
  { of: "concepts rename", deed: run("concepts rename c001 white rail") },
  { of: "concepts merge", deed: run("concepts merge c001 c002") },
  { of: "quiet", deed: run("quiet r001") },
  { of: "rules add", deed: run("rules add rule Paint in May") },
  { of: "rules validate", deed: run("rules validate r001") },
  { of: "rules contradict", deed: run("rules contradict r001") },
  { of: "rules remove", deed: run("rules remove s001") },
  { of: "reflect", deed: run("reflect --apply") },
  { of: "delta cut", deed: run(`delta cut --session ${LIVE}`) },
  {
    of: "delta commit",
    deed: (world) =>
      world.command(`delta commit ${world.deltaOf(OVER)}`, ANSWER),
    // The next start removes the file of a delta that is gone.
    isLoose: true,
  },
  { of: "scribe hello", deed: run(`scribe hello --session ${LIVE}`) },
  {
    of: "scribe next",
    deed: run(`scribe next --session ${LIVE}`),
    // Who holds a delta is chosen by chance.
    isLoose: true,
  },
  {
    of: "scribe commit",
    plant: (world) => world.claimDelta(OVER, HOLDER),
    deed: (world) =>
      world.command(
        `scribe commit delta/${
          world.deltaOf(OVER)
        }/${HOLDER} --session ${LIVE}`,
        JSON.stringify({ isAnswered: true, text: ANSWER, usage: {} }),
      ),
    isLoose: true,
  },
  {
    of: "scribe commit",
    but: "no answer",
    plant: (world) => world.claimDelta(OVER, HOLDER),
    deed: (world) =>
      world.command(
        `scribe commit delta/${
          world.deltaOf(OVER)
        }/${HOLDER} --session ${LIVE}`,
        '{"error":"offline"}',
      ),
    isLoose: true,
    exits: 1,
  },
  {
    of: "facts import",
    but: "later",
    deed: run(`facts import ${OVER} --later`),
  },
  {
    of: "delta discard",
    deed: (world) => world.command(`delta discard ${world.deltaOf(OVER)}`),
    isLoose: true,
  },
  // The next start puts into the index what it left out.
  { of: "rotate", deed: run("rotate --force"), isLoose: true },
  {
    of: "summarize",
    deed: (world) =>
      world.command(`summarize ${world.archives()[0]}`, ARCHIVE_ANSWER),
  },
  { of: "compress", deed: run("compress") },
  { of: "compress", but: "a month later", deed: run("compress", "", 35) },
  { of: "clear", but: "old", deed: run("clear old --yes") },
  { of: "clear", but: "all", deed: run("clear all --yes") },
  {
    of: "clear",
    but: "all after forget",
    plant: forgetQuote,
    deed: run("clear all --yes"),
    // What stays out comes with the next store, from the user's folder.
    isLoose: true,
    lacks: QUOTE,
  },
  {
    of: "forget",
    deed: run(`forget ${QUOTE} --yes`),
    lacks: QUOTE,
  },
  {
    of: "forget",
    but: "a section",
    deed: run("forget memory.md#1 --yes"),
    lacks: `Summary of ${WEEK.slice(0, 8)}-1`,
  },
  {
    of: "forget",
    but: "a session",
    deed: run(`forget --session ${OVER} --yes`),
  },
  {
    of: "forget",
    but: "a time",
    deed: run("forget --since 2020-01-01 --yes"),
    lacks: QUOTE,
  },
  {
    of: "undo",
    plant: (world) => world.done(world.command("remember Sail at dusk only")),
    deed: run("undo"),
  },
  {
    of: "undo",
    but: "of what made its file",
    plant: (world) => world.done(world.command("set lessons Reef early")),
    deed: run("undo"),
  },
  {
    of: "undo",
    but: "of two files",
    plant: (world) =>
      world.done(world.command("facts add issue Silent --concept horn")),
    deed: run("undo"),
  },
  {
    of: "undo",
    but: "of a fact among others",
    plant: async (world) => {
      await world.done(world.command("facts add issue Silent"));
      await world.done(world.command("facts add issue Unlit"));
    },
    deed: (world) => world.command(`undo ${olderStep(world)}`),
  },
  {
    of: "undo",
    but: "of a rule for every project",
    plant: (world) => world.done(world.command("remember --global Reef early")),
    deed: run("undo"),
  },
  {
    of: "trust",
    plant: plantLeftover,
    deed: run("trust"),
    says: "Kept apart",
  },
  {
    of: "resummarize",
    deed: run(`resummarize ${WEEK}`),
    // The next start removes the file of a delta that no state names.
    isLoose: true,
  },
  {
    of: "delta commit",
    but: "again",
    plant: (world) => world.done(world.command(`resummarize ${WEEK}`)),
    deed: (world) =>
      world.command(`delta commit ${world.deltaOf(WEEK)}`, ANSWER),
    isLoose: true,
  },
  {
    of: "refine",
    deed: (world) => world.command(`refine ${world.transcriptOf(LIVE)}`),
  },
  { of: "off", deed: run("off --for 2h") },
  { of: "off", but: "no store yet", plant: noStore, deed: run("off") },
  {
    of: "on",
    but: "after off",
    plant: (world) => world.done(world.command("off")),
    deed: run("on", "", 1),
  },
  { of: "export", deed: run("export --force") },
  {
    of: "import-store",
    plant: exportStore,
    deed: run("import-store moved.tar.gz --replace"),
    // The mark of its owner has an id that is made by chance.
    isLoose: true,
  },
  {
    of: "import-store",
    but: "no store yet",
    plant: async (world) => {
      await exportStore(world);
      noStore(world);
    },
    deed: run("import-store moved.tar.gz"),
    isLoose: true,
  },
  {
    of: "import-store",
    but: "after forget",
    plant: async (world) => {
      await exportStore(world);
      await forgetQuote(world);
    },
    deed: run("import-store moved.tar.gz --replace"),
    isLoose: true,
    lacks: QUOTE,
  },
  { of: "refine-all", deed: run("refine-all") },
  {
    of: "import",
    plant: (world) => world.plantSiblings(),
    deed: run("import"),
    // The next start makes the digest of a half-ingested session.
    isLoose: true,
  },
  {
    of: "import",
    but: "no store yet",
    plant: async (world) => {
      await world.plantSiblings();
      noStore(world);
    },
    deed: run("import"),
    isLoose: true,
  },
  {
    of: "dedupe-l1",
    plant: (world) => world.plantSecondLog(),
    deed: run("dedupe-l1"),
  },
  { of: "check", deed: run(`check --session ${LIVE}`) },
  { of: "final", deed: run(`final --session ${LIVE}`) },
  {
    of: "reset",
    plant: (world) => world.write(`.cache/count/${LIVE}`, "..."),
    deed: run(`reset --session ${LIVE}`),
  },
  { of: "config set", deed: run("config set saveInterval 7") },
  { of: "config set", but: "share", deed: run("config set share true") },
  { of: "config set", but: "claudeMd", deed: run("config set claudeMd true") },
  {
    of: "config set",
    but: "global",
    deed: run("config set --global verbose true"),
  },
  { of: "reindex", deed: run("reindex") },
  {
    of: "doctor",
    but: "--fix",
    plant: (world) => {
      world.write("sessions/.x.md.1-0123abcd.tmp", "half");
      world.write("memory-index.json", "{ half");
      Deno.removeSync(`${world.store}/.gitignore`);
      world.age();
    },
    deed: run("doctor --fix"),
    // Set aside and not yet rebuilt, the index is made by the next writer.
    isLoose: true,
    // There is no plugin in this world.
    exits: 1,
  },
  { of: "report", deed: run("report") },
];
