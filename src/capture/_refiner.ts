/**
 * From transcript lines to session log entries, in the order of the transcript.
 * What is still open (a call without its result, a prompt in the queue) holds
 * back everything from its line on, so that reading in increments gives the
 * same bytes as reading in one go.
 */

import { isObject, type JsonObject } from "../base/json.ts";
import { DAMAGED, REPEATED, UNTYPED } from "./_entry_types.ts";
import { type Notice, noticeIn } from "../claude/hand_back.ts";
import { withoutEmpty, type WordsEntry } from "../session/log_entry.ts";
import { Hidden } from "./_hidden.ts";
import { isNoise } from "./_noise.ts";
import { NoticeReplies } from "./_notice_replies.ts";
import { PromptQueue } from "./_prompt_queue.ts";
import { isWholeLine, parseLine, type RawEntry, viewLine } from "./raw_line.ts";
import {
  blocksOf,
  contentBlocks,
  isHuman,
  picturesIn,
  resultText,
  REVIVED_ID,
  subtypeOf,
  textOf,
  textsOf,
  timeOf,
} from "./_raw_fields.ts";
import { opensPrivateTurn } from "../redact/private_regions.ts";
import { RecentEntries } from "./_recent_entries.ts";
import type { LastLine, RefinerOptions, Taken } from "./_refiner_types.ts";
import { settle, Slots } from "./_slots.ts";
import { ToolCalls } from "./_tool_calls.ts";
import {
  answerWords,
  isCompaction,
  rejectionWords,
  summaryWords,
  typedWords,
} from "./_user_words.ts";

const CARRIAGE_RETURN = 0x0d;

export class Refiner {
  readonly #options: RefinerOptions;
  readonly #recent: RecentEntries;
  readonly #queue: PromptQueue;
  readonly #calls: ToolCalls;
  readonly #replies: NoticeReplies;
  readonly #slots = new Slots();
  readonly #skipped = new Map<string, number>();
  readonly #hidden: Hidden;
  #from = 0;
  #to = 0;
  #lastWords = "";

  constructor(options: RefinerOptions) {
    this.#options = options;
    this.#to = options.offset ?? 0;
    this.#recent = new RecentEntries(options.recent);
    this.#queue = new PromptQueue(options.queued);
    this.#replies = new NoticeReplies(options.notices);
    const { off, hidden, agent } = options;
    this.#hidden = new Hidden(off, hidden, agent !== undefined);
    const onOwnAgent = (id: string) => this.#replies.started(id);
    this.#calls = new ToolCalls(options.redactor, onOwnAgent);
  }

  /** Skipped entry types, with their counts. */
  get skipped(): ReadonlyMap<string, number> {
    return this.#skipped;
  }

