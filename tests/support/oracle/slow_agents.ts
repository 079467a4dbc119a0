// What a transcript tells of other agents, written down without the product's
// code: who started them, what they report, and which answers of the main model
// are only about our own.
//
//   - An agent is our own when a call with one of our agent types started it,
//     when its file says so, or when its message carries one of our types.
//   - A report is framed: below the frame's line every line of it is indented by
//     two blanks, and the first line that is not ends it.
//   - An answer is about our own agents when what it answers is a notice of one
//     of them that came as a turn of its own while nothing else was open. Words
//     that answer anything else as well are kept.

import { isObject, type RawEntry } from "./slow_lines.ts";
import { SlowQueue } from "./slow_queue.ts";
import { judgeUserText, rejectionRemark } from "./slow_user_words.ts";

export function isOwnAgent(type: unknown): boolean {
  return typeof type === "string" && type.startsWith("memory-keeper:");
}

export interface AgentNotice {
  kind: "task" | "message" | "session";
  from: string;
  /** The report of a message, out of its frame. */
  text: string;
  /** The words as they are in the queue. */
  queued: string;
  /** The agent has ended: what it says here is in its own file as well. */
  isEnd: boolean;
}

const MESSAGE =
  /^(?:Another Claude session sent a message:\s*)?(<(agent|cross-session)-message([^>]*)>([\s\S]*)<\/\2-message>)/;

/** What kind of notice a text is, if it is one. */
export function agentNotice(text: string): AgentNotice | undefined {
  const words = text.trim();
  const task = /^<task-notification>[\s\S]*?<task-id>([\w-]+)<\/task-id>/
    .exec(words);
  if (task) {
    return {
      kind: "task",
      from: task[1] ?? "",
      text: "",
      queued: words,
      isEnd: true,
    };
  }
  const found = MESSAGE.exec(words);
  if (found === null) return undefined;
  const [, queued = "", tag, attributes = "", body = ""] = found;
  return {
    kind: tag === "agent" ? "message" : "session",
    from: /from="([^"]*)"/.exec(attributes)?.[1] ?? "",
    text: unframed(body).trim(),
    queued,
    isEnd: /^\[Subagent hand-back\]/m.test(body),
  };
}

function unframed(body: string): string {
  const rows = body.split("\n");
  const frame = rows.findIndex((row) =>
    row.startsWith("[Subagent hand-back] The text below is")
  );
  if (frame < 0) return body;
  const report: string[] = [];
  for (const row of rows.slice(frame + 1)) {
    if (row.trim() !== "" && !row.startsWith("  ")) break;
    report.push(row.replace(/^ {2}/, ""));
  }
  return report.join("\n");
}

/** Ids of our own agents, as the calls that started them tell. */
export function startedOwnAgents(entries: readonly RawEntry[]): Set<string> {
  const blocks = entries.flatMap((entry) => {
    const content = entry.message?.content;
    return Array.isArray(content)
      ? content.filter(isObject).map((block) => ({ entry, block }))
      : [];
  });
  const calls = new Set(
    blocks.filter(({ block }) => isOwnAgent(block.input?.subagent_type))
      .map(({ block }) => block.id),
  );
  const ids = new Set<string>();
  for (const { entry, block } of blocks) {
    if (block.type !== "tool_result" || !calls.has(block.tool_use_id)) continue;
    const id = entry.toolUseResult?.agentId ??
      /agentId: ([\w-]+)/.exec(JSON.stringify(block.content))?.[1];
    if (typeof id === "string") ids.add(id);
  }
  return ids;
}

type Step = "asked" | "noticed" | "said" | "worked" | "stopped";

/** The assistant's entries that are nothing but replies about our own agents. */
export function repliesToOwn(
  entries: readonly RawEntry[],
  own: ReadonlySet<string>,
): Set<RawEntry> {
  const queue = new SlowQueue();
  const steps = entries.flatMap((entry, line) =>
    entry.isSidechain === true
      ? []
      : stepsOf(entry, line, own, queue).map((step) => ({ step, entry }))
  );
  const replies = new Set<RawEntry>();
  steps.forEach(({ step, entry }, at) => {
    if (step !== "said") return;
    const before = steps.slice(0, at).map(({ step }) => step);
    if (isReplyOnly(before) || isNoted(entry, entries)) replies.add(entry);
  });
  return replies;
}

