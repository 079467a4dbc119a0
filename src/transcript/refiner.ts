/**
 * From transcript lines to L1 entries, in the order of the transcript. What is
 * still open (a call without its result, a prompt in the queue) holds back
 * everything from its line on, so that reading in increments gives the same
 * bytes as reading in one go.
 */

import { isObject, type JsonObject } from "../json.ts";
import { type L1Entry, withoutEmpty } from "./l1_entry.ts";
import { isNoise } from "./noise.ts";
import type { CountedPrompt } from "./counted_prompt.ts";
import { PromptQueue } from "./prompt_queue.ts";
import { isWholeLine, parseLine, type RawEntry, viewLine } from "./raw_line.ts";
import type { Redactor } from "./redact.ts";
import { blocksOf, isHuman, resultText, textOf, timeOf } from "./raw_fields.ts";
import { RecentEntries } from "./recent_entries.ts";
import { type Piece, Slots } from "./slots.ts";
import { ToolCalls } from "./tool_calls.ts";
import {
  answerWords,
  isCompaction,
  notifiedTask,
  rejectionWords,
  typedWords,
} from "./user_words.ts";

const CARRIAGE_RETURN = 0x0d;

export interface RefinerOptions {
  readonly redactor: Redactor;
  /** Whether `progress` lines tell of subagents: only if no file does. */
  readonly progress: boolean;
  /** Where reading begins; 0 if it is the beginning. */
  readonly offset?: number;
  /** Set for a subagent's own transcript: whose work this is. */
  readonly agent?: string;
  /** The last entries before the offset, from `recent` of an earlier run. */
  readonly recent?: readonly string[];
  /** Prompts that counted when the session seemed over, from `queued`. */
  readonly queued?: readonly CountedPrompt[];
}

/** What is final, and what to know to read on from an offset. */
export interface Taken {
  readonly pieces: Piece[];
  readonly offset: number;
  readonly recent: string[];
  readonly queued: readonly CountedPrompt[];
}

/** A line without its end; of a long one `bytes` is less than all of it. */
export interface LastLine {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
}

export class Refiner {
  readonly #options: RefinerOptions;
  readonly #recent: RecentEntries;
  readonly #queue: PromptQueue;
  readonly #calls: ToolCalls;
  readonly #slots = new Slots();
  readonly #skipped = new Map<string, number>();
  #from = 0;
  #to = 0;
  #lastWords = "";

  constructor(options: RefinerOptions) {
    this.#options = options;
    this.#to = options.offset ?? 0;
    this.#recent = new RecentEntries(options.recent);
    this.#queue = new PromptQueue(options.queued);
    this.#calls = new ToolCalls(options.redactor);
  }

  /** Entry types that were passed over, with their number. */
  get skipped(): ReadonlyMap<string, number> {
    return this.#skipped;
  }

