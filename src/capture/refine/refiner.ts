/**
 * From transcript lines to session log entries, in the order of the transcript.
 * What is still open (a call without its result, a prompt in the queue) holds
 * back everything from its line on, so that reading in increments gives the
 * same bytes as reading in one go.
 */

import { isObject, type JsonObject, textOf } from "../../base/json.ts";
import { DAMAGED, REPEATED, UNTYPED } from "./entry_types.ts";
import { type Notice, noticeIn } from "../../claude/hand_back.ts";
import { Hidden } from "./_hidden.ts";
import { KeptWords } from "./_kept_words.ts";
import { isNoise } from "./_noise.ts";
import { NoticeReplies } from "./_notice_replies.ts";
import { PromptQueue } from "./_prompt_queue.ts";
import {
  isWholeLine,
  parseRawLine,
  type RawEntry,
  viewLine,
  withoutReturn,
} from "./raw_line.ts";
import {
  blocksOf,
  isHuman,
  picturesIn,
  queuedCommand,
  recordedWork,
  resultText,
  REVIVED_ID,
  sidechainOf,
  subtypeOf,
  textsOf,
  timestampOf,
} from "./raw_fields.ts";
import { RecentEntries } from "./recent_entries.ts";
import type { LastLine, RefinerOptions, Taken } from "./refiner_types.ts";
import { settle, Slots } from "./slots.ts";
import { ToolCalls } from "./_tool_calls.ts";
import {
  allTyped,
  answerWords,
  isCompaction,
  rejectionWords,
  summaryWords,
  typedWords,
} from "./_user_words.ts";

export class Refiner {
  readonly #options: RefinerOptions;
  readonly #recent: RecentEntries;
  readonly #queue: PromptQueue;
  readonly #calls: ToolCalls;
  readonly #replies: NoticeReplies;
  readonly #slots = new Slots();
  readonly #skipped = new Map<string, number>();
  readonly #hidden: Hidden;
  readonly #words: KeptWords;
  #from = 0;
  #to = 0;
  #lastWords = "";

  constructor(options: RefinerOptions) {
    this.#options = options;
    this.#to = options.offset ?? 0;
    this.#recent = new RecentEntries(options.recent);
    this.#queue = new PromptQueue(options.queued);
    this.#replies = new NoticeReplies(options.notices);
    const { off, hidden, agent, redactor } = options;
    this.#hidden = new Hidden(off, hidden, agent !== undefined);
    this.#words = new KeptWords(this.#slots, this.#hidden, redactor);
    const onOwnAgent = (id: string) => this.#replies.started(id);
    this.#calls = new ToolCalls(redactor, onOwnAgent);
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
    this.#words.line(from);
    const line = withoutReturn(bytes);
    if (line.length === 0) return true;
    const view = viewLine(line);
    if (isNoise(view, this.#options)) {
      this.#skip(view.type ?? "", view.subtype);
      return !this.#hidden.repeats();
    }
    const entries = parseRawLine(view);
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
    this.#hidden.entry(timestampOf(entry));
    const agent = this.#options.agent ?? sidechainOf(entry);
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
      this.#words.add(entry, "summary", [summaryWords(whole)]);
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
        remarks.push(...allTyped(texts));
      } else if (texts.length + images > 0) {
        this.#userWords(entry, texts, images);
      }
    }
    if (remarks.length === 0) return;
    this.#replies.prompted();
    this.#words.add(entry, "user", remarks);
  }

  /** Words that may be the user's, as a prompt of its own. */
  #userWords(
    entry: JsonObject,
    texts: readonly string[],
    images: number,
  ): void {
    const typed = allTyped(texts);
    const whole = texts.join("\n").trim();
    const said = typed.join("\n");
    const isPrompt = said !== "" && !/^[/!#]/.test(said);
    const counted = this.#queue.prompted([whole, said], isPrompt);
    if (typed.length + images === 0) return;
    this.#hidden.prompt(timestampOf(entry), whole);
    this.#calls.giveUpBefore(timestampOf(entry));
    this.#words.typed(entry, counted ? [] : typed, images);
  }

  #assistant(entry: JsonObject, agent: string | undefined): void {
    const isMain = agent === undefined;
    if (isMain && this.#queue.answered()) {
      this.#replies.prompted();
      this.#hidden.answersQueue(timestampOf(entry));
    }
    for (const block of blocksOf(entry)) {
      if (block["type"] === "text") {
        const text = textOf(block["text"]);
        if (isMain) this.#lastWords = text.trim();
        if (isMain && text.trim() !== "") this.#replies.idle();
        if (isMain && this.#replies.isReply(text)) this.#hidden.repeats();
        else this.#words.add(entry, "assistant", [text], agent);
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
        const kept = this.#words.entry(entry, "user", [typed]);
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

  #attachment(entry: JsonObject): void {
    const attachment = entry["attachment"];
    const queued = queuedCommand(attachment);
    if (!queued) return this.#skip("attachment", subtypeOf(attachment));
    const { texts, images, origin, isTyped } = queued;
    const whole = texts.join("\n").trim();
    const notice = noticeIn(whole, origin);
    const counted = this.#queue.delivered(notice?.queued ?? whole);
    if (notice) this.#notice(entry, notice, true);
    else this.#replies.heard(whole);
    if (!isTyped) return;
    this.#hidden.joins(timestampOf(entry), whole);
    this.#words.typed(entry, counted ? [] : allTyped(texts), images);
  }

  #progress(entry: JsonObject): void {
    const work = recordedWork(entry);
    if (!work || this.#calls.isOwnCall(work.call)) return;
    const { message, agent } = work;
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
      return this.#words.entry(entry, "assistant", [words], label, isHidden);
    };
    if (id !== undefined && notice.isEnd && !this.#options.progress) {
      this.#slots.add(from, [{ kind: "agent", id, from, words: said }]);
    } else this.#words.keep(said());
  }
}
