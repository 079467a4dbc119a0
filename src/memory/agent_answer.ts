/**
 * What an agent's last message brings: words for memory.md and facts, or the
 * reason why nothing of it is kept. The model is only asked for words, so all
 * that looks like our own writing is taken out of them.
 */

import { isObject, type JsonObject } from "../json.ts";
import { cleanWords } from "./answer_words.ts";
import { clipSentence, leftOutMark } from "./cut_text.ts";
import { findJson, parseLenient } from "./lenient_json.ts";
import { normaliseText, oneLine } from "./safe_text.ts";
import { clip } from "../transcript/clip.ts";

export type Answer =
  | {
    readonly kind: "summary";
    readonly text: string;
    /** As the model wrote them; undefined when it brought none. */
    readonly factsJson: readonly unknown[] | undefined;
  }
  | { readonly kind: "refused"; readonly reason: string };

export interface AnswerOptions {
  /** Longer words are cut at a sentence. */
  readonly maxChars?: number;
  /** Set for an agent that is asked for facts only. */
  readonly factsOnly?: boolean;
}

export const ANSWER_MAX_CHARS = 20_000;
/** Nobody's summary: refused before it is looked at. */
const ABSURD_CHARS = 200_000;
const REASON_CHARS = 100;
/** For a fence that has to be closed after a cut. */
const FENCE_ROOM = 20;

/** An object or list with our keys, or any in a fence. */
const FACTS_BEGIN =
  /\{\s*"(?:facts|summary|decisions|patterns|issues)"\s*:|(?<=(?:`{3}|~{3})(?:json)?\s{0,9})[{[]|\[\s*\{\s*"(?:type|content)"\s*:/i;

const TYPES = [
  ["decisions", "decision"],
  ["patterns", "pattern"],
  ["issues", "issue"],
] as const;

export function readAnswer(
  message: unknown,
  { maxChars = ANSWER_MAX_CHARS, factsOnly = false }: AnswerOptions = {},
): Answer {
  if (typeof message !== "string" && !isObject(message)) {
    return refused("The answer is not text");
  }
  if (typeof message === "string" && message.length > ABSURD_CHARS) {
    return refused(`The answer has ${message.length} characters`);
  }
  const { words, facts } = isObject(message)
    ? readObject(message)
    : separate(normaliseText(message));
  const text = cleanWords(words);
  const error = ERROR_ANSWER.exec(words.trim()) ?? ERROR_ANSWER.exec(text);
  if (error !== null) {
    const said = clip(oneLine(error[1] ?? ""), REASON_CHARS);
    return refused(`The agent answered ERROR: ${said}`.trim());
  }
  if (text.length > maxChars && repeatsDelta(words)) {
    return refused("The answer repeats the delta");
  }
  const full = text === "" ? listContents(facts ?? []) : text;
  if (full === "" && !(factsOnly && facts !== undefined)) {
    return refused("The answer is empty");
  }
  return { kind: "summary", text: shorten(full, maxChars), factsJson: facts };
}

/** `ERROR:` as the first word, whatever Markdown or quotes stand before it. */
const ERROR_ANSWER = /^(?:`{3,}\w*\s)?[\s*_#>`~"'([-]*ERROR[*_`]*\s*[::](.*)/;

function refused(reason: string): Answer {
  return { kind: "refused", reason };
}

interface Parts {
  readonly words: string;
  readonly facts: readonly unknown[] | undefined;
}

/** The words of a message, and the facts that stand in or behind them. */
function separate(message: string): Parts {
  const whole = parseLenient(message.trim());
  if (isObject(whole)) return readObject(whole);
  let words = message;
  let summary = "";
  let facts: readonly unknown[] | undefined;
  const blocks = findJson(message, FACTS_BEGIN).reverse();
  for (const { start, end, value } of blocks) {
    // In the middle of a line it is a quotation, not an answer.
    const alone = message[start] === "\n" ||
      /(?:^|\n)[ \t]*$/.test(message.slice(0, start).slice(-200));
    const last = /^[\s`~}\]]*$/.test(message.slice(end));
    const parts = readValue(value);
    const brings = parts.words !== "" || parts.facts !== undefined;
    const broken = value === undefined && alone && last;
    if (!broken && !(brings && (alone || last))) continue;
    words = `${words.slice(0, start)}\n${words.slice(end)}`;
    if (parts.facts) facts = [...parts.facts, ...facts ?? []];
    if (parts.words !== "") summary = parts.words;
  }
  return { words: summary || words, facts };
}

/** A value in a message; it may as well be code that the words speak of. */
function readValue(value: unknown): Parts {
  if (isObject(value)) return readObject(value);
  const facts = Array.isArray(value) &&
    value.some((item) => isObject(item) && "content" in item);
  return { words: "", facts: facts ? value : undefined };
}

/** `{"facts"}`, or the `{summary, decisions, patterns, issues}` form. */
function readObject(answer: JsonObject): Parts {
  const lists = [
    listOf(answer["facts"]),
    ...TYPES.map(([key, type]) =>
      listOf(answer[key])?.map((item) => withType(item, type))
    ),
  ].filter((list) => list !== undefined);
  const summary = answer["summary"] ?? answer["text"];
  const lines = Array.isArray(summary) ? summary : [summary];
  return {
    words: normaliseText(
      lines.filter((line) => typeof line === "string").join("\n"),
    ),
    facts: lists.length === 0 ? undefined : lists.flat(),
  };
}

function listOf(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

function withType(item: unknown, type: string): unknown {
  if (typeof item === "string") return { type, content: item };
  return isObject(item) ? { ...item, type } : item;
}

/** Facts without a word of summary still say what happened. */
function listContents(facts: readonly unknown[]): string {
  const contents = facts.flatMap((fact) =>
    isObject(fact) && typeof fact["content"] === "string"
      ? [`- ${oneLine(fact["content"])}`]
      : []
  );
  return cleanWords(contents.join("\n"));
}

function repeatsDelta(words: string): boolean {
  return (words.match(/^◆ (?:User|Claude|Tool\()/gm)?.length ?? 0) >= 3;
}

function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const mark = leftOutMark(text.length).length + 1;
  // Cleaned again: the cut may have left a code fence open.
  const kept = cleanWords(clipSentence(text, max - mark - FENCE_ROOM));
  return `${kept}\n${leftOutMark(text.length - kept.length)}`;
}
