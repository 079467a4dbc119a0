// A session while it is being generated: its clock, its threads, the lines
// written so far, and what they add up to. Everything that writes an entry goes
// through here, so that envelopes look as each version writes them.

import {
  emptyExpected,
  type ExpectedCall,
  type FeatureName,
  FEATURES,
  type GeneratedSubagent,
  type GeneratorOptions,
  type InjectedKind,
  type SubagentMode,
  type Version,
  VERSIONS,
} from "./types.ts";
import { Random, seedOf } from "./words.ts";

export type Json = Record<string, unknown>;

/** One chain of entries: the main conversation or one agent's. */
export interface Thread {
  /** How the expectation names the agent; absent on the main thread. */
  agent?: string;
  agentId?: string;
  parentUuid: string | null;
  /** Where a finished entry of this thread goes. */
  emit(entry: Json): void;
  /** Fields that newer versions add to an agent's assistant entries. */
  attribution?: Json;
  /** Nothing of it may be remembered: one of our own agents. */
  own?: boolean;
}

export interface Call {
  id: string;
  name: string;
  expected?: ExpectedCall;
}

export interface Outcome {
  content: unknown;
  toolUseResult: unknown;
  error?: boolean;
  /**
   * Text next to the result in the same entry: what the user said when
   * approving.
   */
  remark?: string;
}

const DEFAULT_AGENT_MODES: Record<Version, SubagentMode> = {
  "1.0.98": "sidechain",
  "2.0.76": "folder",
  "2.1.17": "progress",
  "2.1.42": "progress",
  "2.1.197": "folder",
};

export class Session {
  readonly random: Random;
  readonly version: Version;
  readonly sessionId: string;
  readonly cwd: string;
  readonly agentMode: SubagentMode;
  readonly padding: string;
  readonly main: Thread;
  readonly subagents: GeneratedSubagent[] = [];
  expected = emptyExpected();
  lines: string[] = [];
  promptId: string;
  #clock: number;
  readonly #features: Partial<Record<FeatureName, boolean>>;
  readonly #slug: string;