/** The one word that the model is told to say after one of our agents. */
function isNoted(entry: RawEntry, entries: readonly RawEntry[]): boolean {
  const content = entry.message?.content;
  const isTheWord = Array.isArray(content) &&
    content.some((block) => isObject(block) && block.text === "Noted.");
  if (!isTheWord) return false;
  const before = entries.slice(0, entries.indexOf(entry));
  return startedOwnAgents(before).size > 0;
}

/** Walk back from an answer to what began its turn. */
function isReplyOnly(before: readonly Step[]): boolean {
  for (let at = before.length - 1; at >= 0; at--) {
    if (before[at] === "asked") return false;
    if (before[at] !== "noticed") continue;
    const earlier = before[at - 1];
    const isIdle = earlier === undefined || earlier === "said" ||
      earlier === "stopped";
    if (isIdle) return true;
  }
  return false;
}

function stepsOf(
  entry: RawEntry,
  line: number,
  own: ReadonlySet<string>,
  queue: SlowQueue,
): Step[] {
  if (entry.type === "assistant") return assistantSteps(entry);
  if (entry.type === "queue-operation") {
    const handed = queue.operate(line, entry);
    const isTyped = handed && judgeUserText(handed.text).typed !== "";
    return isTyped ? ["asked"] : [];
  }
  if (entry.type === "system" && entry.subtype === "local_command") {
    return textSteps(String(entry.content));
  }
  if (entry.attachment?.type === "queued_command") {
    const { prompt, origin } = entry.attachment;
    const text = textOf(prompt);
    return isOwnNotice(text, origin, own) ? [] : textSteps(text);
  }
  if (entry.type !== "user" || entry.isCompactSummary === true) return [];
  const content = entry.message?.content;
  const blocks: RawEntry[] = Array.isArray(content)
    ? content.filter(isObject)
    : [];
  const text = textOf(content);
  const results = blocks.filter(({ type }) => type === "tool_result");
  if (results.length > 0) {
    const refused = results.some((one) =>
      rejectionRemark(textOf(one.content)) !== ""
    );
    return refused || text.trim() !== "" ? ["worked", "asked"] : ["worked"];
  }
  if (agentNotice(text) === undefined) {
    const isPicture = text === "" && blocks.length > 0;
    return isPicture ? ["asked"] : textSteps(text);
  }
  if (entry.queueTranscriptOnly === true) return [];
  return isOwnNotice(text, entry.origin, own) ? ["noticed"] : ["asked"];
}

function assistantSteps(entry: RawEntry): Step[] {
  const content = entry.message?.content;
  if (!Array.isArray(content)) return [];
  return content.filter(isObject).flatMap((block): Step[] => {
    if (block.type === "tool_use") return ["worked"];
    return block.type === "text" && String(block.text).trim() !== ""
      ? ["said"]
      : [];
  });
}

function textSteps(text: string): Step[] {
  const { typed, dropped } = judgeUserText(text);
  if (typed !== "") return ["asked"];
  const marks = dropped.filter(({ reason }) => reason !== "system reminder");
  if (marks.length === 0) return [];
  const isEnd = marks.some(({ reason, text }) =>
    reason === "interrupt mark" || /^<(?:local-command|bash)-std/.test(text)
  );
  return isEnd ? ["stopped"] : ["asked"];
}

function isOwnNotice(
  text: string,
  origin: RawEntry | undefined,
  own: ReadonlySet<string>,
): boolean {
  const notice = agentNotice(text);
  if (notice === undefined) return false;
  return isOwnAgent(origin?.name) || own.has(notice.from);
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.filter(isObject).filter(({ type }) => type === "text")
    .map(({ text }) => String(text)).join("\n");
}