  /** Whether something is open, or these last words have not arrived yet. */
  isWaitingFor(lastWords: string | undefined): boolean {
    return this.#slots.hasOpen ||
      (lastWords !== undefined && this.#lastWords !== lastWords.trim());
  }

  /** Whether work that began then is not kept. */
  isHiddenFrom(begun: () => Date | undefined): boolean {
    return this.#hidden.hasBegun(begun);
  }

  /**
   * Add one complete line, from byte `from` to byte `to`.
   *
   * @returns whether a copy of the transcript may have it: once something was
   * hidden, the client's own records may repeat it
   */
  line(bytes: Uint8Array, from: number, to: number): boolean {
    this.#from = from;
    this.#to = to;
    this.#queue.line(from);
    this.#replies.line(from);
    this.#hidden.line(from);
    const line = bytes.at(-1) === CARRIAGE_RETURN
      ? bytes.subarray(0, -1)
      : bytes;
    if (line.length === 0) return true;
    const view = viewLine(line);
    if (isNoise(view, this.#options)) {
      this.#skip(view.type ?? "", view.subtype);
      return !this.#hidden.repeats();
    }
    const entries = parseLine(view);
    if (entries.length === 0) this.#skip(DAMAGED);
    const { redactor } = this.#options;
    redactor.moveTo(from);
    for (const raw of entries) this.#entry(raw);
    redactor.endLine(line, from, to);
    return this.#hidden.mayCopy;
  }

  /**
   * The last line of a finished session may lack its newline; it counts if it is
   * whole otherwise.
   */
  lastLine({ bytes, from, to }: LastLine): boolean {
    return isWholeLine(bytes) && this.line(bytes, from, to);
  }

  /** Nothing more will come: open calls are kept without a result. */
  close(): void {
    this.#calls.giveUpAll();
    this.#queue.close();
  }

  take(): Taken {
    const { pieces, offset } = this.#slots.take(this.#to);
    return {
      pieces,
      offset,
      recent: this.#recent.before(offset),
      queued: this.#queue.before(offset),
      notices: this.#replies.before(offset),
      hidden: this.#hidden.before(offset),
    };
  }

  #skip(type: string, subtype?: string): void {
    const key = subtype === undefined ? type : `${type}/${subtype}`;
    this.#skipped.set(key, (this.#skipped.get(key) ?? 0) + 1);
  }

  #entry(raw: RawEntry): void {
    const { entry } = raw;
    const { type, uuid, message } = entry;
    if (typeof uuid === "string" && uuid.startsWith(REVIVED_ID)) {
      return this.#skip("revived");
    }
    const content = isObject(message) ? message["content"] : null;
    if (this.#recent.isRepeat(uuid, content, this.#from)) {
      this.#hidden.repeats();
      return this.#skip(REPEATED);
    }
    this.#hidden.entry(timeOf(entry));
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
        this.#replies.heard(textOf(entry["content"]));
        return this.#userWords(entry, [textOf(entry["content"])], 0);
      case "progress":
        if (!this.#options.progress) break;
        return this.#progress(entry);
    }
    this.#skip(typeof type === "string" ? type : UNTYPED);
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
    const texts = textsOf(blocks);
    const images = picturesIn(blocks);
    // A subagent's prompt is in its call; nothing in it was typed.
    if (agent !== undefined) return;
    const whole = texts.join("\n");
    if (results.length > 0) this.#replies.working();
    if (entry["isCompactSummary"] === true || isCompaction(whole)) {
      if (this.#hidden.repeats()) return;
      this.#words(entry, "summary", [summaryWords(whole)], undefined);
    } else {
      const isMeta = entry["isMeta"] === true;
      const notice = noticeIn(whole, entry["origin"]);
      if (notice) this.#notice(entry, notice);
      else if (texts.length > 0) this.#replies.heard(whole);
      else if (images > 0) this.#replies.prompted();
      if (isMeta || !isHuman(entry)) {
        const shown = notice?.queued ?? (isMeta ? undefined : whole.trim());
        if (shown !== undefined) this.#queue.prompted([shown], false);
      } else if (results.length > 0) {
        remarks.push(...texts.map(typedWords).filter((words) => words !== ""));
      } else if (texts.length + images > 0) {
        this.#userWords(entry, texts, images);
      }
    }
    if (remarks.length === 0) return;
    this.#replies.prompted();
    this.#words(entry, "user", remarks, undefined);
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
    this.#hidden.prompt(timeOf(entry), whole);
    this.#calls.giveUpBefore(timeOf(entry));
    this.#typed(entry, counted ? [] : typed, images);
  }

  #typed(entry: JsonObject, words: readonly string[], images: number): void {
    const marks = Array<string>(images).fill("[image]");
    this.#words(entry, "user", [...words, ...marks], undefined);
  }