  constructor(options: GeneratorOptions, name = "") {
    this.random = new Random(seedOf(options.seed, name));
    this.version = options.version ?? "2.1.197";
    this.sessionId = options.sessionId ?? this.random.uuid();
    this.cwd = options.cwd ?? "/home/user/harbour";
    this.agentMode = options.subagents ?? DEFAULT_AGENT_MODES[this.version];
    this.padding = "tide ".repeat(Math.ceil((options.heavy ?? 0) / 5));
    this.promptId = this.random.uuid();
    this.#clock = Date.parse(options.startedAt ?? "2026-03-01T09:00:00.000Z");
    this.#features = options.features ?? {};
    this.#slug = `${this.random.pick(["calm", "salty", "misty"])}-${
      this.random.hex(6)
    }`;
    this.main = {
      parentUuid: null,
      emit: (entry) => this.write(JSON.stringify(entry)),
    };
  }

  has(feature: FeatureName): boolean {
    return this.#features[feature] ?? FEATURES[feature];
  }

  since(version: Version): boolean {
    return VERSIONS.indexOf(this.version) >= VERSIONS.indexOf(version);
  }

  /** Some time later. */
  tick(): string {
    this.#clock += 20 + this.random.int(4000);
    return new Date(this.#clock).toISOString();
  }

  get time(): string {
    return new Date(this.#clock).toISOString();
  }

  write(line: string): void {
    this.lines.push(this.has("crlf") ? `${line}\r` : line);
  }

  /**
   * An entry without uuid and chain: snapshots, queue operations, titles,
   * marks.
   */
  writeLoose(entry: Json): void {
    this.write(JSON.stringify(entry));
  }

  /**
   * Adds an entry to a thread's chain, in the order of keys that the version
   * uses, and returns its uuid.
   */
  chain(thread: Thread, body: Json, extras: Json = {}): string {
    const uuid = this.random.uuid();
    const links: Json = {
      parentUuid: thread.parentUuid,
      isSidechain: thread.agent !== undefined,
    };
    if (thread.agentId !== undefined) links.agentId = thread.agentId;
    const id = { uuid, timestamp: this.tick() };
    const place = {
      cwd: this.cwd,
      sessionId: this.sessionId,
      version: this.version,
      gitBranch: "main",
    };
    thread.parentUuid = uuid;
    if (this.since("2.1.197")) {
      const entrypoint = { userType: "external", entrypoint: "cli" };
      thread.emit({
        ...links,
        ...body,
        ...id,
        ...extras,
        ...entrypoint,
        ...place,
      });
    } else {
      const slug = this.since("2.1.17") ? { slug: this.#slug } : {};
      thread.emit({
        ...links,
        userType: "external",
        ...place,
        ...slug,
        ...body,
        ...id,
        ...extras,
      });
    }
    return uuid;
  }

  user(thread: Thread, content: unknown, extras: Json = {}): string {
    const prompt = this.since("2.1.197") ? { promptId: this.promptId } : {};
    return this.chain(
      thread,
      { ...prompt, type: "user", message: { role: "user", content } },
      extras,
    );
  }

  /**
   * One message of the assistant. Versions before 2.0 may put its blocks into
   * one entry; later ones never do.
   */
  assistant(
    thread: Thread,
    blocks: readonly Json[],
    messageId = this.messageId(),
    extras: Json = {},
  ): string {
    const together = this.version === "1.0.98" && this.random.chance(0.5);
    let uuid = "";
    for (
      const content of together ? [blocks] : blocks.map((block) => [block])
    ) {
      const message = {
        id: messageId,
        type: "message",
        role: "assistant",
        model: extras.isApiErrorMessage ? "<synthetic>" : "claude-opus-4-8",
        content,
        stop_reason: null,
        stop_sequence: null,
        usage: {
          input_tokens: 3,
          cache_read_input_tokens: this.random.int(90000),
          output_tokens: 9,
        },
      };
      uuid = this.chain(
        thread,
        {
          message,
          requestId: `req_${this.random.hex(16)}`,
          ...thread.attribution,
          type: "assistant",
        },
        extras,
      );
    }
    return uuid;
  }

  messageId(): string {
    return `msg_01${this.random.hex(20)}`;
  }

  /** A text block that is expected to be kept. */
  text(thread: Thread, text: string, apiError?: true): Json {
    if (!thread.own && text.trim() !== "") {
      this.expected.assistantTexts.push({
        text,
        ...(thread.agent !== undefined && { agent: thread.agent }),
        ...(apiError && { apiError }),
      });
    }
    return { type: "text", text };
  }

  /** A tool_use block and the call to give its result to. */
  call(
    thread: Thread,
    name: string,
    input: Json,
    own = false,
  ): { call: Call; block: Json } {
    const call: Call = { id: `toolu_01${this.random.hex(22)}`, name };
    if (!own && !thread.own) {
      call.expected = { id: call.id, name, result: "missing" };
      if (thread.agent !== undefined) call.expected.agent = thread.agent;
      this.expected.toolCalls.push(call.expected);
    }
    const caller = this.version === "2.1.17" || this.version === "2.1.42"
      ? { caller: { type: "direct" } }
      : {};
    return {
      call,
      block: { type: "tool_use", id: call.id, name, input, ...caller },
    };
  }

  /**
   * The entry that brings results: one, or several together as older versions
   * did.
   */
  results(thread: Thread, done: readonly (readonly [Call, Outcome])[]): void {
    const content: Json[] = [];
    for (const [call, outcome] of done) {
      if (call.expected !== undefined) {
        call.expected.result = outcome.error ? "error" : "ok";
      }
      // The client writes these keys in different orders.
      content.push(
        outcome.error
          ? {
            type: "tool_result",
            content: outcome.content,
            is_error: true,
            tool_use_id: call.id,
          }
          : {
            tool_use_id: call.id,
            type: "tool_result",
            content: outcome.content,
          },
      );
      if (outcome.remark !== undefined) {
        content.push({ type: "text", text: outcome.remark });
        this.expected.userRemarks.push({
          kind: "approval",
          text: outcome.remark,
        });
      }
    }
    const extras: Json = {};
    const first = done[0]?.[1];
    if (
      first?.toolUseResult !== undefined &&
      (thread.agentId === undefined || !this.since("2.1.197"))
    ) {
      extras.toolUseResult = first.toolUseResult;
    }
    if (this.since("2.0.76")) {
      extras.sourceToolAssistantUUID = thread.parentUuid;
    }
    this.user(thread, content, extras);
  }

  typed(text: string, images = 0): void {
    this.expected.userTexts.push({ text: text.trim(), images });
  }

  /** Notes a text that is not the user's, and returns it. */
  injected(kind: InjectedKind, text: string): string {
    this.expected.notUserWords[kind]++;
    if (text !== "") this.expected.injectedTexts.push(text);
    return text;
  }
}
