/**
 * How the words of other agents reach a session. In auto mode an agent delivers
 * its report with a tool of its own; the client frames it, so that its words
 * are not mistaken for the user's, and passes it on as a message. SubagentStop
 * then comes without a last message: the report is the last such call in the
 * agent's own transcript.
 */

import {
  isObject,
  type JsonObject,
  objectOf,
  textOf,
  tryParseJson,
} from "../base/json.ts";
import { isOwnAgent } from "./agents.ts";

/** The tool whose `message` is what an agent says in the end. */
const HAND_BACK_TOOL = "SubagentHandback";

const FRAME = /^\[Subagent hand-back\] The text below is .*$/m;
const INDENT = "  ";
/** What a notification says where a message has said it before. */
const TOLD_BEFORE = "This agent's report was delivered to you as a message";
const LEAD = "Another Claude session sent a message:";
const OPENING = /^<(agent-message|cross-session-message)\b([^>]*)>/;
const TASK = "<task-notification>";

/** What an agent reported, without the frame around it if there is one. */
export function reportIn(text: string): string {
  const frame = FRAME.exec(text);
  if (frame === null) return text;
  const lines = text.slice(frame.index + frame[0].length + 1).split("\n");
  // Every line of the report is indented; what is not was added by the client.
  const end = lines.findIndex((line) =>
    line.trim() !== "" && !line.startsWith(INDENT)
  );
  return lines.slice(0, end < 0 ? undefined : end)
    .map((line) => line.startsWith(INDENT) ? line.slice(INDENT.length) : line)
    .join("\n").trimEnd();
}

/** A text that tells of an agent, or of another session. */
export interface Notice {
  /** The words as the queue had them. */
  readonly queued: string;
  /** The agent it is about, if it has an id. */
  readonly agent: string | undefined;
  /** How L1 names that agent where it has no transcript of its own. */
  readonly label: string;
  /** Its type, where the entry says so. */
  readonly isOwn: boolean;
  /** What it said; "" if another message has said it. */
  readonly words: string;
  /** Whether the agent has ended with this, and its transcript is whole. */
  readonly isEnd: boolean;
}

/** The notice in a text that has come from its origin, if it is one. */
export function noticeIn(text: string, origin?: unknown): Notice | undefined {
  const trimmed = text.trim();
  if (trimmed.startsWith(TASK)) return taskNotice(trimmed);
  const rest = trimmed.startsWith(LEAD)
    ? trimmed.slice(LEAD.length).trimStart()
    : trimmed;
  const [opening, tag, attributes = ""] = OPENING.exec(rest) ?? [];
  if (opening === undefined) return undefined;
  // The report may hold anything; what the client adds behind it does not.
  const close = `</${tag}>`;
  const end = rest.lastIndexOf(close);
  const queued = end < 0 ? rest : rest.slice(0, end + close.length);
  const body = rest.slice(opening.length, end < 0 ? undefined : end);
  if (tag === "cross-session-message") return { ...SESSION, queued };
  const sender = objectOf(origin);
  const from = /\bfrom="([^"]*)"/.exec(attributes)?.[1] ?? "";
  const name = textOf(sender["name"]);
  // It becomes part of a path; an agent with a name of its own has an id too.
  const id = [textOf(sender["senderTaskId"]), from].find(isId);
  return {
    queued,
    agent: id,
    label: id ? agentLabel(id, name) : from || "agent",
    isOwn: isOwnAgent(name),
    words: reportIn(body).trim(),
    isEnd: sender["handback"] === true || FRAME.test(body),
  };
}

const isId = (text: string) => /^[\w-]+$/.test(text);

/** What another session says is not of this one. */
const SESSION = {
  agent: undefined,
  label: "",
  isOwn: false,
  words: "",
  isEnd: false,
};

function taskNotice(text: string): Notice | undefined {
  const id = textInTag(text, "task-id");
  if (!isId(id)) return undefined;
  const words = textInTag(text, "result");
  return {
    queued: text,
    agent: id,
    label: id,
    isOwn: false,
    words: words.startsWith(TOLD_BEFORE) ? "" : words,
    isEnd: true,
  };
}

/** What is between a tag and its end, or "". */
export function textInTag(text: string, tag: string): string {
  const [open, close] = [`<${tag}>`, `</${tag}>`];
  const from = text.indexOf(open);
  const to = text.indexOf(close, from);
  return from < 0 || to < 0 ? "" : text.slice(from + open.length, to).trim();
}

/** What an agent hands back with this call; "" if it is another one. */
export function handedBack({ name, input }: JsonObject): string {
  return name === HAND_BACK_TOOL
    ? textOf(objectOf(input)["message"]).trim()
    : "";
}

const MAX_TYPE_CHARS = 60;

/** How L1 names an agent, by its type where that is known. */
export function agentLabel(id: string, type: string): string {
  return type === ""
    ? id
    : `${type.slice(0, MAX_TYPE_CHARS)}#${id.slice(0, 6)}`;
}

/** The message of the last hand-back in (the end of) an agent's transcript. */
export function lastHandBack(transcript: string): string | undefined {
  for (const line of transcript.split("\n").reverse()) {
    if (!line.includes(HAND_BACK_TOOL)) continue;
    // The first line of a window may be cut off.
    const { type, message } = objectOf(tryParseJson(line));
    const { content } = objectOf(message);
    if (type !== "assistant" || !Array.isArray(content)) continue;
    const words = content.filter(isObject)
      .filter(({ type }) => type === "tool_use").map(handedBack)
      .findLast((text) => text !== "");
    if (words !== undefined) return words;
  }
  return undefined;
}
