/**
 * A sealed world in which much has happened, to be damaged: two sessions, one
 * of them at work, a waiting delta, an archive without a summary, knowledge, a
 * search index. Made once, then copied for each case. The hooks run in this
 * process, without the net the door puts under them, so that a test sees what
 * they throw.
 */

import { tryParseJson } from "../../../src/base/json.ts";
import { readHookPayload } from "../../../src/claude/payload.ts";
import type { HookOutput } from "../../../src/hooks/hook.ts";
import { findHook } from "../../../src/hooks/table.ts";
import { isSessionId } from "../../../src/store/layout.ts";
import { openProject } from "../../../src/store/project.ts";
import { openStore } from "../../../src/store/store.ts";
import { Deadline } from "../../../src/base/timeout.ts";
import type { World } from "../../../src/base/world.ts";
import { limitMs } from "./patience.ts";
import { payload, SealedWorld } from "./sealed_world.ts";
import {
  type GeneratedTranscript,
  generateTranscript,
} from "../generator/transcript_generator.ts";

export const OVER = "0ver0000-5a5b-4c1d-8e2f-000000000001";
export const LIVE = "11fe0000-5a5b-4c1d-8e2f-000000000002";
const DELTA_AGENT = "memory-keeper:delta-summarizer";
const ARCHIVE_AGENT = "memory-keeper:memory-summarizer";

/** One event as Claude Code fires it. */
export interface Fired {
  readonly words: string;
  readonly event: string;
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** Every event of a session's life, in order. */
export const LIFE: readonly Fired[] = [
  {
    words: "session-start",
    event: "SessionStart",
    fields: { source: "resume" },
  },
  {
    words: "user-prompt-submit",
    event: "UserPromptSubmit",
    fields: { prompt: "How did we round the tide heights in the report?" },
  },
  {
    words: "post-tool-use",
    event: "PostToolUse",
    fields: { tool_name: "Read" },
  },
  { words: "stop", event: "Stop" },
  {
    words: "subagent-start --part 1",
    event: "SubagentStart",
    fields: { agent_id: "a1", agent_type: DELTA_AGENT },
  },
  {
    words: "subagent-stop",
    event: "SubagentStop",
    fields: {
      agent_id: "a1",
      agent_type: DELTA_AGENT,
      last_assistant_message: "Rounded the heights once, at the end.",
    },
  },
  {
    words: "subagent-start --part 1",
    event: "SubagentStart",
    fields: { agent_id: "a2", agent_type: ARCHIVE_AGENT },
  },
  {
    words: "subagent-stop",
    event: "SubagentStop",
    fields: {
      agent_id: "a2",
      agent_type: ARCHIVE_AGENT,
      last_assistant_message: JSON.stringify({
        themes: [{ name: "tides", summary: "Heights were rounded." }],
        keyDecisions: [],
        issues: [],
        overallSummary: "The heights were rounded once.",
      }),
    },
  },
  { words: "pre-compact", event: "PreCompact" },
  {
    words: "post-compact",
    event: "PostCompact",
    fields: { compact_summary: "Nothing of what was asked for." },
  },
  { words: "post-tool-use", event: "PostToolUse" },
  { words: "session-end", event: "SessionEnd" },
];

export class AttackedWorld extends SealedWorld {
  /** The world's clock; fixed unless a test moves it. */
  clock = "2026-03-01T12:00:00Z";

  get transcripts(): string {
    return `${this.home}/.claude/projects/-project`;
  }

  transcript(sessionId: string): string {
    return `${this.transcripts}/${sessionId}.jsonl`;
  }

  get outside(): string {
    return `${this.dir}/outside`;
  }

  get world(): World {
    const env: Record<string, string> = {
      HOME: this.home,
      CLAUDE_PROJECT_DIR: this.project,
    };
    return {
      env: (name) => env[name],
      now: () => new Date(this.clock),
      localOffsetMinutes: () => 0,
      cwd: () => this.project,
    };
  }

  payloadOf({ event, fields }: Fired, sessionId = LIVE): string {
    return JSON.stringify(payload(event, sessionId, {
      transcript_path: this.transcript(sessionId),
      cwd: this.project,
      ...fields,
    }));
  }

  /** Run one event; throws what the handler throws. */
  async fire(
    fired: Fired,
    text = this.payloadOf(fired),
  ): Promise<{ output?: HookOutput; failures: readonly unknown[] }> {
    const [word = "", ...args] = fired.words.split(" ");
    const hook = findHook(word);
    const event = readHookPayload(tryParseJson(text));
    const sessionId = event?.sessionId;
    if (!hook || !event || !isSessionId(sessionId)) return { failures: [] };
    const { handle } = await hook.load();
    const store = openStore(await openProject(this.world, this.project));
    const { output, failures = [] } = await handle({
      payload: event,
      sessionId,
      store,
      world: this.world,
      budget: new Deadline(limitMs(hook.budgetMs)),
      args,
    });
    return { ...(output ? { output } : {}), failures };
  }