  /** Whether something is open, or these last words have not come yet. */
  isWaitingFor(lastWords: string | undefined): boolean {
    return this.#slots.hasOpen ||
      (lastWords !== undefined && this.#lastWords !== lastWords.trim());
  }

  /** Take one complete line, which reaches from byte `from` to byte `to`. */
  line(bytes: Uint8Array, from: number, to: number): void {
    this.#from = from;
    this.#to = to;
    this.#queue.line(from);
    const line = bytes.at(-1) === CARRIAGE_RETURN
      ? bytes.subarray(0, -1)
      : bytes;
    if (line.length === 0) return;
    const view = viewLine(line);
    if (isNoise(view, this.#options)) {
      this.#skip(view.type ?? "");
      return;
    }
    const entries = parseLine(view);
    if (entries.length === 0) this.#skip("damaged");
    for (const raw of entries) this.#entry(raw);
  }

  /**
   * The last line of a session that is over may lack its end; it counts if it
   * is whole all the same.
   */
  lastLine({ bytes, from, to }: LastLine): void {
    if (isWholeLine(bytes)) this.line(bytes, from, to);
  }

  /** Nothing more will come: what is open stays as it is. */
  close(): void {
    this.#calls.giveUpAll();
    this.#queue.close();
  }

  take(): Taken {
    const { pieces, offset } = this.#slots.take(this.#to);
    const recent = this.#recent.before(offset);
    return { pieces, offset, recent, queued: this.#queue.before(offset) };
  }

  #skip(type: string): void {
    this.#skipped.set(type, (this.#skipped.get(type) ?? 0) + 1);
  }

  #entry(raw: RawEntry): void {
    const { entry } = raw;
    const { type, uuid, message } = entry;
    const content = isObject(message) ? message["content"] : null;
    if (this.#recent.isRepeat(uuid, content, this.#from)) {
      this.#skip("repeated");
      return;
    }
    const agent = this.#agentOf(entry);
    switch (type) {
      case "user":
        return this.#user(raw, agent);
      case "assistant":
        return this.#assistant(entry, agent);
      case "queue-operation":
        return this.#queueOperation(entry);
      case "attachment":
        return this.#attachment(entry);
      case "system":
        if (entry["subtype"] !== "local_command") break;
        return this.#userWords(entry, [textOf(entry["content"])], 0);
      case "progress":
        if (!this.#options.progress) break;
        return this.#progress(entry);
    }
    this.#skip(typeof type === "string" ? type : "without a type");
  }

  /** Whose work an entry is; undefined on the main thread. */
  #agentOf(entry: JsonObject): string | undefined {
    if (this.#options.agent !== undefined) return this.#options.agent;
    if (entry["isSidechain"] !== true) return undefined;
    return textOf(entry["agentId"]) || "sidechain";
  }

  #user(raw: RawEntry, agent: string | undefined): void {
    const { entry } = raw;
    const blocks = blocksOf(entry);
    const results = blocks.filter(({ type }) => type === "tool_result");
    const remarks = results.map((result) => this.#result(raw, result, agent))
      .filter((remark) => remark !== "");
    const texts = blocks.filter(({ type }) => type === "text")
      .map(({ text }) => textOf(text));
    const images =
      blocks.filter(({ type }) => type === "image" || type === "document")
        .length;
    // A subagent's prompt is in its call; nobody typed it.
    if (agent !== undefined) return;
    const whole = texts.join("\n");
    if (entry["isCompactSummary"] === true || isCompaction(whole)) {
      this.#words(entry, "summary", [whole], undefined);
    } else if (entry["isMeta"] !== true) {
      this.#notified(entry, whole);
      if (!isHuman(entry)) this.#queue.prompted([whole.trim()], false);
      else if (results.length > 0) {
        remarks.push(...texts.map(typedWords).filter((words) => words !== ""));
      } else if (texts.length + images > 0) {
        this.#userWords(entry, texts, images);
      }
    }
    if (remarks.length > 0) this.#words(entry, "user", remarks, undefined);
  }

  /** Words that may be the user's, as a prompt of its own. */
  #userWords(
    entry: JsonObject,
    texts: readonly string[],
    images: number,
  ): void {
    const typed = texts.map(typedWords).filter((words) => words !== "");
    const whole = texts.join("\n").trim();
    const said = typed.join("\n");
    const isPrompt = said !== "" && !/^[/!#]/.test(said);
    const counted = this.#queue.prompted([whole, said], isPrompt);
    if (typed.length + images === 0) return;
    this.#calls.giveUpBefore(timeOf(entry));
    const words = counted ? [] : typed;
    this.#words(
      entry,
      "user",
      [...words, ...Array(images).fill("[image]")],
      undefined,
    );
  }

  #assistant(entry: JsonObject, agent: string | undefined): void {
    if (agent === undefined) this.#queue.answered();
    for (const block of blocksOf(entry)) {
      if (block["type"] === "text") {
        const text = textOf(block["text"]);
        if (agent === undefined) this.#lastWords = text.trim();
        this.#words(entry, "assistant", [text], agent);
      } else if (block["type"] === "tool_use") {
        this.#call(entry, block, agent);
      }
    }
  }

