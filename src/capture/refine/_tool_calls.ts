/**
 * Tool calls that wait for their results. A call and its result become one
 * entry, joined by id; a call that never returns is kept without a result.
 */

import { type JsonObject, textOf } from "../../base/json.ts";
import { clip } from "../../base/cut_text.ts";
import { handedBack, reportIn } from "../../claude/hand_back.ts";
import { tellingLine } from "../../digest/failures.ts";
import {
  hidesEnd,
  type PrintedEnd,
  printedEnd,
} from "../../digest/printed_end.ts";
import {
  ERROR_CHARS,
  type L1Entry,
  OUTPUT_CHARS,
  type ToolEntry,
  withoutEmpty,
  type WordsEntry,
} from "../../session/log_entry.ts";
import {
  endedAgent,
  isAgentTool,
  isLaunch,
  isOwnAgentCall,
  startedAgent,
  timestampOf,
} from "./raw_fields.ts";
import type { Redactor } from "../../redact/redactor.ts";
import { settle, type Slot } from "./slots.ts";
import { describeTool, isSilentOnSuccess } from "./_tool_lines.ts";

/** Read beyond the cut, so that a secret across it is still recognised. */
const OUTPUT_READ_CHARS = 1000;
/** What went wrong may be far from the beginning. */
const ERROR_READ_CHARS = 30_000;

interface OpenCall {
  readonly slot: Slot;
  /** Absent for our own agents: neither they nor their work is kept. */
  readonly entry: ToolEntry | undefined;
  /** What an agent hands back with the call: kept instead of it. */
  readonly words?: WordsEntry | undefined;
}

interface CallResult {
  readonly text: string;
  readonly failed: boolean;
  readonly resultCopy: () => unknown;
}

export class ToolCalls {
  readonly #open = new Map<string, OpenCall>();

  constructor(
    readonly redactor: Redactor,
    /** Called with the id of each of our own agents that was started. */
    readonly onOwnAgent: (id: string) => void,
  ) {}

  has(id: string): boolean {
    return this.#open.has(id);
  }

  /** Whether a call that waits has started one of our own agents. */
  isOwnCall(id: string): boolean {
    const call = this.#open.get(id);
    return call !== undefined && call.entry === undefined;
  }

  start(
    entry: JsonObject,
    block: JsonObject,
    agent: string | undefined,
    slot: Slot,
  ): void {
    const id = textOf(block["id"]);
    const name = textOf(block["name"]);
    if (isOwnAgentCall(block)) {
      this.#open.set(id, { slot, entry: undefined });
      return;
    }
    const redact = (text: string) => this.redactor.text(text);
    const call = withoutEmpty({
      ts: timestampOf(entry),
      role: "tool",
      id,
      name,
      ...describeTool(name, block["input"], redact),
      agent,
    });
    const { target, cmd } = call as ToolEntry;
    if (mayHoldSecrets(target ?? cmd)) this.redactor.expectSecrets();
    this.#open.set(id, {
      slot,
      entry: call as ToolEntry,
      words: this.#report(entry, block, agent),
    });
  }

  /** Join a result to its call; a result without a call is not kept. */
  finish(id: string, { text, failed, resultCopy }: CallResult): void {
    const call = this.#open.get(id);
    if (call === undefined) return;
    this.#open.delete(id);
    const { slot, entry, words } = call;
    if (entry === undefined) {
      this.onOwnAgent(startedAgent(resultCopy(), text) ?? "");
      return settle(slot, []);
    }
    if (words && !failed) return settle(slot, [words]);
    const { agent, ...deed } = entry;
    // Names of secrets may be further down than what is read of it here.
    if (
      text.length > OUTPUT_READ_CHARS ||
      mayHoldSecrets(entry.target ?? entry.cmd)
    ) this.redactor.expectSecrets();
    const output = this.#shortOutput(
      entry.cmd ?? "",
      failed ? text : outputOf(entry.name, text),
    );
    const joined = withoutEmpty({
      ...deed,
      result: failed ? "error" : "ok",
      output,
      ...(entry.cmd ? this.#endIn(entry.cmd, text, output, failed) : {}),
      agent,
    });
    const ended = endedAgent(entry.name, resultCopy, text);
    settle(slot, [joined as ToolEntry], ended);
  }

  /**
   * A new prompt: calls before it that have not returned never will. The order of
   * the lines is not enough: the first prompt of a session may be written after
   * the calls that answer it.
   */
  giveUpBefore(prompted: string | undefined): void {
    for (const [id, call] of this.#open) {
      const called = call.entry?.ts;
      if (prompted && called && called > prompted) continue;
      giveUp(call);
      this.#open.delete(id);
    }
  }

  giveUpAll(): void {
    for (const call of this.#open.values()) giveUp(call);
    this.#open.clear();
  }

  /** The words of an agent that delivers them with a call. */
  #report(
    entry: JsonObject,
    block: JsonObject,
    agent: string | undefined,
  ): WordsEntry | undefined {
    const text = agent === undefined ? "" : handedBack(block);
    if (text === "") return undefined;
    return withoutEmpty({
      ts: timestampOf(entry),
      role: "assistant",
      text: this.redactor.text(text).trim(),
      agent,
    }) as WordsEntry;
  }

  #shortOutput(command: string, text: string): string {
    const read = clip(text, OUTPUT_READ_CHARS).trim();
    return clip(this.redactor.printed(command, read), OUTPUT_CHARS);
  }

  /** How it ended, where the beginning of the output does not say it. */
  #endIn(
    cmd: string,
    text: string,
    output: string,
    failed: boolean,
  ): PrintedEnd {
    if (text.trim().length <= OUTPUT_CHARS) return {};
    if (!failed && (!hidesEnd(cmd) || text.length > ERROR_READ_CHARS)) {
      return {};
    }
    const read = this.redactor.text(clip(text, ERROR_READ_CHARS));
    const { error = "", verdict = "" } = failed
      ? { error: tellingLine(read) }
      : printedEnd(cmd, read);
    const isTold = failed && clip(error, ERROR_CHARS) === tellingLine(output);
    return {
      error: isTold ? "" : clip(error, ERROR_CHARS),
      verdict: clip(verdict, ERROR_CHARS),
    };
  }
}

const SECRET_PLACE =
  /\.env\b|printenv|credential|netrc|npmrc|pgpass|htpasswd|kubeconfig|tfvars|get secret/;
const PLACE_CHARS = 200;

/** Whether a call reads or writes what names secrets, beyond what the log keeps of it. */
function mayHoldSecrets(place: unknown): boolean {
  return typeof place === "string" &&
    SECRET_PLACE.test(place.slice(0, PLACE_CHARS));
}

/** The result of a successful call, as far as it says something new. */
function outputOf(name: string, text: string): string {
  if (isSilentOnSuccess(name)) return "";
  if (!isAgentTool(name)) return text;
  return isLaunch(text) ? "" : reportIn(text);
}

function giveUp({ slot, entry, words }: OpenCall): void {
  const kept: L1Entry | undefined = words ?? entry;
  settle(slot, kept ? [kept] : []);
}
