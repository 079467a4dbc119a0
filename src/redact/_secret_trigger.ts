/**
 * Turns the hints of the pattern table into one expression that stops wherever
 * a secret may be. It runs over every text there is, and nearly all of its time
 * is spent where there is nothing: its form decides what redaction costs.
 */

import {
  ANCHORS,
  type NamedSecret,
  type SearchHint,
  type ShapedSecret,
} from "./_secret_pattern.ts";

/**
 * What may be between a name and its sign, as in `\"name\" :`, `x["name"] =` or
 * `| name |`.
 */
export const AFTER_NAME = "[\"'`*\\\\\\] \\t]{0,12}";

/** A literal hint, cut before the anchor it is found by. */
interface CutHint {
  readonly anchor: string;
  readonly head: string;
}

export function cutHint(hint: SearchHint): CutHint {
  if (typeof hint !== "string") return { anchor: hint.anchor, head: "" };
  const anchor = [...ANCHORS].find((char) => hint.indexOf(char, 2) > 0);
  if (anchor === undefined) throw new Error(`Hint "${hint}" has no anchor`);
  return { anchor, head: hint.slice(0, hint.indexOf(anchor, 2)) };
}

/**
 * Global; each match ends with the anchor. Every alternative is three
 * characters wide and has its anchor at the end: so the engine skips from
 * anchor to anchor, compares two characters, and rarely comes to the expensive
 * look back. Any other form takes several times as long.
 */
export function compileTrigger(
  shaped: readonly ShapedSecret[],
  named: readonly NamedSecret[],
): RegExp {
  const hints = shaped.flatMap((row) => row.hints);
  const literals = hints.filter((hint) => typeof hint === "string");
  const sources = hints.filter((hint) => typeof hint !== "string")
    .map((hint) => hint.source);
  const windows = Map.groupBy(literals.map(cutHint), (cut) => cut.anchor);
  const alternatives = [
    nameWindow(named),
    ...[...windows].map(([anchor, cuts]) => literalWindow(anchor, cuts)),
    ...new Set(sources),
  ];
  return new RegExp(alternatives.join("|"), "g");
}

function literalWindow(anchor: string, cuts: readonly CutHint[]): string {
  const heads = cuts.map((cut) => cut.head);
  const last = anyOf(heads.map((head) => head.slice(-1)));
  const lastButOne = anyOf(heads.map((head) => head.slice(-2, -1)));
  const end = quote(anchor);
  return `[${lastButOne}][${last}]${end}(?<=${trie(heads)}${end})`;
}

function nameWindow(rows: readonly NamedSecret[]): string {
  const endings = rows.flatMap((row) => row.endings.flatMap(spellings));
  const last = anyOf(endings.map((word) => word.slice(-1))) + "\\d";
  const lastTwo = anyOf(endings.flatMap((word) => [...word.slice(-2)])) + "\\d";
  const name = `${trie(endings)}(?:_?\\d{1,2})?(?<=[${last}])`;
  const before = "\"'`*\\\\\\] \\t";
  return `[${lastTwo}_${before}][${last}${before}][=:|]` +
    `(?<=${name}${AFTER_NAME}[=:|])`;
}

/** As names are written: apiKey, api_key, API_KEY. Four letters are enough to go by. */
function spellings(ending: string): string[] {
  const tail = ending.slice(-4);
  const spelt = [tail, tail.toUpperCase()];
  if (tail === ending) spelt.push(tail.charAt(0).toUpperCase() + tail.slice(1));
  return spelt;
}

function anyOf(chars: readonly string[]): string {
  return [...new Set(chars)].map(quote).join("");
}

/** Any of these words, sorted by their last characters: a look back meets those first. */
function trie(words: readonly string[]): string {
  if (words.includes("")) return "";
  const groups = Map.groupBy(words, (word) => word.slice(-1));
  const branches = [...groups].map(([char, group]) =>
    trie(group.map((word) => word.slice(0, -1))) + quote(char)
  );
  return `(?:${branches.join("|")})`;
}

function quote(literal: string): string {
  return literal.replace(
    /\W/g,
    (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
}
