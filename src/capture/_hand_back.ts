/**
 * How the words of other agents reach a session. In auto mode an agent delivers
 * its report with a tool of its own; the client frames it, so that its words
 * are not mistaken for the user's, and passes it on as a message.
 */

import { agentLabel, isOwnAgent, textOf } from "./_raw_fields.ts";
import { isObject, type JsonObject } from "../base/json.ts";

/** The tool whose `message` is an agent's final report. */
export const HAND_BACK_TOOL = "SubagentHandback";

const FRAME = /^\[Subagent hand-back\] The text below is .*$/m;
const INDENT = "  ";
/** The text of a notification whose report already came as a message. */
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

/** A message about an agent, or from another session. */
export interface Notice {
  /** The words as they were in the queue. */
  readonly queued: string;
  /** The agent it is about, if it has an id. */
  readonly agent: string | undefined;
  /** How L1 names that agent where it has no transcript of its own. */
  readonly label: string;
  /** Its type, where the entry says so. */
  readonly isOwn: boolean;
  /** What it said, if this notice is the place to keep it. */
  readonly words: string;
  /** Whether the agent has ended with this, and its transcript is whole. */
  readonly isEnd: boolean;
}

/** The notice in a text, judged by its content and origin, if it is one. */
export function noticeIn(text: string, origin?: unknown): Notice | undefined {
  const trimmed = text.trim();
  if (trimmed.startsWith(TASK)) return taskNotice(trimmed);
  const rest = trimmed.startsWith(LEAD)
    ? trimmed.slice(LEAD.length).trimStart()
    : trimmed;
  const [opening, tag, attributes = ""] = OPENING.exec(rest) ?? [];
  if (opening === undefined) return undefined;
  // The report may contain anything, so look for the last closing tag.
  const close = `</${tag}>`;
  const end = rest.lastIndexOf(close);
  const queued = end < 0 ? rest : rest.slice(0, end + close.length);
  const body = rest.slice(opening.length, end < 0 ? undefined : end);
  if (tag === "cross-session-message") return { ...SESSION, queued };
  const sender = isObject(origin) ? origin : {};
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

/** The words of another session are not part of this one. */
const SESSION = {
  agent: undefined,
  label: "",
  isOwn: false,
  words: "",
  isEnd: false,
};

function taskNotice(text: string): Notice | undefined {
  const id = inner(text, "task-id");
  if (!isId(id)) return undefined;
  const words = inner(text, "result");
  return {
    queued: text,
    agent: id,
    label: id,
    isOwn: false,
    words: words.startsWith(TOLD_BEFORE) ? "" : words,
    isEnd: true,
  };
}

function inner(text: string, tag: string): string {
  const [open, close] = [`<${tag}>`, `</${tag}>`];
  const from = text.indexOf(open);
  const to = text.indexOf(close, from);
  return from < 0 || to < 0 ? "" : text.slice(from + open.length, to).trim();
}

/** What an agent hands back with this call; "" if it is another one. */
export function handedBack({ name, input }: JsonObject): string {
  return name === HAND_BACK_TOOL && isObject(input)
    ? textOf(input["message"]).trim()
    : "";
}
