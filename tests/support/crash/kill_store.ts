/**
 * A store in which there is something to do for every event and every command,
 * made by the program itself: sessions old, over and at work, deltas that wait,
 * archives, knowledge, and agents that have their text.
 */

import {
  callBlock,
  resultBlock,
  said,
  textBlock,
} from "../generator/entries.ts";
import { statesOf } from "../oracle/memory_invariants.ts";
import { CrashWorld, type Deed, hookDeed } from "./crash_world.ts";
import {
  forkTranscript,
  type GeneratedTranscript,
  generateTranscript,
  writeTranscript,
} from "../generator/transcript_generator.ts";

const DAY_MS = 24 * 60 * 60_000;

const id = (first: string) => `${first}-0000-4000-8000-000000000000`;
export const OLD = id("01d01d01");
export const WEEK = id("3eec3eec");
export const OVER = id("0fe70fe7");
export const LIVE = id("11fe11fe");
export const SIBLING = id("5b115b11");
export const FORK = id("f02cf02c");

export const AGENTS = {
  delta: { agent_id: "a01", agent_type: "memory-keeper:delta-summarizer" },
  archive: { agent_id: "a02", agent_type: "memory-keeper:memory-summarizer" },
  session: { agent_id: "a03", agent_type: "memory-keeper:l2-summarizer" },
  keeper: { agent_id: "a04", agent_type: "memory-keeper:memory-keeper" },
} as const;

/** Typed, read by a tool, answered and saved; it must be nowhere below. */
export const SECRETS = [
  "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8",
  "AKIA" + "Q3EGRVXTN5YH7KWZ",
];
/** Said in every session, to be quoted. */
export const QUOTE = "The harbour light turns every nine seconds";

const CONFIG = {
  saveInterval: 1,
  askMinChars: 1500,
  memoryRotation: { thresholdTokens: 100_000, carryoverTokens: 150 },
};

/** A session's lines, and behind them some words that the tests know. */
function linesOf({ lines, sessionId }: GeneratedTranscript, at: string) {
  const entry = (n: number, role: string, content: unknown) =>
    JSON.stringify({
      ...said(role, content),
      isSidechain: false,
      sessionId,
      version: "2.1.197",
      uuid: `${sessionId.slice(0, 8)}-known-${n}`,
      timestamp: at,
    });
  const call = `toolu_known_${sessionId.slice(0, 8)}`;
  return [
    ...lines,
    entry(1, "user", `${QUOTE}. Log in with ${SECRETS[0]}.`),
    entry(2, "assistant", [callBlock(call, "Bash", {
      command: `AWS_ACCESS_KEY_ID=${SECRETS[1]} ./light`,
    })]),
    entry(3, "user", [resultBlock(call, `key ${SECRETS[1]} accepted`)]),
    entry(4, "assistant", [textBlock("It turns.")]),
  ];
}

export class KillStore extends CrashWorld {
  readonly nowMs = Math.floor(Date.now() / 60_000) * 60_000;
  readonly transcripts = `${this.home}/.claude/projects/-project`;
  #reset: () => void = () => {};

  /** The environment of a day. */
  on(daysFromNow = 0): Record<string, string> {
    const at = new Date(this.nowMs + daysFromNow * DAY_MS).toISOString();
    return { MEMORY_KEEPER_NOW: at, TZ: "UTC", MEMORY_KEEPER_PATIENCE: "30" };
  }

  event(words: string, event: string, session: string, extra = {}, day = 0) {
    const transcript_path = this.transcriptOf(session);
    const fields = { transcript_path, ...extra };
    return hookDeed(words, event, session, fields, this.on(day));
  }

  command(args: string, stdin = "", day = 0): Deed {
    return { args: args.split(" "), stdin, env: this.on(day) };
  }

  transcriptOf(session: string): string {
    return `${this.transcripts}/${session}.jsonl`;
  }

  /** The first waiting delta of a session. */
  deltaOf(session: string): string {
    return statesOf(this.store).get(session)?.deltas[0]?.id ?? "none-1";
  }

  /** Give a session's first waiting delta to a holder. */
  claimDelta(session: string, holder: string): void {
    const name = `state/${session}.json`;
    const state = JSON.parse(this.read(name));
    const at = new Date(this.nowMs).toISOString();
    state.deltas[0].agent = { id: holder, at };
    this.write(name, JSON.stringify(state));
  }

  archives(): string[] {
    return this.files().filter((name) => /^memory_\d{8}_\d{6}\.md$/.test(name));
  }

  async prepare(): Promise<void> {
    this.write("config.json", JSON.stringify(CONFIG));
    // Older than every session: each is cut from its start.
    this.write(".gitignore", "*\n");
    const longAgo = new Date(this.nowMs - 100 * DAY_MS);
    Deno.utimeSync(`${this.store}/.gitignore`, longAgo, longAgo);
    // Old digests stay for those who fold them.
    this.noteFolded(new Date(this.nowMs).toISOString());
    await this.#past(OLD, 1, -60);
    await this.done(this.command("rotate --force", "", -60));
    this.#age(OLD, -60);
    await this.#past(WEEK, 2, -10);
    this.#age(WEEK, -10);
    await this.#talk(OVER, 3, -0.9);
    await this.done(this.event("session-end", "SessionEnd", OVER, {}, -0.8));
    this.#learn();
    const lines = await this.#talk(LIVE, 4, -0.1);
    const most = Math.floor(lines.length * 0.6);
    this.#put(LIVE, lines.slice(0, most));
    await this.done(this.event("stop", "Stop", LIVE));
    const given = (about: object) =>
      this.done(
        this.event("subagent-start --part 1", "SubagentStart", LIVE, about),
      );
    await given(AGENTS.delta);
    await given(AGENTS.archive);
    await this.done(this.command("set project A light for small harbours"));
    await this.done(this.event("session-start", "SessionStart", LIVE));
    this.#put(LIVE, lines);
    this.#reset = this.keep();
  }

