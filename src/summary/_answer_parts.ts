/**
 * The two halves of an answer: words, and facts as JSON. Models put the JSON
 * into a fence or not, before, behind or between the words, as one object, a
 * list, or line by line; they leave brackets open or stop in the middle.
 */

import { isText } from "../base/json_values.ts";
import { isObject, type JsonObject } from "../base/json.ts";
import { findJson, parseLenient } from "../base/lenient_json.ts";
import { closeFence, fenceAfter } from "../base/markdown_fence.ts";
import {
  disarmMarks,
  disarmOpenComment,
  normaliseText,
} from "../base/safe_text.ts";

interface Parts {
  readonly words: string;
  /** As the model wrote them; undefined when it brought none. */
  readonly facts: readonly unknown[] | undefined;
  /** Set if it ends within its JSON. */
  readonly isCutOff?: boolean;
}

/** An object or list with our keys, or any in a fence. */
const FACTS_BEGIN =
  /\{\s*"(?:facts|summary|decisions|patterns|issues|type|content|evidence)"\s*:|(?<=(?:`{3}|~{3})(?:json)?\s{0,9})[{[]|\[\s*\{\s*"(?:type|content|evidence)"\s*:/i;

const TYPES = [
  ["decisions", "decision"],
  ["patterns", "pattern"],
  ["issues", "issue"],
] as const;

/** The words of a message, and the facts in or behind them. */
export function separate(message: string): Parts {
  const whole = parseLenient(message.trim());
  if (isObject(whole)) return readObject(whole);
  let words = message;
  let summary = "";
  let facts: readonly unknown[] | undefined;
  const blocks = findJson(message, FACTS_BEGIN).map((block) => {
    const { start, end } = block;
    // In the middle of a line it may be a quotation, not an answer.
    const alone = message[start] === "\n" ||
      /(?:^|\n)[ \t]*$/.test(message.slice(Math.max(0, start - 200), start));
    const last = /^[\s`~}\]]*$/.test(message.slice(end));
    return { ...block, alone, last };
  });
  // What is in a value that was not finished is part of the answer.
  const unfinished =
    blocks.find(({ start, value, alone, last }) =>
      value === undefined && alone && last && isOurs(message.slice(start))
    )?.start ?? Infinity;
  for (const { start, end, value, alone, last } of blocks.reverse()) {
    const parts = readValue(value);
    const brings = parts.words !== "" || parts.facts !== undefined;
    const isAnswer = alone || last || start > unfinished ||
      (message[start - 1] !== "`" && areWhole(parts.facts));
    if (start !== unfinished && !(brings && isAnswer)) continue;
    const before = words.slice(0, start);
    words = `${alone ? before : withoutLabel(before)}\n${words.slice(end)}`;
    if (parts.facts) facts = [...parts.facts, ...facts ?? []];
    if (parts.words !== "") summary = parts.words;
  }
  const isCutOff = unfinished !== Infinity;
  return { words: summary || words, facts, isCutOff };
}

/** What announces a fact in its own line. */
const LABEL =
  /(?<=^|\n)[ \t]*(?:[-*+]|\d+[.)])?[ \t]*(?:[^\n:.!?]{0,30}\b(?:facts?|decisions?|patterns?|issues?|json)\b[^\n:]{0,20}[::])?[ \t]*$/i;

function withoutLabel(text: string): string {
  const at = Math.max(0, text.length - LABEL_CHARS);
  return text.slice(0, at) + text.slice(at).replace(LABEL, "");
}

const LABEL_CHARS = 100;

/** Facts with all they need: those are not quoted in passing. */
function areWhole(facts: Parts["facts"]): boolean {
  return facts !== undefined && facts.length > 0 &&
    facts.every((fact) =>
      isObject(fact) && isFact(fact) && typeof fact["evidence"] === "string" &&
      typeof fact["type"] === "string"
    );
}

