// The slow reading's walk over the entries, one at a time and in the order of
// the file.
//
// An entry is a repeat when an earlier one has the same `uuid` and the same
// content: resumed sessions write entries twice. The same uuid with other
// content is another entry; real files have that, and dropping it would lose
// words.

import { agentNotice, isOwnAgent } from "./slow_agents.ts";
import { isObject, type RawEntry } from "./slow_lines.ts";
import { SlowQueue } from "./slow_queue.ts";
import { answers, resultText } from "./slow_results.ts";
import type {
  AssistantText,
  SlowReading,
  SlowToolCall,
  UserRemark,
} from "./slow_shapes.ts";
import {
  COMPACT_SUMMARY_OPENING,
  type DropReason,
  judgeUserText,
  rejectionRemark,
  summaryText,
  type TypedSource,
} from "./slow_user_words.ts";

export interface SlowOptions {
  /** What `agent_progress` entries tell about agents counts. */
  progress: boolean;
  /** Ids of our own agents. */
  own: ReadonlySet<string>;
  /** Entries that are only about our own agents. */
  replies: ReadonlySet<RawEntry>;
}

export class SlowReader {
  readonly #reading: SlowReading;
  readonly #options: SlowOptions;
  readonly #queue = new SlowQueue();
  readonly #seen = new Set<string>();
  /** Entry uuid → uuid of the first entry of its chain. */
  readonly #roots = new Map<string, string>();

  constructor(reading: SlowReading, options: SlowOptions) {
    this.#reading = reading;
    this.#options = options;
  }