  #assistant(entry: JsonObject, agent: string | undefined): void {
    const isMain = agent === undefined;
    if (isMain && this.#queue.answered()) {
      this.#replies.prompted();
      this.#hidden.answersQueue(timeOf(entry));
    }
    for (const block of blocksOf(entry)) {
      if (block["type"] === "text") {
        const text = textOf(block["text"]);
        if (isMain) this.#lastWords = text.trim();
        if (isMain && text.trim() !== "") this.#replies.idle();
        if (isMain && this.#replies.isReply(text)) this.#hidden.repeats();
        else this.#words(entry, "assistant", [text], agent);
      } else if (block["type"] === "tool_use") {
        if (isMain) this.#replies.working();
        if (this.#hidden.isOn || this.#calls.has(textOf(block["id"]))) continue;
        this.#calls.start(entry, block, agent, this.#slots.open(this.#from));
      }
    }
  }

  /**
   * Join a result to its call; returns the user's remark in it. A remark does not
   * depend on the call, which may have been ingested already.
   */
  #result(
    { resultCopy }: RawEntry,
    result: JsonObject,
    agent: string | undefined,
  ): string {
    const text = this.#hidden.isOn ? "" : resultText(result["content"]);
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
        const typed = typedWords(words);
        if (typed === "") return this.#queue.pass(words);
        this.#hidden.queues(words);
        const slot = this.#slots.open(this.#from);
        const kept = this.#wordsEntry(entry, "user", [typed]);
        return this.#queue.enqueue(words, (counts) => {
          settle(slot, counts && kept ? [kept] : []);
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
      return this.#skip("attachment", subtypeOf(attachment));
    }
    const { prompt, commandMode = "prompt" } = attachment;
    const blocks = contentBlocks(prompt);
    const texts = textsOf(blocks);
    const whole = texts.join("\n").trim();
    const notice = noticeIn(whole, attachment["origin"]);
    const counted = this.#queue.delivered(notice?.queued ?? whole);
    if (notice) this.#notice(entry, notice, true);
    else this.#replies.heard(whole);
    const typed = isHuman(attachment) && attachment["isMeta"] !== true &&
      commandMode === "prompt";
    if (!typed) return;
    this.#hidden.joins(timeOf(entry), whole);
    const words = texts.map(typedWords).filter((text) => text !== "");
    this.#typed(entry, counted ? [] : words, blocks.length - texts.length);
  }

  /** Old sessions record their subagents' work in the main file. */
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

  /**
   * Another agent has ended or sent a message. Once it has ended, its words are in
   * its transcript; if it has none, or works on, they are taken from here.
   */
  #notice(entry: JsonObject, notice: Notice, joinsTurn = false): void {
    const { agent: id, label, words } = notice;
    const isOwn = notice.isOwn || (id !== undefined &&
      (this.#replies.isOwn(id) || this.#options.isOwnAgent?.(id) === true));
    // Only in the transcript: the model has not seen it.
    if (entry["queueTranscriptOnly"] !== true) {
      if (!isOwn) this.#replies.prompted();
      else if (!joinsTurn) this.#replies.noticed();
    }
    if (isOwn) return void this.#hidden.repeats();
    const from = this.#from;
    const isHidden = this.#hidden.isOn;
    const said = () => {
      this.#options.redactor.moveTo(from);
      return this.#wordsEntry(entry, "assistant", [words], label, isHidden);
    };
    if (id !== undefined && notice.isEnd && !this.#options.progress) {
      this.#slots.add(from, [{ kind: "agent", id, from, words: said }]);
    } else this.#keep(said());
  }

  #words(
    entry: JsonObject,
    role: WordsEntry["role"],
    texts: readonly string[],
    agent: string | undefined,
  ): void {
    this.#keep(this.#wordsEntry(entry, role, texts, agent));
  }

  #keep(entry: WordsEntry | undefined): void {
    if (entry) this.#slots.add(this.#from, [{ kind: "entry", entry }]);
  }

  #wordsEntry(
    entry: JsonObject,
    role: WordsEntry["role"],
    texts: readonly string[],
    agent?: string,
    isHidden = this.#hidden.isOn,
  ): WordsEntry | undefined {
    const isPrivate = role === "user" && opensPrivateTurn(texts.join("\n"));
    if (isHidden || isPrivate) return undefined;
    const text = this.#options.redactor.blocks(texts).join("\n").trim();
    if (text === "") return undefined;
    return withoutEmpty({ ts: timeOf(entry), role, text, agent }) as WordsEntry;
  }
}