/** Whether what is broken would have been facts, not code at the end. */
function isOurs(broken: string): boolean {
  return /^\s*(?:`{3}|~{3})|^[\s{[]*"(?:facts|summary|decisions|patterns|issues)"/
    .test(broken) || broken.includes('"evidence"');
}

/** A value in a message; it may as well be code that the words speak of. */
function readValue(value: unknown): Parts {
  if (isObject(value)) return readObject(value);
  const facts = Array.isArray(value) &&
    value.some((item) => isObject(item) && "content" in item);
  return { words: "", facts: facts ? value : undefined };
}

/** `{"facts"}`, the `{summary, decisions, patterns, issues}` form, or one fact. */
export function readObject(answer: JsonObject): Parts {
  const lists = [
    listOf(answer["facts"]),
    ...TYPES.map(([key, type]) =>
      listOf(answer[key])?.map((item) => withType(item, type))
    ),
  ].filter((list) => list !== undefined);
  if (lists.length === 0 && isFact(answer)) {
    return { words: "", facts: [answer] };
  }
  const summary = answer["summary"] ?? answer["text"];
  const lines = Array.isArray(summary) ? summary : [summary];
  return {
    words: normaliseText(
      lines.filter(isText).join("\n"),
    ),
    facts: lists.length === 0 ? undefined : lists.flat(),
  };
}

function isFact({ type, content, evidence }: JsonObject): boolean {
  return typeof content === "string" &&
    (typeof evidence === "string" ||
      /^(?:decision|pattern|issue)s?$/i.test(String(type)));
}

/** A list, or the one item that should have been in one. */
function listOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  return isObject(value) && isFact({ type: "issue", ...value })
    ? [value]
    : undefined;
}

function withType(item: unknown, type: string): unknown {
  if (typeof item === "string") return { type, content: item };
  return isObject(item) ? { ...item, type } : item;
}

/** Lines that announce the answer instead of being it, in a few languages. */
const CHATTER = [
  /^(?:sure|certainly|of course|okay|ok|understood)\b[^.:!,\n]{0,60}[.:!,](?:\s*(?=\n)|\s+(?=here|below|the following))/i,
  /^(?:here(?:'s|’s| is| are)|below (?:is|are)|the following is)\b[^:\n]{0,120}:[*_]*\s*\n/i,
  /^(?:here(?:'s|’s| is)|below is|the following is)\b[^:\n]{0,60}\bsummary\b[^:\n]{0,60}:[*_]*\s*/i,
  /^(?:i(?:'ve| have)|i(?:'ll| will)|let me)\b[^:\n]{0,120}\b(?:summar|delta|log)[^:\n]{0,80}[:.]\s*\n/i,
  /^(?:다음은|아래는|以下は|以下是|以下為)[^::\n]{0,80}[::]\s*/,
  /^[*_#\s]*(?:(?:delta |session )?summary|요약|要約|摘要|总结)[*_ \t]*(?:[::][*_ \t]*|\n)/i,
];

/** Ends an answer without saying anything. */
const CLOSING =
  /\n[ \t]{0,3}(?:let me know|(?:i )?hope|feel free|is there anything|would you like)\b[^\n]{0,200}$/i;

const CHATTER_CHARS = 300;

/** Whether nothing is said at all. */
export function isChatter(text: string): boolean {
  return text.length < CHATTER_CHARS &&
    /^(?:sure|certainly|of course|okay|ok|understood|done)?[\s.:!,]*$/i
      .test(`\n${text}`.replace(CLOSING, "").trim());
}

const REFUSAL =
  /^(?:I(?:'m| am) (?:sorry|unable|not able)|I (?:can(?:no|')t|cannot|won't)\b|sorry\b|as an AI\b|unfortunately,? I\b)/i;

/**
 * Whether a short answer says nothing of the work: the model refuses, or only
 * announces what it then leaves out.
 */
export function isNoSummary(text: string): boolean {
  return text.length < CHATTER_CHARS &&
    (REFUSAL.test(text) || /^[^\n]*[::]$/.test(text));
}

export function cleanWords(text: string): string {
  const words = dropChatter(unwrap(normaliseText(text).trim()));
  const flat = demoteHeadings(disarmMarks(words));
  return closeFence(
    disarmOpenComment(flat).replace(/\n{3,}/g, "\n\n").trim(),
  );
}

/** A whole answer in one fence is an answer, not code. */
function unwrap(text: string): string {
  const found = /^(`{3,}|~{3,})(?:markdown|md|text|txt)?[ \t]*\n(.*)\n\1$/s
    .exec(text);
  const inner = found?.[2];
  const fence = found?.[1];
  if (inner === undefined || fence === undefined) return text;
  // "```\na\n```\nb\n```\nc\n```" is two blocks with words between.
  return inner.split("\n").some((line) => line.startsWith(fence))
    ? text
    : inner.trim();
}

/** What is left when the announcements go; they are kept if that is nothing. */
function dropChatter(text: string): string {
  let words = text.replace(CLOSING, "").trim();
  for (const pattern of CHATTER) {
    words = words.replace(pattern, "").trimStart() || words;
  }
  return words;
}

/** What only the program writes above a section. */
const STAMP = /^\d{4}-\d\d-\d\d_\d{4}(?: \([^)]*\))*$/;

/** Headings outside code become bold lines: headers are the program's. */
function demoteHeadings(text: string): string {
  let open: string | undefined;
  const lines: string[] = [];
  for (const line of text.split("\n")) {
    const inCode = open !== undefined;
    open = fenceAfter(open, line);
    if (inCode || open !== undefined) lines.push(line);
    else if (!isUnderline(line, lines.at(-1) ?? "")) lines.push(demote(line));
  }
  return lines.join("\n");
}

function demote(line: string): string {
  const marks = /^[ \t]{0,3}#{1,6}(?=[ \t]|$)/.exec(line);
  if (marks === null) return line;
  const title = line.slice(marks[0].length).trim().replace(/(?:^|[ \t])#+$/, "")
    .replaceAll("**", "").trim();
  return title === "" || STAMP.test(title) ? "" : `**${title}**`;
}

/** `===` or `---` below a line of text would make that line a heading. */
function isUnderline(line: string, before: string): boolean {
  return /^ {0,3}(?:=+|-{2,})[ \t]*$/.test(line) && before.trim() !== "" &&
    !/^\s*(?:`{3,}|~{3,}|[|>])/.test(before);
}