  take(line: number, entry: RawEntry): void {
    this.#count(entry);
    if (typeof entry.uuid === "string") {
      const key = `${entry.uuid} ${
        JSON.stringify(entry.message?.content ?? null)
      }`;
      if (this.#seen.has(key)) {
        this.#reading.repeats++;
        return;
      }
      this.#seen.add(key);
      this.#roots.set(
        entry.uuid,
        this.#roots.get(entry.parentUuid) ?? entry.uuid,
      );
    }
    if (entry.type === "user") this.#user(line, entry, this.#agentOf(entry));
    if (entry.type === "assistant") {
      this.#assistant(entry, this.#agentOf(entry));
    }
    if (entry.type === "summary") {
      this.#reading.titles.push(String(entry.summary));
    }
    if (entry.type === "queue-operation") this.#queue.operate(line, entry);
    if (entry.type === "attachment") this.#attachment(line, entry);
    if (entry.type === "system" && entry.subtype === "local_command") {
      this.#words(line, entry, [entry.content], 0);
    }
    if (
      entry.type === "progress" && entry.data?.type === "agent_progress" &&
      this.#options.progress
    ) {
      const { message, agentId } = entry.data;
      if (message?.type === "user") this.#user(line, message, String(agentId));
      if (message?.type === "assistant") {
        this.#assistant(message, String(agentId));
      }
    }
  }

  finish(): void {
    const { unseen, withdrawn } = this.#queue.rest();
    for (const { text } of withdrawn) this.#drop("withdrawn", text);
    for (const { line, text, timestamp } of unseen) {
      this.#words(line, { timestamp }, [text], 0, "queue");
    }
    this.#reading.typedUserTexts.sort((a, b) => a.line - b.line);
    const isReport = ({ report, isError }: SlowToolCall) =>
      report !== undefined && isError !== true;
    const { toolCalls, sidechainTexts } = this.#reading;
    sidechainTexts.push(
      ...toolCalls.filter(isReport).flatMap(({ report }) => report ?? []),
    );
    this.#reading.toolCalls = toolCalls.filter((call) => !isReport(call));
  }

  /** A message of an agent that is not our own; told at most once. */
  #agentMessage(text: string, origin: RawEntry | undefined): void {
    const notice = agentNotice(text);
    if (notice === undefined) return;
    this.#queue.showUp([notice.queued]);
    const from = String(origin?.senderTaskId ?? notice.from);
    const isOwn = isOwnAgent(origin?.name) || this.#options.own.has(from);
    if (notice.kind !== "message" || isOwn) return;
    const { text: said, isEnd } = notice;
    this.#reading.agentMessages.push({ from, text: said, isEnd });
  }

  #user(line: number, entry: RawEntry, agent: string | undefined): void {
    const content = entry.message?.content;
    const blocks = typeof content === "string"
      ? [{ type: "text", text: content }]
      : content;
    if (!Array.isArray(blocks)) return;
    const texts: string[] = [];
    const results: RawEntry[] = [];
    let images = 0;
    for (const block of blocks) {
      if (!isObject(block)) {
        this.#drop("malformed", JSON.stringify(block), entry.uuid);
      } else if (block.type === "text" && typeof block.text === "string") {
        texts.push(block.text);
      } else if (block.type === "image" || block.type === "document") images++;
      else if (block.type === "tool_result") results.push(block);
    }
    for (const result of results) this.#toolResult(entry, result, agent);
    if (texts.length + images === 0) return;

    const whole = texts.join("\n");
    if (agent !== undefined) {
      return this.#drop("agent prompt", whole, entry.uuid);
    }
    if (
      entry.isCompactSummary === true ||
      whole.startsWith(COMPACT_SUMMARY_OPENING)
    ) {
      this.#reading.compactSummaries.push(summaryText(whole));
      return;
    }
    this.#agentMessage(whole, entry.origin);
    if (entry.isMeta === true) return this.#drop("meta", whole, entry.uuid);
    const sender = entry.origin?.kind ?? "human";
    if (sender !== "human") {
      this.#queue.showUp([whole.trim()]);
      return this.#drop(
        sender === "task-notification" ? "task notification" : "other sender",
        whole,
        entry.uuid,
      );
    }
    if (results.length === 0) return this.#words(line, entry, texts, images);
    for (const text of texts) {
      const { typed, dropped } = judgeUserText(text);
      for (const piece of dropped) {
        this.#drop(piece.reason, piece.text, entry.uuid);
      }
      this.#remark("approval", typed, results[0], entry);
    }
  }

  /**
   * The texts of one entry that may be the user's: what was typed is kept as
   * one text, the rest under its reason.
   */
  #words(
    line: number,
    entry: RawEntry,
    texts: string[],
    images: number,
    source?: TypedSource,
  ): void {
    const judged = texts.map((text) => judgeUserText(text));
    for (const { reason, text } of judged.flatMap(({ dropped }) => dropped)) {
      this.#drop(reason, text, entry.uuid);
    }
    const kept = judged.filter(({ typed }) => typed !== "");
    const text = kept.map(({ typed }) => typed).join("\n");
    if (source !== "queue") this.#queue.showUp([texts.join("\n").trim(), text]);
    if (text === "" && images === 0) return;
    this.#reading.typedUserTexts.push({
      text,
      source: source ?? kept[0]?.source ?? "prompt",
      images,
      uuid: entry.uuid,
      timestamp: entry.timestamp,
      line,
    });
  }

  #toolResult(
    entry: RawEntry,
    result: RawEntry,
    agent: string | undefined,
  ): void {
    const { toolCalls, ownAgentCalls, orphanResults } = this.#reading;
    const call = [...toolCalls, ...ownAgentCalls].find(({ id }) =>
      id === result.tool_use_id
    );
    if (call === undefined) {
      orphanResults.push(String(result.tool_use_id));
      return;
    }
    if (!call.hasResult) {
      call.hasResult = true;
      call.isError = result.is_error === true;
    }
    if (agent !== undefined) return;
    const text = resultText(result.content);
    this.#remark("rejection", rejectionRemark(text), result, entry);
    if (call.name !== "AskUserQuestion" || result.is_error === true) return;
    for (const answer of answers(entry.toolUseResult, text)) {
      this.#remark("answer", answer, result, entry);
    }
  }

  #assistant(entry: RawEntry, agent: string | undefined): void {
    const content = entry.message?.content;
    if (!Array.isArray(content)) return;
    for (const block of content.filter(isObject)) {
      if (block.type === "text" && typeof block.text === "string") {
        if (block.text.trim() === "") this.#reading.blankTexts++;
        else this.#assistantText(entry, block.text, agent);
      }
      if (block.type === "tool_use") {
        const call: SlowToolCall = {
          id: String(block.id),
          name: String(block.name),
          hasResult: false,
        };
        if (agent !== undefined) call.agent = agent;
        const message = block.input?.message;
        const handsBack = agent !== undefined &&
          block.name === "SubagentHandback" && typeof message === "string" &&
          message.trim() !== "";
        if (handsBack) {
          call.report = { text: message, agent, timestamp: entry.timestamp };
        }
        const list = isOwnAgent(block.input?.subagent_type)
          ? this.#reading.ownAgentCalls
          : this.#reading.toolCalls;
        if (!list.some(({ id }) => id === call.id)) list.push(call);
      }
    }
  }

  #assistantText(
    entry: RawEntry,
    words: string,
    agent: string | undefined,
  ): void {
    const text: AssistantText = {
      text: words,
      uuid: entry.uuid,
      timestamp: entry.timestamp,
    };
    if (entry.isApiErrorMessage === true) text.apiError = true;
    if (this.#options.replies.has(entry)) {
      this.#reading.repliesToOwn.push(words);
    } else if (agent === undefined) this.#reading.assistantTexts.push(text);
    else this.#reading.sidechainTexts.push({ ...text, agent });
  }

  #attachment(line: number, entry: RawEntry): void {
    const attachment = entry.attachment ?? {};
    if (attachment.type === "queued_command") {
      const prompt = attachment.prompt;
      const blocks: RawEntry[] = Array.isArray(prompt)
        ? prompt
        : [{ type: "text", text: String(prompt) }];
      const texts = blocks.filter(({ type }) => type === "text").map((
        { text },
      ) => String(text));
      const whole = texts.join("\n");
      this.#agentMessage(whole, attachment.origin);
      this.#queue.deliver(whole.trim());
      const human = (attachment.origin?.kind ?? "human") === "human" &&
        attachment.isMeta !== true;
      if (human && (attachment.commandMode ?? "prompt") === "prompt") {
        this.#words(line, entry, texts, blocks.length - texts.length, "queue");
      } else {
        this.#drop(
          attachment.commandMode === "task-notification"
            ? "task notification"
            : "other sender",
          whole,
        );
      }
    }
    if (/^(async_)?hook_/.test(String(attachment.type))) {
      const pieces = [attachment.content, attachment.stdout].flat().filter((
        piece,
      ) => typeof piece === "string");
      this.#drop("hook output", pieces.join("\n"), entry.uuid);
    }
  }

  #agentOf(entry: RawEntry): string | undefined {
    if (entry.isSidechain !== true) return undefined;
    return entry.agentId ?? this.#roots.get(entry.uuid) ?? "unknown";
  }

  #remark(
    kind: UserRemark["kind"],
    text: string,
    result: RawEntry | undefined,
    entry: RawEntry,
  ): void {
    if (text === "") return;
    const toolUseId = String(result?.tool_use_id);
    this.#reading.userRemarks.push({
      kind,
      text,
      toolUseId,
      timestamp: entry.timestamp,
    });
  }

  #drop(reason: DropReason, text: string, uuid?: string): void {
    this.#reading.droppedUserTexts.push({ reason, text, uuid });
  }

  #count(entry: RawEntry): void {
    const detail = entry.subtype ?? entry.attachment?.type ??
      entry.data?.type ?? entry.operation;
    const type = detail === undefined
      ? String(entry.type)
      : `${entry.type}/${detail}`;
    this.#reading.countsByType[type] = (this.#reading.countsByType[type] ?? 0) +
      1;
  }
}
