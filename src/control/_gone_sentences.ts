/**
 * The sentences of what is removed by its place. The last check searches for
 * those that nothing kept says as well, so it finds what the removal has
 * overlooked.
 */

import { isObject, tryParseJson } from "../base/json.ts";
import { normalText } from "../base/normal_text.ts";
import { splitLines } from "../session/log_lines.ts";
import { SAYS } from "./_gone_items.ts";
import { layerOf } from "./_layers.ts";

/** A sentence is identified by this many characters of its normal form. */
const CHARS = 32;

/** Layers that others are made from. */
const SOURCES = new Set([
  "session logs",
  "memory.md",
  "archives",
  "facts and rules",
]);

export const isSource = (path: string) => SOURCES.has(layerOf(path).name);

/** Lines that the program writes are the same in many places. */
const OWN_LINE = /^(?:#|<!--|\*\*|(?:Files|Commits|Failed|Open): )/;

export function sentencesOf(path: string, text: string): Set<string> {
  const { name } = layerOf(path);
  const said = name === "session logs"
    ? splitLines(text).map((line) => wordsIn(tryParseJson(line)))
    : name === "facts and rules"
    ? toldBy(tryParseJson(text))
    : text.split("\n").filter((line) => !OWN_LINE.test(line));
  return new Set(said.flatMap(beginnings));
}

function beginnings(text: string): string[] {
  return text.split(/\n|(?<=[.!?。])\s/).map(normalText)
    .filter((normal) => normal.length >= CHARS && normal.includes(" "))
    .map((normal) => normal.slice(0, CHARS));
}

/** What a person or the model said; tools repeat files and programs. */
const wordsIn = (entry: unknown) =>
  isObject(entry) && typeof entry["text"] === "string" ? entry["text"] : "";

function toldBy(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(toldBy);
  return isObject(value)
    ? Object.entries(value).flatMap(([key, one]) =>
      typeof one === "string" && SAYS.test(key) ? [one] : toldBy(one)
    )
    : [];
}

/** Those of the sentences that a text in normal form has. */
export function foundIn(
  normal: string,
  sentences: ReadonlySet<string>,
): string[] {
  const found: string[] = [];
  if (sentences.size === 0) return found;
  let at = 0;
  do {
    const here = normal.slice(at, at + CHARS);
    if (sentences.has(here)) found.push(here);
    at = normal.indexOf(" ", at) + 1;
  } while (at > 0);
  return found;
}