  /** Add lines to a transcript. */
  grow(sessionId: string, lines: readonly string[]): void {
    const text = lines.map((line) => `${line}\n`).join("");
    Deno.writeTextFileSync(this.transcript(sessionId), text, { append: true });
  }
}

/** The transcripts behind every attacked store. */
export const STORY: Readonly<Record<string, GeneratedTranscript>> = {
  [OVER]: generateTranscript({ seed: 11, turns: 4, sessionId: OVER }),
  [LIVE]: generateTranscript({ seed: 12, turns: 8, sessionId: LIVE }),
};

/** How much of the live session happens before the attack. */
const LIVE_BEFORE = 0.6;

export function linesBefore(): number {
  return Math.floor((STORY[LIVE]?.lines.length ?? 0) * LIVE_BEFORE);
}

/** What is still to come of the live session. */
export function growRest(world: AttackedWorld): void {
  world.grow(LIVE, STORY[LIVE]?.lines.slice(linesBefore()) ?? []);
}

/** Make the base; the caller disposes of it. */
export async function makeBase(): Promise<AttackedWorld> {
  const world = new AttackedWorld();
  Deno.mkdirSync(world.transcripts, { recursive: true });
  Deno.mkdirSync(`${world.project}/.git`);
  Deno.writeTextFileSync(
    `${world.project}/.git/HEAD`,
    "ref: refs/heads/main\n",
  );
  Deno.mkdirSync(world.outside);
  for (const name of ["secret.md", "secret.json"]) {
    Deno.writeTextFileSync(`${world.outside}/${name}`, '{"outside": 1}\n');
  }
  plantKnowledge(world);
  world.grow(OVER, STORY[OVER]?.lines ?? []);
  world.grow(LIVE, STORY[LIVE]?.lines.slice(0, linesBefore()) ?? []);
  const of = (sessionId: string) => async (fired: Fired) => {
    await world.fire(fired, world.payloadOf(fired, sessionId));
  };
  for (const fired of LIFE.filter(({ words }) => !words.startsWith("sub"))) {
    await of(OVER)(fired);
    if (fired.event !== "SessionEnd") await of(LIVE)(fired);
  }
  return world;
}

function plantKnowledge(world: AttackedWorld): void {
  const section = (day: string, text: string) =>
    `## 2026-02-${day}_1000 (local 02-${day}_1000)\n` +
    `<!-- session c0ffee33 · entries 0-4 · branch main -->\n${text}\n\n`;
  world.write(
    "memory_20260202_100000.md",
    `# Project Memory: project\n\n${section("01", "Counted the buoys.")}`,
  );
  world.write(
    "memory.md",
    `# Project Memory: project\n\n${section("03", "Rounded tide heights.")}`,
  );
  // Older than the sessions: their deltas begin with their first entry.
  world.write(".gitignore", "*\n");
  const made = new Date("2026-01-01T00:00:00Z");
  Deno.utimeSync(`${world.store}/.gitignore`, made, made);
  world.write("rules.md", "Never round twice.\n");
  world.write("project.md", "A table of tides.\n");
  world.write(
    "config.json",
    JSON.stringify({ saveInterval: 1, askMinChars: 200, claudeMd: true }),
  );
  world.write("facts.json", JSON.stringify(FACTS));
  world.write("concepts.json", JSON.stringify(CONCEPTS));
}

const FACTS = {
  _meta: { version: 4, nextId: { decisions: 2, rules: 2 } },
  decisions: [{
    id: "d001",
    date: "2026-02-01",
    content: "Round tide heights once, at the end",
    reason: "errors add up",
    sessions: ["c0ffee33"],
    evidence: "round once at the end",
    concept: "c001",
    files: ["src/tide.ts"],
    keywords: ["tide"],
  }],
  patterns: [],
  issues: [],
  permanent: {
    rules: [{ id: "r001", content: "Never round twice", source: "user" }],
    solutions: [],
    core_logic: [],
  },
};

const CONCEPTS = {
  concepts: [{ id: "c001", name: "tides", summary: "", facts: ["d001"] }],
  nextId: 2,
};

/** A copy of a base, in a world of its own. */
export function copyOf(base: AttackedWorld): AttackedWorld {
  const world = new AttackedWorld();
  for (const name of ["home", "project", "outside"]) {
    copyTree(`${base.dir}/${name}`, `${world.dir}/${name}`);
  }
  renameTranscripts(world, base);
  return world;
}

/** With its times: they tell the program what is new. */
function copyTree(from: string, to: string): void {
  Deno.mkdirSync(to, { recursive: true });
  for (const { name, isDirectory } of Deno.readDirSync(from)) {
    const [source, target] = [`${from}/${name}`, `${to}/${name}`];
    if (isDirectory) copyTree(source, target);
    else {
      Deno.copyFileSync(source, target);
      keepTime(source, target);
    }
  }
}

function keepTime(from: string, to: string): void {
  const { atime, mtime } = Deno.statSync(from);
  Deno.utimeSync(to, atime ?? new Date(), mtime ?? new Date());
}

/** States name their transcripts by whole paths. */
function renameTranscripts(world: AttackedWorld, base: AttackedWorld): void {
  for (const name of world.files()) {
    if (!/^(?:state|\.cache)\/[^/]*\.json$/.test(name)) continue;
    world.write(name, world.read(name).replaceAll(base.dir, world.dir));
    keepTime(`${base.store}/${name}`, `${world.store}/${name}`);
  }
}
