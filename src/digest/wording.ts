/**
 * Picking the words of a session that tell what it was about. Position decides
 * first, in any language; cue words of a few languages only refine it.
 */

import { clip, cut } from "../base/cut_text.ts";
import {
  cueScore,
  isAnnouncement,
  isFiller,
  isQuestion,
  isWeak,
  listsOpen,
  promisesResult,
  reportsResult,
  saysReady,
  wishes,
} from "./cues.ts";

/** A message says what matters at its beginning and its end. */
const READ_FIRST_CHARS = 6000;
const READ_LAST_CHARS = 3000;
const UNIT_CHARS = 260;
/** A request of so many lines may be pasted output. */
const PASTED_LINES = 8;
const PASTED_ERROR =
  /^\W*(?:[\w-]+ )?(?:error|fatal|panic)\b[^"'`]*:\s*(?!Process completed)\S/i;
/** A sentence of which this share is shown counts as shown. */
const SEEN_SHARE = 0.7;
/** With more points than this each is cut shorter. */
const MANY_POINTS = 3;
/** A quote shorter than this has no room for mere points. */
const POINTS_CHARS = 250;

/** A line of code, or of a diff, that looks like a list item. */
const CODE =
  /^(?:(?:const|let|var|return|await|import|export|func|def|if)\b.*[;{:(]|[\w$.]+\([^)]*\)?[;{])/;

/** A sentence or a list item of a message. */
interface Unit {
  readonly text: string;
  /** Which line of the message it is in. */
  readonly line: number;
  readonly item: boolean;
  /** Below a heading that promises a conclusion. */
  readonly promised: boolean;
  /** A point of a list of what is left to do. */
  readonly open: boolean;
}

/** The question a message ends with, or "". */
export function lastQuestion(words: string): string {
  const question = unitsOf(words).at(-1)?.text ?? "";
  return isQuestion(question) ? question : "";
}

/** The sentences and list items of a message: no code, no table, no heading. */
export function unitsOf(message: string): Unit[] {
  const text = proseOf(readable(message));
  const units: Unit[] = [];
  let promised = false;
  let opens = false;
  for (const [at, raw] of text.split("\n").entries()) {
    const line = withoutColumns(raw.trim());
    if (line === "" || isNoise(line)) continue;
    const heading = /^(?:#{1,6}\s+(.*)|\*\*([^*]+)\*\*:?)$/.exec(line);
    const numbered = heading !== null &&
      /^\S*\s?\d+[.):]/.test(heading[1] ?? "");
    const item = numbered || /^(?:[-*+•]|\d+[.)])\s/.test(line);
    if (!item && (heading !== null || /[:：]$/.test(line))) {
      opens = listsOpen(line);
    }
    if (heading !== null && !numbered) {
      promised = promisesResult(line);
      if (!saysReady(line)) continue;
    }
    const words = bare(line);
    if (words === "" || (item && CODE.test(words))) continue;
    const parts = item ? [words] : sentencesOf(words);
    units.push(...parts.map((part) => ({
      text: part,
      line: at,
      item,
      promised,
      open: item && opens,
    })));
  }
  return units;
}

/** The first words of a request that fit, with all its points where it lists some. */
export function shorten(request: string, max: number): string {
  const answers = answersOf(readable(request));
  if (answers.length > 0) {
    const each = Math.max(60, Math.floor(max / answers.length) - 3);
    return fit(answers.map((line) => answerOf(line, each)), " / ", max);
  }
  const units = unitsOf(request);
  if (units.length === 0) return cut(bare(readable(request)), max);
  const items = units.filter(({ item }) => item).map(({ text }) => text);
  if (items.length < 2) {
    const error = request.length > max ? pastedError(request) : "";
    const begin = withBreaks(units);
    if (error === "") return withWish(units, begin, max);
    const room = Math.floor(max / 3);
    return `${fit(begin, " ", room)} ${cut(error, max - room - 1)}`;
  }
  const first = units.findIndex(({ item }) => item);
  const intro = fit(
    withBreaks(units.slice(0, first)),
    " ",
    Math.floor(max * 0.6),
  );
  const each = Math.max(
    32,
    Math.floor((max - intro.length) / items.length) - 3,
  );
  const points = items.map((text) => cut(text, each));
  return fit(intro === "" ? points : [intro, ...points], " / ", max);
}

/** How a request begins; where that says little and its wish comes late, both. */
function withWish(
  units: readonly Unit[],
  begin: readonly string[],
  max: number,
): string {
  const at = units.findLastIndex(({ text }) => wishes(text));
  const [first = ""] = begin;
  const wish = units[at]?.text ?? "";
  const before = begin.slice(0, at).join(" ");
  const isSeen = at < 1 || before.length + wish.length * SEEN_SHARE < max;
  // "Find out why" says nothing without the sentence right before it.
  const leansOnFirst = at === 1 && first.length < max;
  if (isSeen || leansOnFirst || wishes(first) || reportsResult(first)) {
    return fit(begin, " ", max);
  }
  const room = Math.floor(Math.max(max / 3, max - wish.length - 1));
  const start = cut(before, room);
  return `${start} ${cut(wish, max - start.length - 1)}`;
}

/** A mark where a line ends without a stop: what was pasted stays apart. */
function withBreaks(units: readonly Unit[]): string[] {
  return units.map(({ text, line }, at) => {
    const next = units[at + 1];
    const breaks = next !== undefined && next.line !== line &&
      !/[.!?:;,…。！？：]["'”’)\]]*$/.test(text);
    return breaks ? `${text} /` : text;
  });
}

/** The last line of a pasted output that says what went wrong, or "". */
function pastedError(request: string): string {
  const lines = readable(request).split("\n");
  if (lines.length < PASTED_LINES) return "";
  return bare(lines.findLast((line) => PASTED_ERROR.test(line)) ?? "");
}

/** What a message concludes, in at most so many characters; "" if nothing. */
export function gistOf(message: string, max: number): string {
  const all = unitsOf(message);
  const telling = all.filter((unit) => !isFiller(unit));
  if (telling.length === 0) return announced(message, all, max);
  // Many points say more by how each begins than the first by its end.
  const items = telling.filter(({ item }) => item).length;
  const itemChars = items > MANY_POINTS && max >= POINTS_CHARS
    ? Math.floor(max / MANY_POINTS)
    : UNIT_CHARS;
  const scored = telling.map((unit, at) => ({
    at,
    text: cut(
      unit.text.replace(/[:：]$/, ""),
      Math.min(max, unit.item ? itemChars : UNIT_CHARS, UNIT_CHARS),
    ),
    score: scoreOf(unit, at, telling.length),
  }));
  scored.sort((a, b) => b.score - a.score || a.at - b.at);
  const chosen: typeof scored = [];
  let room = max;
  for (const unit of scored) {
    if (unit.text.length + 2 > room && chosen.length > 0) continue;
    // Out of its list, a point that names no result says little.
    if (unit.score < 0 && max < POINTS_CHARS && chosen.length > 0) continue;
    chosen.push(unit);
    room -= unit.text.length + 2;
    if (room < 30) break;
  }
  return chosen.sort((a, b) => a.at - b.at).map(({ text }, index) =>
    index === chosen.length - 1 || /[.!?。！？…]$/.test(text)
      ? text
      : `${text};`
  ).join(" ");
}

function scoreOf(unit: Unit, at: number, count: number): number {
  if (isWeak(unit.text)) return 0;
  return placeScore(unit, at, count) + cueScore(unit.text) +
    (unit.promised ? 1.5 : 0);
}

/** The points of a list count less than what is said about them. */
function placeScore({ item }: Unit, at: number, count: number): number {
  if (item) return (at === 0 ? 0.5 : 0) - 1 - at / count;
  if (at === 0) return 3;
  return at === 1 || at === count - 1 ? 1.5 : -at / count;
}

export const isAnswer = (request: string) =>
  answersOf(readable(request)).length > 0;

/** The lines of a request that answers questions: `question? → answer`. */
function answersOf(request: string): string[] {
  const lines = request.split("\n");
  return isQuestion(lines[0]?.split(" → ", 1)[0] ?? "")
    ? lines.filter((line) => line.includes(" → "))
    : [];
}

/** `question → answer`: what was answered matters more. */
function answerOf(line: string, max: number): string {
  const arrow = line.lastIndexOf(" → ");
  const answer = cut(bare(line.slice(arrow + 3)), Math.floor(max * 0.7));
  return `${
    cut(bare(line.slice(0, arrow)), max - answer.length - 3)
  } → ${answer}`;
}

/** Parts from the first on, while they fit; a mark if some are missing. */
function fit(parts: readonly string[], joint: string, max: number): string {
  let text = "";
  for (const part of parts) {
    const longer = text === "" ? part : text + joint + part;
    if (longer.length > max - 2) {
      return text === "" ? cut(part, max) : cut(longer, max);
    }
    text = longer;
  }
  return text;
}

function readable(message: string): string {
  if (message.length <= READ_FIRST_CHARS + READ_LAST_CHARS) return message;
  const tail = message.slice(-READ_LAST_CHARS);
  return `${clip(message, READ_FIRST_CHARS)}\n${
    tail.slice(tail.search(/\n/) + 1)
  }`;
}

/** Without fenced code; a fence that never ends hides nothing. */
function proseOf(text: string): string {
  return text.replace(/^[ \t]*```[^\n]*\n[^]*?^[ \t]*```[ \t]*$/gm, "\n")
    .replace(/^[ \t]*```.*$/gm, "")
    .replace(/<thinking>[^]*?(?:<\/thinking>|$)/g, "\n");
}

/** What an answer of nothing but code or a table was, and how it begins. */
function announced(
  message: string,
  units: readonly Unit[],
  max: number,
): string {
  const title = units.find(({ text }) => isAnnouncement(text))?.text ?? "";
  const code = !message.includes("```")
    ? null
    : /^[ \t]*```[^\n]*\n([^]*?\S[^\n]*)/m.exec(readable(message));
  if (code === null || (title === "" && units.length > 0)) return "";
  const text = bare(code[1] ?? "");
  return title === ""
    ? `Answered with a text: “${cut(text, max - 25)}”`
    : cut(`${title} ${text}`, max);
}

/** What precedes the columns of a row of output: no sentence. */
function withoutColumns(line: string): string {
  if (!/\S(?: {3,}|\t\s*)\S/.test(line)) return line;
  const [words = ""] = line.split(/ {2,}|\t/, 1);
  return words.includes(" ") ? words : "";
}

/** Tables, rules, pasted logs and stack traces. */
function isNoise(line: string): boolean {
  return /^(?:\||[-=_*─━]{3,}|[{}[\]]|(?:Author|Date): |>\s|at \S+[:(]|\d{4}-\d\d-\d\d[T ]\d\d:|[*|\s]*commit [0-9a-f]{12}|\d+s?$)|(?:"\w+":.*){2}/
    .test(line) || !/[\p{L}\p{N}]/u.test(line);
}

/** Without the marks of Markdown. */
export function bare(line: string): string {
  return line.replace(/\*\*|`{3,}/g, "")
    .replace(/^(?:#{1,6}\s+|(?:[-*+•]|\d+[.)])\s+)+/, "")
    .replace(/^(?:(?![\d#*])\p{Emoji}|\ufe0f|\s)+/u, "")
    .replace(/\s+/g, " ").trim();
}

function sentencesOf(line: string): string[] {
  return line.split(/(?<=[.!?…])\s+(?=[^a-z\s])|(?<=[。！？])\s*/u)
    .map((part) => part.trim()).filter((part) => /[\p{L}\p{N}]/u.test(part));
}
