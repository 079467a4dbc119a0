/**
 * The two halves of an answer: words, and facts as JSON. Models put the JSON
 * into a fence or not, before, behind or between the words, as one object, a
 * list, or line by line; they leave brackets open or stop in the middle.
 */

import { isObject, type JsonObject } from "../base/json.ts";
import { findJson, parseLenient } from "../base/lenient_json.ts";
import { normaliseText } from "../base/safe_text.ts";

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
      lines.filter((line) => typeof line === "string").join("\n"),
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
