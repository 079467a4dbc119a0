/**
 * What is known of a compaction between its events: the list the summariser
 * was given, then what its summary lacks. Both lie in `.cache`: they may be
 * lost, and what is damaged or of another session counts as absent.
 */

import { isSystemError, UserError } from "../base/errors.ts";
import { isObject } from "../base/json.ts";
import { readText } from "../store/read_file.ts";
import { ensureStore, type Store } from "../store/store.ts";
import {
  COMPACTION_MAX_UNITS,
  type CompactionItem,
} from "./_compaction_item.ts";

export interface MissingItems {
  readonly items: readonly CompactionItem[];
  /** How many there were on the list. */
  readonly total: number;
}

const MOST_ITEMS = 100;
const MOST_BYTES = 64 * 1024;
/** No summary takes longer: an older list is of a compaction that never was. */
const LIST_VALID_MS = 15 * 60_000;

export function saveList(
  { layout, files }: Store,
  sessionId: string,
  items: readonly CompactionItem[],
  now: Date,
): void {
  const list = { session: sessionId, at: now.toISOString(), items };
  files.replace(layout.compactionList(sessionId), JSON.stringify(list));
}

/** Whatever was written before this compaction says nothing about it. */
export function dropList(store: Store, sessionId: string): void {
  drop(store, store.layout.compactionList(sessionId));
}

export function readList(
  { layout }: Store,
  sessionId: string,
  now: Date,
): readonly CompactionItem[] {
  const raw = readOwn(layout.compactionList(sessionId), sessionId);
  const age = now.getTime() - Date.parse(String(raw?.["at"]));
  // A clock may be set back in between; NaN is of no time at all.
  return Math.abs(age) <= LIST_VALID_MS ? itemsOf(raw?.["items"]) : [];
}

/** The same place for every compaction: the newest one counts. */
export function saveMissing(
  store: Store,
  sessionId: string,
  { items, total }: MissingItems,
): void {
  const path = store.layout.compactionMissing(sessionId);
  if (items.length === 0) return drop(store, path);
  ensureStore(store);
  const missing = { session: sessionId, items, total };
  store.files.replace(path, JSON.stringify(missing));
}

/**
 * What is missing, for exactly one of all who ask: the one whose rename
 * succeeds. Dying after it loses the items, which is better than giving them
 * twice.
 */
export function takeMissing(
  store: Store,
  sessionId: string,
): MissingItems | undefined {
  const { layout, files } = store;
  const path = layout.compactionMissing(sessionId);
  const taken = `${path}.taken`;
  try {
    files.rename(path, taken);
  } catch (error) {
    // Another one was quicker, or what is there is not ours to take: a folder,
    // a link that leads out. Without the rename nothing may be given.
    if (isSystemError(error) || error instanceof UserError) return undefined;
    throw error;
  }
  const raw = readOwn(taken, sessionId);
  drop(store, taken);
  const items = itemsOf(raw?.["items"]);
  const total = Number(raw?.["total"]);
  if (items.length === 0) return undefined;
  return {
    items,
    total: Number.isSafeInteger(total)
      ? Math.max(total, items.length)
      : items.length,
  };
}

/** A session that is over needs nothing back. */
export function forgetCompaction(store: Store, sessionId: string): void {
  const missing = store.layout.compactionMissing(sessionId);
  dropList(store, sessionId);
  drop(store, missing);
  drop(store, `${missing}.taken`);
}

function readOwn(path: string, sessionId: string) {
  try {
    const raw: unknown = JSON.parse(readText(path, MOST_BYTES) ?? "null");
    return isObject(raw) && raw["session"] === sessionId ? raw : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof UserError) {
      return undefined;
    }
    throw error;
  }
}

/** A list with one wrong item counts as forged: nothing of it is used. */
function itemsOf(value: unknown): CompactionItem[] {
  return Array.isArray(value) && value.length <= MOST_ITEMS &&
      value.every(isItem)
    ? value
    : [];
}

function isItem(value: unknown): value is CompactionItem {
  return isObject(value) && typeof value["lead"] === "string" &&
    typeof value["text"] === "string" &&
    value["lead"].length + value["text"].length <= COMPACTION_MAX_UNITS;
}

function drop({ files }: Store, path: string): void {
  try {
    files.remove(path);
  } catch (error) {
    if (!isSystemError(error) && !(error instanceof UserError)) throw error;
    // Something that is not ours is in its place: it is read as nothing.
  }
}