  /** As it was when it was prepared. */
  begin(): void {
    this.#reset();
  }

  async done(deed: Deed): Promise<void> {
    const { code } = await this.do(deed);
    if (code !== 0) throw new Error(`"${deed.args.join(" ")}" gave ${code}`);
  }

  /** When digests were last folded, as far as the index knows. */
  noteFolded(lastCompress: string | null): void {
    const index = isThere(`${this.store}/memory-index.json`)
      ? JSON.parse(this.read("memory-index.json"))
      : { version: 2 };
    const text = JSON.stringify({ ...index, lastCompress });
    this.write("memory-index.json", text);
  }

  /** A session that no event told of, and a fork of it. */
  async plantSiblings(): Promise<void> {
    const parent = this.#generate(SIBLING, 6, -0.5);
    const fork = forkTranscript(parent, FORK, 3, 7);
    for (const one of [parent, fork]) {
      await writeTranscript(this.transcripts, one);
    }
  }

  /** The same log under another name, with less and with more. */
  plantSecondLog(): void {
    const name =
      this.files().find((file) =>
        file.endsWith(`_${OVER.slice(0, 8)}.l1.jsonl`)
      ) ?? "";
    const lines = this.read(name).trimEnd().split("\n").slice(2);
    const more = { ts: new Date(this.nowMs).toISOString(), role: "assistant" };
    lines.push(JSON.stringify({ ...more, text: "Only this log says so." }));
    const other = name.replace(/_\d{4}_/, "_2359_");
    this.write(other, lines.map((line) => `${line}\n`).join(""));
  }

  #generate(session: string, seed: number, day: number, turns = 8) {
    return generateTranscript({
      seed,
      turns,
      sessionId: session,
      cwd: this.project,
      startedAt: new Date(this.nowMs + day * DAY_MS).toISOString(),
      subagents: "none",
    });
  }

  /** Write a session's transcript; returns its lines. */
  async #talk(session: string, seed: number, day: number): Promise<string[]> {
    const made = this.#generate(session, seed, day);
    await writeTranscript(this.transcripts, made);
    const lines = linesOf(made, made.made.endedAt);
    this.#put(session, lines);
    return lines;
  }

  #put(session: string, lines: readonly string[]): void {
    const text = lines.map((line) => `${line}\n`).join("");
    Deno.writeTextFileSync(this.transcriptOf(session), text);
  }

  /** A session that ended and was summarised. */
  async #past(session: string, seed: number, day: number): Promise<void> {
    await this.#talk(session, seed, day - 0.1);
    await this.done(this.event("session-end", "SessionEnd", session, {}, day));
    for (const { id } of statesOf(this.store).get(session)?.deltas ?? []) {
      const text = `Summary of ${id}.`;
      await this.done(this.command(`delta commit ${id}`, text, day));
    }
  }

  #age(session: string, day: number): void {
    const at = new Date(this.nowMs + day * DAY_MS);
    const short = session.slice(0, 8);
    for (const name of this.files()) {
      if (!name.includes(short)) continue;
      Deno.utimeSync(`${this.store}/${name}`, at, at);
    }
    // Before its state: nothing of it is new.
    const before = new Date(at.getTime() - DAY_MS);
    Deno.utimeSync(this.transcriptOf(session), before, before);
  }

  #learn(): void {
    const fact = (
      id: string,
      content: string,
      sessions: string[],
      more = {},
    ) => ({
      id,
      date: "2026-01-01",
      content,
      reason: "",
      sessions,
      evidence: "",
      concept: null,
      files: [],
      keywords: [],
      ...more,
    });
    const open = { status: "open", resolution: null };
    const facts = {
      _meta: { version: 4 },
      decisions: [
        fact("d001", "Lamps are lit at dusk", [OLD, WEEK, OVER]),
        fact("d002", "Rails are white", [OLD], { concept: "c001" }),
      ],
      patterns: [fact("p001", "Logs are kept", [OLD], { concept: "c002" })],
      issues: [
        fact("i001", "The horn is silent", [OLD], open),
        fact("i002", "The door sticks", [OLD], { status: "resolved" }),
      ],
      permanent: {
        rules: [{ id: "r001", content: "Never leave the lamp", sessions: [] }],
        solutions: [{ id: "s001", problem: "Rust", solution: "Paint" }],
        core_logic: [],
      },
    };
    const concept = (id: string, name: string, list: string[]) => ({
      id,
      name,
      summary: "",
      files: [],
      keywords: [],
      facts: list,
      updated: "2026-01-01",
    });
    const concepts = [
      concept("c001", "gallery rail", ["d002"]),
      concept("c002", "log book", ["p001"]),
    ];
    this.write("facts.json", JSON.stringify(facts));
    this.write("concepts.json", JSON.stringify({ concepts, nextId: 3 }));
  }
}

export function isThere(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
