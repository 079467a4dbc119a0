/**
 * What a transcript says about tokens: each request of the model once, which of
 * them were made for memory, and the texts that memory gave. A text that was
 * given is sent again with every later request, until a compaction.
 */

import { objectsIn } from "../base/json_values.ts";
import { isObject, type JsonObject, objectOf } from "../base/json.ts";
import { noticeIn } from "./hand_back.ts";
import { contentOf, HookTracer, ownAgentCalls } from "./hook_trace.ts";
import { textField } from "./payload.ts";
import type { Tokens } from "./prices.ts";

export interface CountedRequest extends Tokens {
  readonly at: string;
  readonly model: string;
  readonly isForMemory: boolean;
  /** Tokens of memory's texts in it, sent for the first time and again. */
  readonly given: number;
  readonly carried: number;
}

export interface GivenText {
  readonly at: string;
  readonly to: "starts" | "prompts" | "agents";
  readonly tokens: number;
}

/** Ids that have counted: a fork repeats its parent's entries. */
export interface Seen {
  readonly messages: Set<string>;
  readonly entries: Set<string>;
}

export class CostCounter {
  readonly texts: GivenText[] = [];
  readonly #requests = new Map<string, CountedRequest>();
  /** Answers that another transcript has; each block has a time of its own. */
  readonly #repeated = new Set<string>();
  readonly #tracer: HookTracer;
  readonly #seen: Seen;
  readonly #isOwnAgent: boolean;
  /** Calls that start agents of ours, and those agents. */
  readonly #ownCalls = new Set<string>();
  readonly #ownAgents = new Set<string>();
  #isReply = false;
  #given = 0;
  #carried = 0;

  constructor(marks: readonly string[], seen: Seen, isOwnAgent = false) {
    this.#tracer = new HookTracer(marks);
    this.#seen = seen;
    this.#isOwnAgent = isOwnAgent;
  }

  get requests(): readonly CountedRequest[] {
    return [...this.#requests.values()];
  }

  add(entry: JsonObject): void {
    this.#hook(entry);
    switch (entry["type"]) {
      case "user":
        return this.#user(entry);
      case "assistant":
        return this.#assistant(entry);
      case "system":
        if (entry["subtype"] !== "compact_boundary") return;
        this.#given = this.#carried = 0;
    }
  }

  #hook(entry: JsonObject): void {
    const known = this.#tracer.texts.length;
    this.#tracer.add(entry);
    const uuid = textField(entry, "uuid") ?? "";
    const isRepeated = this.#seen.entries.has(uuid);
    const at = textField(entry, "timestamp") ?? "";
    for (const { event, tokens } of this.#tracer.texts.slice(known)) {
      this.#given += tokens;
      if (uuid !== "") this.#seen.entries.add(uuid);
      if (!isRepeated) this.texts.push({ at, to: placeOf(event), tokens });
    }
  }

  #user(entry: JsonObject): void {
    const content = contentOf(entry);
    const blocks = objectsIn(content);
    for (const { type, tool_use_id, content } of blocks) {
      if (type !== "tool_result" || !this.#ownCalls.has(String(tool_use_id))) {
        continue;
      }
      const copy = objectOf(entry["toolUseResult"]);
      const said = JSON.stringify(content ?? "");
      const id = textField(copy, "agentId") ??
        /\bagentId: ([\w-]+)/.exec(said)?.[1];
      if (id) this.#ownAgents.add(id);
    }
    const text = typeof content === "string"
      ? content
      : textField(blocks.find(({ type }) => type === "text") ?? {}, "text");
    if (text === undefined) return;
    const notice = noticeIn(text, entry["origin"]);
    this.#isReply = notice !== undefined &&
      (notice.isOwn || this.#ownAgents.has(notice.agent ?? ""));
  }

  #assistant(entry: JsonObject): void {
    const message = objectOf(entry["message"]);
    const id = textField(message, "id");
    const usage = message["usage"];
    const model = textField(message, "model") ?? "";
    if (id === undefined || !isObject(usage) || model === "<synthetic>") return;
    const own = ownAgentCalls(message["content"]);
    for (const { id } of own) this.#ownCalls.add(String(id));
    const startsOwn = own.length > 0;
    const known = this.#requests.get(id);
    if (this.#repeated.has(id)) return;
    // The first blocks of an answer are written before it is complete.
    if (known) {
      const output = Math.max(known.output, count(usage, "output_tokens"));
      const isForMemory = known.isForMemory || startsOwn;
      this.#requests.set(id, { ...known, output, isForMemory });
      return;
    }
    const [given, carried] = [this.#given, this.#carried];
    this.#carried += given;
    this.#given = 0;
    const at = textField(entry, "timestamp") ?? "";
    // A fork keeps both; other servers number their messages in each session.
    const key = `${id} ${at}`;
    if (this.#seen.messages.has(key)) {
      this.#repeated.add(id);
      return;
    }
    this.#seen.messages.add(key);
    this.#requests.set(id, {
      at,
      model,
      ...tokensOf(usage),
      isForMemory: this.#isOwnAgent || this.#isReply || startsOwn,
      given,
      carried,
    });
  }
}

function placeOf(event: string): GivenText["to"] {
  if (event === "SessionStart") return "starts";
  return event === "SubagentStart" ? "agents" : "prompts";
}

function tokensOf(usage: JsonObject): Tokens {
  const written = count(usage, "cache_creation_input_tokens");
  const byTime = objectOf(usage["cache_creation"]);
  const hour = count(byTime, "ephemeral_1h_input_tokens");
  const written1h = Math.min(written, hour);
  return {
    input: count(usage, "input_tokens"),
    output: count(usage, "output_tokens"),
    read: count(usage, "cache_read_input_tokens"),
    written5m: written - written1h,
    written1h,
  };
}

function count(raw: JsonObject, key: string): number {
  const value = raw[key];
  return typeof value === "number" && value > 0 ? Math.floor(value) : 0;
}
