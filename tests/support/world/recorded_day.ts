/**
 * A day of work, played through the real hook door: transcripts written line by
 * line as Claude Code does, every event a process of its own, and one clock for
 * all of them, files included.
 */

import { assertEquals, assertMatch } from "@std/assert";
import { existsSync } from "@std/fs";
import {
  callBlock,
  resultBlock,
  said,
  taskText,
  textBlock,
} from "../generator/entries.ts";
import { type Outcome, SealedWorld } from "./sealed_world.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** Files younger than this were written by the real clock. */
const REAL_CLOCK_MS = Date.now() - 60_000;
const SECOND_MS = 1000;

/** What a hook printed. */
export interface HookAnswer {
  readonly systemMessage?: string;
  readonly reason?: string;
  readonly hookSpecificOutput?: {
    readonly hookEventName: string;
    readonly additionalContext: string;
  };
}

export class RecordedDay implements Disposable {
  readonly transcripts: string;
  /** What the model was told while at work, in order. */
  readonly told: string[] = [];
  /** Called for every event, with what the program answered. */
  onEvent: (event: string, fields: Fields, answer: HookAnswer) => void =
    () => {};
  #nowMs: number;

  constructor(
    config: Fields,
    start: string,
    readonly world: SealedWorld = new SealedWorld(),
  ) {
    this.#nowMs = Date.parse(start);
    this.transcripts = `${world.home}/.claude/projects/-project`;
    Deno.mkdirSync(this.transcripts, { recursive: true });
    this.world.write("config.json", JSON.stringify(config));
    this.branch("main");
  }

  get now(): string {
    return new Date(this.#nowMs).toISOString();
  }

  /** Set the clock. */
  at(time: string): void {
    this.#nowMs = Date.parse(time);
  }

  later(minutes: number): void {
    this.#nowMs += minutes * 60_000;
  }

  /** The clock moves on with every line of a transcript. */
  tick(): string {
    this.#nowMs += SECOND_MS;
    return this.now;
  }

  branch(name: string): void {
    const git = `${this.world.project}/.git`;
    Deno.mkdirSync(git, { recursive: true });
    Deno.writeTextFileSync(`${git}/HEAD`, `ref: refs/heads/${name}\n`);
  }

  session(id: string): RecordedSession {
    return new RecordedSession(this, id);
  }

  /** Fire an event; returns what the model is told, rules aside, or "". */
  async hook(words: string, event: string, fields: Fields): Promise<string> {
    const { now } = this;
    const outcome = await this.world.hook(words, {
      cwd: this.world.project,
      hook_event_name: event,
      ...fields,
    }, { env: { MEMORY_KEEPER_NOW: now, TZ: "UTC" } });
    this.holdFiles(now);
    assertEquals([outcome.code, outcome.stderr], [0, ""], words);
    // Its words are for the summariser alone, and no JSON.
    const isPlain = event === "PreCompact";
    const answer: HookAnswer = isPlain
      ? {}
      : JSON.parse(outcome.stdout || "{}");
    this.onEvent(event, fields, answer);
    if (isPlain) return outcome.stdout;
    const { hookSpecificOutput, reason } = answer;
    const text = requestIn(
      event,
      reason ?? hookSpecificOutput?.additionalContext ?? "",
    );
    if (text === "") return "";
    if (hookSpecificOutput) {
      assertEquals(hookSpecificOutput.hookEventName, event);
    }
    if (!["SessionStart", "SubagentStart"].includes(event)) {
      const session = String(fields["session_id"]).slice(0, 8);
      this.told.push(`${now.slice(0, 16)}Z ${event} ${session}\n${text}\n`);
    }
    return text;
  }

  /** Run a command of the shell. */
  async run(args: readonly string[], stdin = ""): Promise<Outcome> {
    const { now } = this;
    const env = { MEMORY_KEEPER_NOW: now, TZ: "UTC" };
    const outcome = await this.world.run(args, { stdin, env });
    this.holdFiles(now);
    return outcome;
  }

  /** Give what was written just now the time of the play. */
  holdFiles(now: string): void {
    const { world } = this;
    const at = new Date(now);
    for (const name of existsSync(world.store) ? world.files() : []) {
      const path = `${world.store}/${name}`;
      try {
        const written = Deno.statSync(path).mtime?.getTime() ?? 0;
        if (written > REAL_CLOCK_MS) Deno.utimeSync(path, at, at);
      } catch (error) {
        // Another process of the play may be at work.
        if (!(error instanceof Deno.errors.NotFound)) throw error;
      }
    }
  }

  /** A text of the store without what differs from run to run. */
  read(path: string): string {
    return this.world.seal(this.world.read(path));
  }

  [Symbol.dispose](): void {
    this.world[Symbol.dispose]();
  }
}

/** A prompt always gets the rules; what is asked for follows them. */
function requestIn(event: string, text: string): string {
  if (event !== "UserPromptSubmit") return text;
  const at = text.indexOf("[MEMORY_KEEPER_");
  return at < 0 ? "" : text.slice(at);
}

/** How a tool call of the play went. */
export interface Call {
  readonly name: string;
  readonly input: Fields;
  readonly result: string;
  readonly failed?: boolean;
}

/** One of our agents at work in a session. */
export interface OwnAgent {
  readonly type: string;
  readonly id: string;
  readonly parts: number;
  readonly answer: string;
}

export class RecordedSession {
  readonly transcript: string;
  #lines = 0;

