/**
 * Finds the secrets of a text in one pass: stops where the trigger says that
 * there may be one, tries the rows of the table that could be meant, and reads
 * name and value where it is the name that counts.
 */

import { SECRET_PATTERNS } from "./_redaction_patterns.ts";
import type { NamedSecret, ShapedSecret, Span } from "./_secret_pattern.ts";
import { AFTER_NAME, compileTrigger, cutHint } from "./_secret_trigger.ts";
import type { ValueStyle } from "./_secret_value.ts";

interface Trial {
  readonly row: ShapedSecret;
  /** What of the hint comes before its anchor. */
  readonly head: string;
}

interface Value {
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
}

const MAX_VALUE_CHARS = 2048;
const MAX_JUDGED_CHARS = 256;
const MAX_LINE_CHARS = 80;
const NOTHING: readonly Span[] = [];

const NAME = new RegExp(
  `(?<=(?<word>\\w{1,32} )?(?<name>[\\w.$-]{1,64})${AFTER_NAME})[=:|]`,
  "y",
);
/** The sign, before it perhaps a type, behind it a quote and the scheme of an HTTP header. */
const BEFORE_VALUE =
  /(?::[ \t]?[A-Za-z][\w.]{0,30}[ \t]?(?==[ \t]?["'`]))?(?:={1,3}>?|:=?(?!:))[ \t]*(?:[bru]{1,2}(?=["']))?(?<quote>\\?["'`])?(?:(?:bearer|basic|token|bot|apikey)[ \t]+)?/iy;
/** The cell of a Markdown table behind one with a name. */
const CELL =
  /\|[ \t]{0,40}(?:\*\*)?(?<quote>`?)(?<value>[^\s|`]{3,256})`?(?:\*\*)?[ \t]{0,40}\|/y;
const BARE_VALUE = /[^\s"'`,;&|<>(){}[\]\\]{1,2048}/y;

const SHAPED = SECRET_PATTERNS.filter((row) => "regex" in row);
const NAMED = SECRET_PATTERNS.filter((row) => "judge" in row);
const NO_ROWS: readonly NamedSecret[] = [];
const NAME_ENDING = new RegExp(
  `(?:${NAMED.flatMap((row) => row.endings).join("|")})_?\\d{0,2}$`,
  "i",
);
const SHAPED_BY_ANCHOR = groupByAnchor(SHAPED);
const WORDS = groupByWord(SHAPED);
const LATIN_WORDS = WORDS.filter(({ word }) => word.charCodeAt(0) <= 0xff);
/** Korean and Japanese letters: without one of them no other word can be there. */
const ASIAN = /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/;
const TRIGGER = compileTrigger(SHAPED, NAMED);

/** All secrets of a text, in order and without overlap. */
export function findSecrets(text: string): readonly Span[] {
  const found = findByHints(text);
  const byWords = findByWords(text);
  if (byWords.length === 0) return found;
  const spans: Span[] = [];
  const all = [...found, ...byWords].sort((a, b) => a.start - b.start);
  for (const span of all) addSpan(spans, span);
  return spans;
}

/** What begins with one of the rare words. */
function findByWords(text: string): Span[] {
  const spans: Span[] = [];
  const words = ASIAN.test(text) ? WORDS : LATIN_WORDS;
  for (const { word, rows } of words) {
    let at = text.indexOf(word);
    while (at >= 0) {
      for (const row of rows) {
        const span = tryRow(text, row, at);
        if (span !== undefined && !text.startsWith("[REDACTED:", span.start)) {
          spans.push(span);
        }
      }
      at = text.indexOf(word, at + word.length);
    }
  }
  return spans;
}

function findByHints(text: string): readonly Span[] {
  TRIGGER.lastIndex = 0;
  if (!TRIGGER.test(text)) return NOTHING;
  const spans: Span[] = [];
  do {
    const anchorAt = TRIGGER.lastIndex - 1;
    const shaped = findShaped(text, anchorAt);
    // In the value of a name only shapes count: if it has one of its own, that
    // says more than the name does.
    const isInside = anchorAt < (spans.at(-1)?.end ?? 0);
    const span = shaped ?? (isInside ? undefined : findNamed(text, anchorAt));
    if (span !== undefined && !text.startsWith("[REDACTED:", span.start)) {
      addSpan(spans, span);
    }
    // The next window may begin with this anchor and the character before it.
    TRIGGER.lastIndex = Math.max(anchorAt - 1, shaped?.end ?? 0);
  } while (TRIGGER.test(text));
  return spans;
}

/** The kind of secret that a string of this name is, if it is one. */
export function judgeNamed(name: string, value: string): string | undefined {
  const judged = value.slice(0, MAX_JUDGED_CHARS);
  return rowsNamed(name).find((row) => row.judge(judged, "quoted"))?.kind;
}

function addSpan(spans: Span[], span: Span): void {
  const last = spans.at(-1);
  if (last === undefined || span.start >= last.end) {
    spans.push(span);
    return;
  }
  const covers = span.start <= last.start && span.end >= last.end;
  spans[spans.length - 1] = {
    kind: covers ? span.kind : last.kind,
    start: Math.min(span.start, last.start),
    end: Math.max(span.end, last.end),
  };
}

function findShaped(text: string, anchorAt: number): Span | undefined {
  const trials = SHAPED_BY_ANCHOR.get(text.charAt(anchorAt)) ?? [];
  for (const { row, head } of trials) {
    const begin = anchorAt - head.length;
    if (!text.startsWith(head, begin)) continue;
    const span = tryRow(text, row, begin);
    if (span !== undefined) return span;
  }
  return undefined;
}

function tryRow(
  text: string,
  row: ShapedSecret,
  begin: number,
): Span | undefined {
  row.regex.lastIndex = begin;
  const match = row.regex.exec(text);
  if (match === null) return undefined;
  const groups = match.indices?.groups ?? {};
  const [from, to] = groups["secret"] ?? groups["quoted"] ??
    [begin, begin + match[0].length];
  const start = groups["head"]?.[0] ?? from;
  const end = row.reach === undefined ? to : row.reach(text, to);
  if (end === undefined) return undefined;
  const isSecret = row.accept === undefined ||
    row.accept(text.slice(start, end));
  return isSecret ? { kind: row.kind, start, end } : undefined;
}

function findNamed(text: string, signAt: number): Span | undefined {
  const rows = rowsNamed(readName(text, signAt));
  const value = rows.length === 0 ? undefined : readValue(text, signAt);
  if (value === undefined) return undefined;
  const { start, end, quoted } = value;
  const style = quoted ? "quoted" : styleOfBare(text, signAt, value);
  const judged = text.slice(start, Math.min(end, start + MAX_JUDGED_CHARS));
  const row = rows.find((row) => row.judge(judged, style));
  return row && { kind: row.kind, start, end };
}

/** The identifier before a sign; for a lone "key" with the word before it, as in "API key: …". */
function readName(text: string, signAt: number): string {
  NAME.lastIndex = signAt;
  const { name = "", word = "" } = NAME.exec(text)?.groups ?? {};
  return /^key$/i.test(name) ? word + name : name;
}

function rowsNamed(name: string): readonly NamedSecret[] {
  if (!NAME_ENDING.test(name)) return NO_ROWS;
  const snake = name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase()
    .replace(/[^a-z0-9]+/g, "_").replace(/_?\d*$/, "");
  return NAMED.filter((row) => row.name.test(snake));
}

function readValue(text: string, signAt: number): Value | undefined {
  if (text.charAt(signAt) === "|") return readCell(text, signAt);
  BEFORE_VALUE.lastIndex = signAt;
  const before = BEFORE_VALUE.exec(text);
  if (before === null) return undefined;
  const start = BEFORE_VALUE.lastIndex;
  const quote = before.groups?.quote;
  if (quote !== undefined) {
    return { start, end: findQuoteEnd(text, start, quote), quoted: true };
  }
  BARE_VALUE.lastIndex = start;
  const bare = BARE_VALUE.exec(text)?.[0] ?? "";
  const isCall = /[([]/.test(text.charAt(start + bare.length));
  if (bare === "" || isCall) return undefined;
  const end = start + bare.replace(/(?<!\.)[.:]$/, "").length;
  return { start, end, quoted: false };
}

function readCell(text: string, signAt: number): Value | undefined {
  CELL.lastIndex = signAt;
  const { quote = "", value } = CELL.exec(text)?.groups ?? {};
  if (value === undefined) return undefined;
  const start = text.indexOf(value, signAt + 1);
  return { start, end: start + value.length, quoted: quote !== "" };
}

/** A value that is cut off ends where its line does. */
function findQuoteEnd(text: string, start: number, quote: string): number {
  const last = Math.min(text.length, start + MAX_VALUE_CHARS);
  for (let at = start; at < last; at++) {
    const char = text.charAt(at);
    if (char === "\n" || char === "\r") return at;
    if (text.startsWith(quote, at)) return at;
    if (char === "\\" && quote.length === 1) at++;
  }
  return last;
}

/** What tools put before a line: Read a number, Grep a place, a diff a sign, a log or a quote a bar. */
const LINE_PREFIX =
  /^[ \t]*(?:(?:\d{1,6}(?:\t|[ \t]?[→:|│])|[^\s:]{1,60}[:-]\d{1,6}[:-]|[\w.@-]{1,40}[ \t]{1,8}[|│]|[+<>|│-]{1,3})[ \t]*){1,2}/;

/** An upper case NAME=value, or a name and a word alone on a line, is a setting; the rest may be code. */
function styleOfBare(text: string, signAt: number, value: Value): ValueStyle {
  const line = text.slice(Math.max(0, signAt - MAX_LINE_CHARS), value.start)
    .replace(/^[^]*[\r\n]/, "").replace(LINE_PREFIX, "");
  if (text.charAt(signAt) === "|") {
    return /^[\w\s.`*-]*$/.test(line.replaceAll("|", "")) ? "env" : "bare";
  }
  if (/(?:^|[^\w.])[A-Z][A-Z0-9_]*=$|(?:^|\s)--[\w-]+=$/.test(line)) {
    return "env";
  }
  const behind = text.slice(value.end, value.end + MAX_LINE_CHARS);
  if (!/^[ \t]*(?:[\r\n]|\||\\[nr]|$)/.test(behind)) return "bare";
  if (/(?:^|[^\w.])[A-Z][A-Z0-9_]*["']?: ?$/.test(line)) return "env";
  const isWord = /^[A-Za-z][a-z]+$/.test(text.slice(value.start, value.end));
  const isAlone = /^[ \t]*(?:export |set |- )?["'`]?[\w.-]+(?:=|: ?| = )$/.test(
    line,
  );
  return isWord && isAlone ? "env" : "bare";
}

function groupByWord(rows: readonly ShapedSecret[]) {
  const words = new Set(rows.flatMap((row) => row.words ?? []));
  return Array.from(words, (word) => ({
    word,
    rows: rows.filter((row) => row.words?.includes(word)),
  }));
}

function groupByAnchor(rows: readonly ShapedSecret[]): Map<string, Trial[]> {
  const trials = new Map<string, Trial[]>();
  for (const row of rows) {
    for (const { anchor, head } of row.hints.map(cutHint)) {
      const known = trials.get(anchor) ?? [];
      if (known.some((t) => t.row === row && t.head === head)) continue;
      trials.set(anchor, [...known, { row, head }]);
    }
  }
  return trials;
}
