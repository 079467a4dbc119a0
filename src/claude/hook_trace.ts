/**
 * What Claude Code notes in a transcript about our hooks: which ran, failed or
 * were ended, how long they took, and what text reached the model. A hook that
 * prints nothing leaves no trace there; only Stop does, in interactive use.
 */

import { aboutTokens } from "../base/estimate_tokens.ts";
import {
  isObject,
  type JsonObject,
  objectOf,
  tryParseJson,
} from "../base/json.ts";
import { isOwnAgent } from "./agents.ts";
import { textField } from "./payload.ts";

export interface HookRun {
  readonly event: string;
  readonly outcome: "ran" | "failed" | "timed out" | "cancelled";
  readonly ms: number | undefined;
  readonly at: string;
  /** Its stderr, or Claude Code's message about it. */
  readonly words: string;
}

export interface HookText {
  readonly event: string;
  readonly chars: number;
  /** About. */
  readonly tokens: number;
  /** Longer than Claude Code allows: the model got the beginning only. */
  readonly isCut: boolean;
}

export interface SessionTrace extends Readonly<typeof NO_EVENTS> {
  readonly version: string | undefined;
  readonly startedAt: string | undefined;
  readonly lastAt: string | undefined;
  /** Whether Claude Code offered our agents: it had loaded the plugin. */
  readonly isListed: boolean;
  readonly runs: readonly HookRun[];
  readonly texts: readonly HookText[];
}

/** How often each event should have fired. */
const NO_EVENTS = {
  prompts: 0,
  toolUses: 0,
  answers: 0,
  apiErrors: 0,
  compactions: 0,
  ownAgents: 0,
};

const OUR_COMMAND = /\bmemory-keeper(?:\.exe)?["']? hook [\w-]+/;
const CUT = "<persisted-output>";
const PREVIEW = /^<persisted-output>[^]*?\nPreview \([^)]*\):\n/;
/** Enough of what a run printed to recognise it. */
const BEGINNING_CHARS = 40;

export class HookTracer {
  readonly #runs: HookRun[] = [];
  readonly #texts: HookText[] = [];
  readonly #counts = { ...NO_EVENTS };
  readonly #marks: string[];
  #version: string | undefined;
  #startedAt: string | undefined;
  #lastAt: string | undefined;
  #isListed = false;

  /** `marks` are words that identify our texts. */
  constructor(marks: readonly string[]) {
    this.#marks = marks.filter((mark) => mark !== "");
  }

  add(entry: JsonObject): void {
    const at = textField(entry, "timestamp");
    this.#version = textField(entry, "version") ?? this.#version;
    this.#startedAt ??= at;
    this.#lastAt = at ?? this.#lastAt;
    switch (entry["type"]) {
      case "attachment":
        return this.#attachment(objectOf(entry["attachment"]), at ?? "");
      case "system":
        return this.#system(entry, at ?? "");
      case "user":
        return this.#user(entry);
      case "assistant":
        return this.#assistant(entry);
    }
  }

  get texts(): readonly HookText[] {
    return this.#texts;
  }

  result(): SessionTrace {
    return {
      version: this.#version,
      startedAt: this.#startedAt,
      lastAt: this.#lastAt,
      isListed: this.#isListed,
      runs: this.#runs,
      texts: this.#texts,
      ...this.#counts,
    };
  }

  #attachment(raw: JsonObject, at: string): void {
    const event = textField(raw, "hookEvent") ?? "";
    switch (raw["type"]) {
      case "hook_success":
        return this.#ran(raw, "ran", at);
      case "hook_non_blocking_error":
      case "hook_blocking_error":
        return this.#ran(raw, "failed", at);
      case "hook_cancelled": {
        const isTimeout = raw["timedOut"] === true;
        return this.#ran(raw, isTimeout ? "timed out" : "cancelled", at);
      }
      case "hook_additional_context":
        return this.#told(event, raw["content"]);
      case "async_hook_response":
        return this.#told(event, contextIn(raw["response"]));
      case "agent_listing_delta":
        this.#isListed ||= list(raw["addedTypes"]).some(isOwnAgent);
    }
  }

  #ran(raw: JsonObject, outcome: HookRun["outcome"], at: string): void {
    if (!OUR_COMMAND.test(textField(raw, "command") ?? "")) return;
    const event = textField(raw, "hookEvent") ?? "";
    const words = textField(raw, "stderr") ?? "";
    this.#runs.push({ event, outcome, ms: duration(raw), at, words });
    // Its output appears again as the text the model was given.
    const printed = contextIn(tryParseJson(textField(raw, "stdout")));
    if (printed) this.#marks.push(printed.slice(0, BEGINNING_CHARS));
  }

  #told(event: string, content: unknown): void {
    for (const text of list(content)) {
      if (typeof text !== "string") continue;
      const body = text.replace(PREVIEW, "");
      if (!this.#marks.some((mark) => body.includes(mark))) continue;
      const isCut = text.startsWith(CUT);
      const tokens = aboutTokens(text);
      this.#texts.push({ event, chars: text.length, tokens, isCut });
    }
  }

  #system(entry: JsonObject, at: string): void {
    if (entry["subtype"] === "compact_boundary") this.#counts.compactions++;
    if (entry["subtype"] !== "stop_hook_summary") return;
    // Failures have an attachment of their own.
    if (list(entry["hookErrors"]).length > 0) return;
    for (const info of list(entry["hookInfos"]).filter(isObject)) {
      if (!OUR_COMMAND.test(textField(info, "command") ?? "")) continue;
      const run = { event: "Stop", outcome: "ran", words: "" } as const;
      this.#runs.push({ ...run, ms: duration(info), at });
    }
  }

  #user(entry: JsonObject): void {
    if (entry["isMeta"] === true || entry["isCompactSummary"] === true) return;
    const content = contentOf(entry);
    const results = list(content).filter(isObject)
      .filter(({ type }) => type === "tool_result");
    this.#counts.toolUses += results.filter((one) => one["is_error"] !== true)
      .length;
    // Commands, their output and reports of tasks are not typed.
    const isTyped = typeof content === "string"
      ? !content.startsWith("<")
      : results.length === 0;
    if (isTyped) this.#counts.prompts++;
  }

  #assistant(entry: JsonObject): void {
    if (entry["isApiErrorMessage"] === true) this.#counts.apiErrors++;
    else this.#counts.answers++;
    this.#counts.ownAgents += ownAgentCalls(contentOf(entry)).length;
  }
}

export function ownAgentCalls(content: unknown): JsonObject[] {
  return list(content).filter(isObject).filter(({ type, input }) =>
    type === "tool_use" && isOwnAgent(objectOf(input)["subagent_type"])
  );
}

export function contentOf({ message }: JsonObject): unknown {
  return objectOf(message)["content"];
}

function contextIn(output: unknown): string | undefined {
  const specific = objectOf(output)["hookSpecificOutput"];
  return textField(objectOf(specific), "additionalContext");
}

function duration(raw: JsonObject): number | undefined {
  const ms = raw["durationMs"];
  return typeof ms === "number" && Number.isFinite(ms) ? ms : undefined;
}

const list = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];
