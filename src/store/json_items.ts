/**
 * Items of facts.json and concepts.json that a change added, changed or removed.
 * An item is a place of its own: what is done to others does not touch it.
 */

import { tryParseObject } from "../base/json_values.ts";
import { isObject, type JsonObject } from "../base/json.ts";
import { fingerprint } from "./growing_file.ts";

export interface ItemChange {
  readonly id: string;
  /** The names that lead to its list. */
  readonly list: readonly string[];
  /** Its place there; where it was, if it was removed. */
  readonly at: number;
  /** Null for one that was not there. */
  readonly before: JsonObject | null;
  /** A fingerprint; null for one that is not there any more. */
  readonly after: string | null;
}

export function isItemChange(value: unknown): value is ItemChange {
  if (!isObject(value)) return false;
  const { id, list, at, before, after } = value;
  return typeof id === "string" && Array.isArray(list) && list.length > 0 &&
    list.every((name) => typeof name === "string" && name !== "__proto__") &&
    Number.isSafeInteger(at) && (before === null || isObject(before)) &&
    (after === null || typeof after === "string");
}

interface Placed extends Pick<ItemChange, "id" | "list" | "at"> {
  readonly item: JsonObject;
}

/** Undefined if anything but items and counters differs, or only counters do. */
export function compareItems(
  before: string,
  after: string,
): readonly ItemChange[] | undefined {
  const [old, now] = [tryParseObject(before || "{}"), tryParseObject(after)];
  if (old === undefined || now === undefined) return undefined;
  const [was, is] = [itemsIn(old), itemsIn(now)];
  if (was === undefined || is === undefined) return undefined;
  if (before !== "" && restOf(old) !== restOf(now)) return undefined;
  const changes: ItemChange[] = [];
  for (const [key, { item, ...place }] of is) {
    const known = was.get(key)?.item ?? null;
    const after = markOf(item);
    if (known && markOf(known) === after) continue;
    changes.push({ ...place, before: known, after });
  }
  for (const [key, { item, ...place }] of was) {
    if (!is.has(key)) changes.push({ ...place, before: item, after: null });
  }
  return changes.length > 0 ? changes : undefined;
}

/** The text without these changes; undefined if an item is not as they left it. */
export function revertItems(
  text: string,
  changes: readonly ItemChange[],
): string | undefined {
  const value = tryParseObject(text || "{}");
  const items = value && itemsIn(value);
  if (value === undefined || items === undefined) return undefined;
  const markNow = ({ list, id }: ItemChange) => {
    const now = items.get(keyOf(list, id));
    return now ? markOf(now.item) : null;
  };
  if (!changes.every((one) => markNow(one) === one.after)) return undefined;
  const next = structuredClone(value) as Record<string, unknown>;
  // Those that went return in their order, so that each finds its place.
  for (const { id, list, at, before } of changes) {
    const all = listAt(next, list);
    if (all === undefined) return undefined;
    const here = all.findIndex((one) => isObject(one) && one["id"] === id);
    if (here >= 0) all.splice(here, 1, ...(before ? [before] : []));
    else if (before) all.splice(Math.min(at, all.length), 0, before);
  }
  return `${JSON.stringify(next, null, 2)}\n`;
}

const keyOf = (list: readonly string[], id: string) => [...list, id].join(" ");
const markOf = (item: JsonObject) =>
  fingerprint(new TextEncoder().encode(JSON.stringify(item)));

/** Undefined if two of a list have the same id. */
function itemsIn(
  value: JsonObject,
  above: readonly string[] = [],
): Map<string, Placed> | undefined {
  const found = new Map<string, Placed>();
  for (const [name, one] of Object.entries(value)) {
    const list = [...above, name];
    const placed = Array.isArray(one)
      ? placedIn(one, list)
      : isObject(one)
      ? [...itemsIn(one, list) ?? []]
      : [];
    for (const [key, item] of placed) {
      if (found.has(key)) return undefined;
      found.set(key, item);
    }
  }
  return found;
}

function placedIn(
  all: readonly unknown[],
  list: readonly string[],
): [string, Placed][] {
  return all.flatMap((item, at): [string, Placed][] => {
    const id = isObject(item) ? item["id"] : undefined;
    return isObject(item) && typeof id === "string"
      ? [[keyOf(list, id), { id, list, at, item }]]
      : [];
  });
}

const COUNTERS = /^(?:_meta|nextId|version)$/;

/** What is left without items and counters. */
function restOf(value: JsonObject): string {
  return JSON.stringify(value, (key, one) => {
    if (COUNTERS.test(key)) return undefined;
    return Array.isArray(one)
      ? one.filter((item) => !isObject(item) || typeof item["id"] !== "string")
      : one;
  });
}

/** Made where it is missing; undefined if something else is there. */
function listAt(
  value: Record<string, unknown>,
  list: readonly string[],
): unknown[] | undefined {
  let at: unknown = value;
  for (const [i, name] of list.entries()) {
    if (!isObject(at)) return undefined;
    const empty = i < list.length - 1 ? {} : [];
    at = (at as Record<string, unknown>)[name] ??= empty;
  }
  return Array.isArray(at) ? at : undefined;
}