  constructor(readonly day: RecordedDay, readonly id: string) {
    this.transcript = `${day.transcripts}/${id}.jsonl`;
  }

  get short(): string {
    return this.id.slice(0, 8);
  }

  fire(words: string, event: string, fields: Fields = {}): Promise<string> {
    return this.day.hook(words, event, {
      session_id: this.id,
      transcript_path: this.transcript,
      ...fields,
    });
  }

  start(source = "startup"): Promise<string> {
    return this.fire("session-start", "SessionStart", { source });
  }

  /** The user sends a prompt; returns what the model is told. */
  async prompt(text: string): Promise<string> {
    const event = "UserPromptSubmit";
    this.day.tick();
    const told = await this.fire("user-prompt-submit", event, { prompt: text });
    this.user(text, { promptSource: "typed" });
    if (told !== "") this.hookContext(event, told);
    return told;
  }

  /** The record of what a hook added, as the client writes it. */
  hookContext(event: string, told: string): void {
    this.line({
      type: "attachment",
      attachment: {
        type: "hook_additional_context",
        content: [told],
        hookName: event,
        toolUseID: `hook-${this.#lines}`,
        hookEvent: event,
      },
    });
  }

  /** A call with its result, and the event that follows. */
  tool({ name, input, result, failed = false }: Call): Promise<string> {
    const id = this.call(name, input);
    const block = resultBlock(id, result, failed ? { is_error: true } : {});
    this.user([block], { toolUseResult: { stdout: result } });
    return this.fire("post-tool-use", "PostToolUse", {
      tool_name: name,
      tool_input: input,
    });
  }

  /** The last words of a turn. */
  say(text: string, fields: Fields = {}): Promise<string> {
    this.assistant(textBlock(text));
    return this.fire("stop", "Stop", {
      stop_hook_active: false,
      last_assistant_message: text,
      ...fields,
    });
  }