  #call(
    entry: JsonObject,
    block: JsonObject,
    agent: string | undefined,
  ): void {
    if (this.#calls.has(textOf(block["id"]))) return;
    this.#calls.start(entry, block, agent, this.#slots.open(this.#from));
  }

  /**
   * Join a result to its call; returns what the user remarked in it. A remark
   * does not depend on the call: that may have been taken in already.
   */
  #result(
    { resultCopy }: RawEntry,
    result: JsonObject,
    agent: string | undefined,
  ): string {
    const text = resultText(result["content"]);
    const failed = result["is_error"] === true;
    const id = textOf(result["tool_use_id"]);
    this.#calls.finish(id, { text, failed, resultCopy });
    if (agent !== undefined) return "";
    return failed ? rejectionWords(text) : answerWords(resultCopy, text);
  }

  #queueOperation(entry: JsonObject): void {
    const words = textOf(entry["content"]).trim();
    switch (entry["operation"]) {
      case "enqueue": {
        if (words === "") return;
        const slot = this.#slots.open(this.#from);
        const piece = this.#wordsPiece(entry, "user", [typedWords(words)]);
        return this.#queue.enqueue(words, (counts) => {
          slot.pieces = counts && piece ? [piece] : [];
        });
      }
      case "dequeue":
        return this.#queue.dequeue();
      case "remove":
        return this.#queue.remove();
      case "popAll":
        return this.#queue.takeBack(words);
    }
  }

  /** `queued_command`: words that reached the model within a turn. */
  #attachment(entry: JsonObject): void {
    const attachment = entry["attachment"];
    if (!isObject(attachment) || attachment["type"] !== "queued_command") {
      this.#skip("attachment");
      return;
    }
    const { prompt, commandMode = "prompt" } = attachment;
    const blocks = Array.isArray(prompt)
      ? prompt.filter(isObject)
      : [{ type: "text", text: prompt }];
    const texts = blocks.filter(({ type }) => type === "text")
      .map(({ text }) => textOf(text));
    const whole = texts.join("\n").trim();
    const counted = this.#queue.delivered(whole);
    this.#notified(entry, whole);
    const typed = isHuman(attachment) && attachment["isMeta"] !== true &&
      commandMode === "prompt";
    if (!typed) return;
    const images = blocks.length - texts.length;
    const words = counted
      ? []
      : texts.map(typedWords).filter((text) => text !== "");
    this.#words(
      entry,
      "user",
      [...words, ...Array(images).fill("[image]")],
      undefined,
    );
  }

  /** Old sessions tell of their subagents' work within the main file. */
  #progress(entry: JsonObject): void {
    const { data, parentToolUseID } = entry;
    const isOwn = this.#calls.isOwnCall(textOf(parentToolUseID));
    if (!isObject(data) || isOwn) return;
    const { message, agentId } = data;
    if (!isObject(message)) return;
    const agent = textOf(agentId) || "sidechain";
    if (message["type"] === "assistant") this.#assistant(message, agent);
    if (message["type"] === "user") {
      this.#user({ entry: message, resultCopy: () => undefined }, agent);
    }
  }

  /** A background agent has ended; its words are in its file, if it has one. */
  #notified(entry: JsonObject, text: string): void {
    const task = notifiedTask(text);
    if (task === undefined || this.#calls.isOwnTask(task.id)) return;
    if (this.#options.progress) {
      return this.#words(entry, "assistant", [task.result], task.id);
    }
    this.#slots.add(this.#from, [{ kind: "agent", id: task.id }]);
  }

  #words(
    entry: JsonObject,
    role: "user" | "assistant" | "summary",
    texts: readonly string[],
    agent: string | undefined,
  ): void {
    const piece = this.#wordsPiece(entry, role, texts, agent);
    if (piece) this.#slots.add(this.#from, [piece]);
  }

  #wordsPiece(
    entry: JsonObject,
    role: "user" | "assistant" | "summary",
    texts: readonly string[],
    agent?: string,
  ): Piece | undefined {
    const text = this.#options.redactor.blocks(texts).join("\n").trim();
    if (text === "") return undefined;
    const words = withoutEmpty({ ts: timeOf(entry), role, text, agent });
    return { kind: "entry", entry: words as L1Entry };
  }
}
