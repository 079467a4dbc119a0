/**
 * What can still be read in the text of a damaged facts.json or concepts.json:
 * its whole items, the beginnings of broken ones, and every id in it, so that
 * none is used again.
 */

import { isObject, type JsonObject } from "../base/json.ts";
import { parseLenient } from "../base/lenient_json.ts";
import { idNumber } from "./_item_ids.ts";

export interface Salvaged {
  /** The whole file, where only commas or line breaks were wrong. */
  readonly whole?: JsonObject;
  readonly items: readonly JsonObject[];
  /** Every id in the text, with its item or without. */
  readonly ids: readonly string[];
  /** Whether the text proves that it had no item with this id. */
  lacked(id: string): boolean;
}

const ITEM_ID = /^(?:d|p|i|r|s|cl|c)\d{1,9}$/;
const QUOTED_ID = /"((?:d|p|i|r|s|cl|c)\d{1,9})"/g;
/** An item without any of these fields has no content left. */
const TELLING = [
  "content",
  "problem",
  "solution",
  "feature",
  "description",
  "name",
  "summary",
];
/** No item of ours is longer; limits the search for a broken one's end. */
const ITEM_CHARS = 100_000;
/** Deeper nesting means a broken item; limits the work. */
const DEEPEST = 8;

export function salvageItems(text: string): Salvaged {
  const ids = Array.from(text.matchAll(QUOTED_ID), ([, id]) => id ?? "");
  const whole = parseLenient(text);
  if (isObject(whole)) {
    return { whole, items: itemsIn(whole), ids, lacked: () => true };
  }
  const items: JsonObject[] = [];
  const gaps = new Gaps(text);
  for (let at = text.indexOf("{"); at >= 0;) {
    const end = endOfObject(text, at);
    const value = end === undefined
      ? undefined
      : parseLenient(text.slice(at, end));
    if (isObject(value)) {
      items.push(...itemsIn(value));
      if (isItem(value)) gaps.note(value["id"], at, end);
    } else {
      const begun = readBeginning(text, at);
      items.push(...itemsIn(begun).filter(isTelling));
      if (isItem(begun)) gaps.note(begun["id"], at);
    }
    at = text.indexOf("{", isObject(value) ? end : at + 1);
  }
  return { items, ids, lacked: (id) => gaps.has(id) };
}

function itemsIn(value: unknown): JsonObject[] {
  if (isItem(value)) return [value];
  return typeof value === "object" && value !== null
    ? Object.values(value).flatMap(itemsIn)
    : [];
}

type Item = JsonObject & { readonly id: string };

function isItem(value: unknown): value is Item {
  return isObject(value) && typeof value["id"] === "string" &&
    ITEM_ID.test(value["id"]);
}

function isTelling(item: JsonObject): boolean {
  return TELLING.some((key) => typeof item[key] === "string" && item[key]);
}

/** After the bracket that closes the one at `start`; no string has a line break. */
function endOfObject(text: string, start: number): number | undefined {
  const last = Math.min(text.length, start + ITEM_CHARS);
  let depth = 0;
  let inString = false;
  for (let i = start; i < last; i++) {
    const char = text[i];
    if (char === "\n") inString = false;
    else if (inString) {
      if (char === "\\") i++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === "{" && ++depth > DEEPEST) return undefined;
    else if (char === "}" && --depth === 0) return i + 1;
  }
  return undefined;
}

/** The fields of a broken item, line by line, up to the damage. */
function readBeginning(text: string, start: number): unknown {
  if (!/^\{\s*"/.test(text.slice(start, start + 60))) return undefined;
  const rest = text.slice(start + 1, start + ITEM_CHARS);
  const next = rest.search(/\{\s*"/);
  const own = next < 0 ? rest : rest.slice(0, next);
  const lines = `{${own}`.split("\n").slice(0, MOST_LINES);
  for (let count = lines.length; count > 0; count--) {
    const fields = lines.slice(0, count).join("\n").replace(/[\s,]+$/, "");
    const value = parseLenient(`${fields}}`);
    if (value !== undefined) return value;
  }
  return undefined;
}

const MOST_LINES = 200;

/**
 * Numbers that no item had: two whole neighbours have no item between them. This
 * tells facts that were removed on purpose from facts that were lost.
 */
class Gaps {
  readonly #text: string;
  readonly #gaps: { prefix: string; after: number; before: number }[] = [];
  #last: { readonly id: string; readonly end: number } | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** `end` is undefined for an item that is broken after its beginning. */
  note(id: string, start: number, end?: number): void {
    const [prefix, number] = split(id);
    const last = this.#last;
    this.#last = end === undefined ? undefined : { id, end };
    const before = this.#text.slice(Math.max(0, start - 60), start);
    if (/"\w+"\s*:\s*\[\s*$/.test(before)) {
      this.#gaps.push({ prefix, after: 0, before: number });
    } else if (
      last !== undefined && /^\s*,\s*$/.test(this.#text.slice(last.end, start))
    ) {
      const [kind, after] = split(last.id);
      if (kind === prefix) this.#gaps.push({ prefix, after, before: number });
    }
    if (end !== undefined && /^\s*\]/.test(this.#text.slice(end, end + 60))) {
      this.#gaps.push({ prefix, after: number, before: Infinity });
    }
  }

  has(id: string): boolean {
    const [wanted, number] = split(id);
    return this.#gaps.some(({ prefix, after, before }) =>
      prefix === wanted && after < number && number < before
    );
  }
}

function split(id: string): [prefix: string, number: number] {
  const prefix = id.replace(/\d+$/, "");
  return [prefix, idNumber(id, prefix) ?? 0];
}