  /** Start one of our agents in the background; returns what it was given. */
  async agent({ type, id, parts, answer }: OwnAgent): Promise<string> {
    const prompt = "Record what waits.";
    const call = this.call("Agent", {
      subagent_type: type,
      description: "Record memory",
      prompt,
      run_in_background: true,
    });
    const launched = `Async agent launched successfully.\nagentId: ${id}`;
    this.user([resultBlock(call, launched)], {
      toolUseResult: { isAsync: true, status: "async_launched", agentId: id },
    });
    const about = { agent_id: id, agent_type: type };
    const given = await Promise.all(
      Array.from(
        { length: parts },
        (_, i) =>
          this.fire(`subagent-start --part ${i + 1}`, "SubagentStart", about),
      ),
    );
    this.#agentTranscript(type, id, answer);
    this.day.later(1);
    const told = await this.fire("subagent-stop", "SubagentStop", {
      ...about,
      last_assistant_message: answer,
    });
    assertEquals(told, "", "SubagentStop tells the model nothing");
    this.user(taskText(id, answer), {
      origin: { kind: "task-notification" },
      promptSource: "sdk",
    });
    return joinParts(given);
  }

  async compact(summary: string): Promise<void> {
    const event = { trigger: "auto", custom_instructions: "" };
    const told = await this.fire("pre-compact", "PreCompact", event);
    assertMatch(told, /^Keep these word for word in the summary:\n1\. /);
    this.line({
      type: "system",
      subtype: "compact_boundary",
      content: "Compacted",
    });
    this.user(summary, {
      isCompactSummary: true,
      isVisibleInTranscriptOnly: true,
    });
    await this.start("compact");
    const checked = { trigger: "auto", compact_summary: summary };
    const answer = await this.fire("post-compact", "PostCompact", checked);
    assertEquals(answer, "", "PostCompact prints nothing");
  }

  async end(): Promise<void> {
    this.day.tick();
    const told = await this.fire("session-end", "SessionEnd", {
      reason: "prompt_input_exit",
    });
    assertEquals(told, "", "SessionEnd prints nothing");
  }

  user(content: unknown, fields: Fields = {}): void {
    this.line({ ...said("user", content), ...fields });
  }

  assistant(block: Fields): void {
    this.line(said("assistant", [block]));
  }

  /** A call without its result; returns its id. */
  call(name: string, input: Fields): string {
    const id = `toolu_${this.short}${this.#lines}`;
    this.assistant(callBlock(id, name, input));
    return id;
  }

  line(fields: Fields): void {
    const timestamp = this.day.tick();
    this.#append(this.transcript, { timestamp, ...fields });
  }

  #append(path: string, fields: Fields): void {
    const entry = {
      parentUuid: null,
      isSidechain: false,
      cwd: this.day.world.project,
      sessionId: this.id,
      version: "2.1.197",
      uuid: `${this.id}-${String(++this.#lines).padStart(12, "0")}`,
      ...fields,
    };
    Deno.writeTextFileSync(path, `${JSON.stringify(entry)}\n`, {
      append: true,
    });
    // The program writes its state after what it has read.
    const at = new Date(Date.parse(this.day.now) - 500);
    Deno.utimeSync(path, at, at);
  }

  /** Claude Code keeps an agent's own transcript. */
  #agentTranscript(type: string, id: string, answer: string): void {
    const dir = `${this.day.transcripts}/${this.id}/subagents`;
    Deno.mkdirSync(dir, { recursive: true });
    const meta = JSON.stringify({ agentType: type });
    Deno.writeTextFileSync(`${dir}/agent-${id}.meta.json`, meta);
    this.#append(`${dir}/agent-${id}.jsonl`, {
      ...said("assistant", [textBlock(answer)]),
      timestamp: this.day.tick(),
      isSidechain: true,
      agentId: id,
    });
  }
}

/** What an agent was given, its parts in order and without their first lines. */
function joinParts(given: readonly string[]): string {
  const parts = given.filter((part) => part !== "");
  return parts.map((part, i) => {
    const first = `part ${i + 1} of ${parts.length}\n`;
    if (parts.length === 1 && !part.startsWith("part ")) return part;
    const last = `\n— end of part ${i + 1} of ${parts.length} —`;
    assertEquals(part.slice(0, first.length), first);
    assertEquals(part.slice(-last.length), last);
    return part.slice(first.length, -last.length);
  }).join("");
}
