/** What a change did, in words that a person recognises. */

import type { JsonObject } from "../base/json.ts";
import type { ItemChange } from "./json_items.ts";

export interface Told {
  /** Whether words came, went, or are others now. */
  readonly how: "added" | "removed" | "changed";
  /** The first of them; "" where there are none. */
  readonly words: string;
}

const MOST_CHARS = 120;

export function tellChange(
  path: string,
  before: string,
  after: string,
  items: readonly ItemChange[] = [],
): Told {
  const { how, words } = path.endsWith(".json")
    ? tellItems(items, after)
    : tellLines(before, after);
  return { how, words: words.slice(0, MOST_CHARS) };
}

function tellItems(items: readonly ItemChange[], after: string): Told {
  const added = items.find(({ before }) => before === null);
  const removed = items.find(({ after }) => after === null);
  const [first] = items;
  if (added) return { how: "added", words: wordsAfter(after, added) };
  if (removed?.before) {
    return { how: "removed", words: wordsOf(removed.before) };
  }
  return { how: "changed", words: first ? wordsAfter(after, first) : "" };
}

function wordsAfter(text: string, { list, at }: ItemChange): string {
  const value = [...list, at].reduce<unknown>(
    (one, name) => (one as Record<string | number, unknown>)?.[name],
    JSON.parse(text),
  );
  return wordsOf(value as JsonObject);
}

function wordsOf(item: JsonObject): string {
  const said = ["content", "name", "problem", "feature"]
    .map((key) => item[key]).find((text) => text);
  return typeof said === "string" ? said : "";
}

function tellLines(before: string, after: string): Told {
  const [old, now] = [said(before), said(after)];
  const added = now.find((line) => !old.includes(line));
  const removed = old.find((line) => !now.includes(line));
  const how = added === undefined
    ? removed === undefined ? "changed" : "removed"
    : removed === undefined
    ? "added"
    : "changed";
  return { how, words: added ?? removed ?? "" };
}

/** Headings, labels and comments of sections tell nothing. */
function said(text: string): string[] {
  return text.split("\n")
    .filter((line) => !/^\s*(?:#|<!--|\*\*[^*]*\*\*:?\s*$|$)/.test(line))
    .map((line) => line.replace(/^\s*(?:[-*+]|\d+\.) /, "").trim());
}
