/**
 * Finds the secrets of a text in one pass. A single expression, made from the
 * hints of the pattern table, stops at the few places where a secret may be,
 * and only there are rows tried.
 */

import {
  ANCHORS,
  type Hint,
  type NamedSecret,
  SECRET_PATTERNS,
  type ShapedSecret,
} from "./redaction_patterns.ts";
import type { ValueStyle } from "./secret_value.ts";

/** A part of a text that must go. */
export interface Span {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

const NOTHING: readonly Span[] = [];

const MAX_NAME_CHARS = 64;
const MAX_VALUE_CHARS = 2048;

/** What may stand between a name and its `=`, as in `\"name\" :` or `x["name"] =`. */
const AFTER_NAME = "[\"'`\\\\\\] \\t]{0,4}";
/** The sign, with a type before it or without, an opening quote, and the scheme of an HTTP header. */
const BEFORE_VALUE =
  /(?::[ \t]?[A-Za-z][\w.]{0,30}[ \t]?(?==[ \t]?["'`]))?(?:={1,3}>?|:=?(?!:))[ \t]*(?:[bru]{1,2}(?=["']))?(?<quote>\\?["'`])?(?:(?:bearer|basic|token|bot|apikey)[ \t]+)?/iy;
const NAME = new RegExp(
  `(?<=(?<word>\\w{1,32} )?(?<name>[\\w.$-]{1,64})${AFTER_NAME})[=:]`,
  "y",
);
const BARE_VALUE = /[^\s"'`,;&|<>(){}[\]\\]{1,2048}/y;

const SHAPED = SECRET_PATTERNS.filter((row) => "regex" in row);
const NAMED = SECRET_PATTERNS.filter((row) => "judge" in row);
const SHAPED_BY_ANCHOR = groupByAnchor(SHAPED);
const TRIGGER = compileTrigger(SHAPED, NAMED);

/** All secrets of a text, in order and without overlap. */
export function findSecrets(text: string): readonly Span[] {
  TRIGGER.lastIndex = 0;
  if (!TRIGGER.test(text)) return NOTHING;
  const spans: Span[] = [];
  do {
    const anchorAt = TRIGGER.lastIndex - 1;
    const shaped = findShaped(text, anchorAt);
    // Behind a name the search goes on inside the value: if that is a kind of
    // its own, it says more than the name does.
    const span = shaped ?? findNamed(text, anchorAt);
    if (span !== undefined && !text.startsWith("[REDACTED:", span.start)) {
      addSpan(spans, span);
    }
    // The next window may begin with this anchor and the character before it.
    TRIGGER.lastIndex = Math.max(anchorAt - 1, shaped?.end ?? 0);
  } while (TRIGGER.test(text));
  return spans;
}

/** The kind of secret that a quoted value of this name is, if it is one. */
export function judgeNamed(name: string, value: string): string | undefined {
  return rowsNamed(name).find((row) => row.judge(value, "quoted"))?.kind;
}

function rowsNamed(name: string): NamedSecret[] {
  const snake = name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase()
    .replace(/[^a-z0-9]+/g, "_").replace(/_?\d*$/, "");
  return NAMED.filter((row) => row.name.test(snake));
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

function findShaped(text: string, at: number): Span | undefined {
  for (const { row, head } of SHAPED_BY_ANCHOR.get(text.charAt(at)) ?? []) {
    const start = at - head.length;
    if (!text.startsWith(head, start)) continue;
    row.regex.lastIndex = start;
    const match = row.regex.exec(text);
    if (match === null) continue;
    const [from, to] = match.indices?.groups?.secret ??
      [start, start + match[0].length];
    if (row.accept === undefined || row.accept(text.slice(from, to))) {
      return { kind: row.kind, start: from, end: to };
    }
  }
  return undefined;
}

function findNamed(text: string, at: number): Span | undefined {
  const name = readName(text, at);
  const rows = name === "" ? [] : rowsNamed(name);
  const value = rows.length === 0 ? undefined : readValue(text, at);
  if (value === undefined) return undefined;
  const { start, end, quoted } = value;
  const style = quoted ? "quoted" : styleOfBare(text, at, value);
  const row = rows.find((row) => row.judge(text.slice(start, end), style));
  return row && { kind: row.kind, start, end };
}

/** The identifier before a sign; for a lone "key" with the word before it, as in "API key: …". */
function readName(text: string, at: number): string {
  NAME.lastIndex = at;
  const { name = "", word = "" } = NAME.exec(text)?.groups ?? {};
  return /^key$/i.test(name) ? word + name : name;
}

interface Value {
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
}

function readValue(text: string, at: number): Value | undefined {
  BEFORE_VALUE.lastIndex = at;
  const before = BEFORE_VALUE.exec(text);
  if (before === null) return undefined;
  const start = BEFORE_VALUE.lastIndex;
  const quote = before.groups?.quote;
  if (quote !== undefined) {
    return { start, end: findQuoteEnd(text, start, quote), quoted: true };
  }
  BARE_VALUE.lastIndex = start;
  const bare = BARE_VALUE.exec(text)?.[0] ?? "";
  if (/[([]/.test(text.charAt(start + bare.length))) return undefined;
  const end = start + bare.replace(/[.:]+$/, "").length;
  return { start, end, quoted: false };
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

/** An upper case NAME=value, or a value that ends the line its name begins, is a setting; the rest may be code. */
function styleOfBare(text: string, at: number, value: Value): ValueStyle {
  const lineStart = Math.max(
    text.lastIndexOf("\n", at) + 1,
    at - MAX_NAME_CHARS,
  );
  const line = text.slice(lineStart, value.start);
  if (/(?:^|[^\w.])[A-Z][A-Z0-9_]*=$/.test(line)) return "env";
  const endsLine = /^[ \t]*(?:[\r\n]|$)/.test(
    text.slice(value.end, value.end + 8),
  );
  if (!endsLine) return "bare";
  if (/(?:^|[^\w.])[A-Z][A-Z0-9_]*["']?: ?$/.test(line)) return "env";
  const isWord = /^[A-Za-z][a-z]+$/.test(text.slice(value.start, value.end));
  const beginsLine = /^[ \t]*(?:export |set |- )?[\w.-]+(?:=|: ?| = )$/;
  return isWord && beginsLine.test(line) ? "env" : "bare";
}

interface Trial {
  readonly row: ShapedSecret;
  /** What of the hint stands before its anchor. */
  readonly head: string;
}

function groupByAnchor(rows: readonly ShapedSecret[]): Map<string, Trial[]> {
  const trials = new Map<string, Trial[]>();
  for (const row of rows) {
    for (const hint of row.hints) {
      const { anchor, head } = splitHint(hint);
      const known = trials.get(anchor) ?? [];
      if (known.some((t) => t.row === row && t.head === head)) continue;
      trials.set(anchor, [...known, { row, head }]);
    }
  }
  return trials;
}

function splitHint(hint: Hint): { anchor: string; head: string } {
  if (typeof hint !== "string") return { anchor: hint.anchor, head: "" };
  const anchor = [...ANCHORS].find((char) => hint.indexOf(char, 2) > 0);
  if (anchor === undefined) throw new Error(`Hint "${hint}" has no anchor`);
  return { anchor, head: hint.slice(0, hint.indexOf(anchor, 2)) };
}

/**
 * Every alternative is three characters wide and ends in an anchor. The engine
 * then skips from anchor to anchor, compares two characters, and rarely gets to
 * the expensive look back; any other form takes several times as long.
 */
function compileTrigger(
  shaped: readonly ShapedSecret[],
  named: readonly NamedSecret[],
): RegExp {
  const hints = shaped.flatMap((row) => row.hints);
  const literals = hints.filter((hint) => typeof hint === "string");
  const sources = hints.filter((hint) => typeof hint !== "string")
    .map((hint) => hint.source);
  const windows = [...Map.groupBy(literals.map(splitHint), (cut) => cut.anchor)]
    .map(([anchor, cuts]) => {
      const heads = cuts.map((cut) => cut.head);
      return window(heads) + quote(anchor) +
        `(?<=${trie(heads)}${quote(anchor)})`;
    });
  return new RegExp(
    [nameWindow(named), ...windows, ...new Set(sources)].join("|"),
    "g",
  );
}

/** A name may be followed by quotes, brackets and spaces, which then are part of the window. */
function nameWindow(rows: readonly NamedSecret[]): string {
  const endings = rows.flatMap((row) => row.endings.flatMap(spellings));
  const names = trie(endings);
  const lasts = endings.map((word) => word.slice(-1)).join("") + "\\d";
  const first = [...endings.map((word) => word.slice(-2)), lasts].join("");
  return `[${first}"'\`\\\\\\]][${lasts}"'\`\\\\\\] \\t][=:]` +
    `(?<=${names}(?:_?\\d{1,2})?(?<=[${lasts}])${AFTER_NAME}[=:])`;
}

function spellings(ending: string): string[] {
  const tail = ending.slice(-4);
  const spelt = [tail, tail.toUpperCase()];
  if (tail === ending) spelt.push(tail.charAt(0).toUpperCase() + tail.slice(1));
  return spelt;
}

/** Any two characters that words may end in. */
function window(words: readonly string[]): string {
  const before = new Set(words.map((word) => quote(word.slice(-2, -1))));
  const last = new Set(words.map((word) => quote(word.slice(-1))));
  return `[${[...before].join("")}][${[...last].join("")}]`;
}

/** An expression for any of these words, sorted by their last characters: a look back meets those first. */
function trie(words: readonly string[]): string {
  if (words.includes("")) return "";
  const groups = Map.groupBy(words, (word) => word.slice(-1));
  const branches = [...groups].map(([char, group]) =>
    trie(group.map((word) => word.slice(0, -1))) + quote(char)
  );
  return branches.length === 1
    ? branches.join("")
    : `(?:${branches.join("|")})`;
}

function quote(literal: string): string {
  return literal.replace(
    /\W/g,
    (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
}
