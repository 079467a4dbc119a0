/**
 * What memory knows about single files, as a small table: a tool call only
 * compares paths. Rebuilt when facts or memory.md have changed. Files that most
 * sessions touch are left out: a note there would come every day.
 */

import { cut } from "../base/cut_text.ts";
import { isSystemError, UserError } from "../base/errors.ts";
import { isObject } from "../base/json.ts";
import { disarmForModel, oneLine } from "../base/safe_text.ts";
import { wordsOf } from "../base/tokens.ts";
import { readFacts } from "../knowledge/knowledge_files.ts";
import { parseMemory } from "../memory/memory_text.ts";
import { sourceOfDoc } from "../search/index/doc_id.ts";
import {
  isDamage,
  openExistingIndex,
} from "../search/index/open_search_index.ts";
import type { SearchIndex } from "../search/index/search_index.ts";
import { readQuiet } from "../store/quiet_list.ts";
import { readText, statFile } from "../store/read_file.ts";
import { hasMemory, type Store, storeExists } from "../store/store.ts";
import type { FileItem } from "./_file_items.ts";
import { FILE_MAX_CHARS } from "./moment_budget.ts";

export interface FileNote {
  /** From the project's folder, with `/`. */
  readonly path: string;
  /** Of the first thing it tells. */
  readonly id: string;
  readonly text: string;
}

const MOST_NOTES = 300;
const MOST_ITEMS = 3;
const ITEM_CHARS = 160;
const MAX_BYTES = 256 * 1024;
const WAIT_MS = 50;
/** With fewer sessions nothing is known about what all of them touch. */
const LEAST_SESSIONS = 5;
const MOST_SHARE = 0.3;

/** The table as it is, rebuilt first if what it is made from has changed. */
export async function currentFileNotes(store: Store): Promise<FileNote[]> {
  const { layout, files } = store;
  const stamp = stampOf(store);
  if (stamp === undefined || !storeExists(store)) return [];
  if (!store.config.recall) return [];
  const kept = readKept(store);
  if (kept?.stamp === stamp) return kept.notes;
  const { fileItems } = await import("./_file_items.ts");
  const { sections } = parseMemory(readText(layout.memory) ?? "");
  const items = fileItems(readFacts(layout), sections);
  const planned = planFileNotes(items, readQuiet(store));
  const notes = planned.length === 0 ? [] : await withoutCommon(store, planned);
  // Also if there are none: then the facts are not read at the next start.
  files.writeUnsynced(layout.fileNotes, JSON.stringify({ stamp, notes }));
  return notes;
}

/** The table as it was left. */
export function readFileNotes(store: Store): FileNote[] {
  return readKept(store)?.notes ?? [];
}

/** Undefined where nothing was remembered. */
function stampOf({ layout }: Store): string | undefined {
  const of = (path: string) => {
    const { size, mtime } = statFile(path) ?? { size: 0, mtime: null };
    return `${size} ${mtime?.getTime() ?? 0}`;
  };
  return hasMemory(layout)
    ? [layout.facts, layout.memory, layout.quiet].map(of).join(" ")
    : undefined;
}

interface Kept {
  readonly stamp: string;
  readonly notes: FileNote[];
}

function readKept({ layout }: Store): Kept | undefined {
  try {
    const raw: unknown = JSON.parse(
      readText(layout.fileNotes, MAX_BYTES) ?? "null",
    );
    const { stamp, notes } = isObject(raw) ? raw : {};
    if (typeof stamp !== "string" || !Array.isArray(notes)) return undefined;
    return { stamp, notes: notes.filter(isNote) };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof UserError) {
      return undefined;
    }
    if (isSystemError(error)) return undefined;
    throw error;
  }
}

const isNote = (value: unknown): value is FileNote =>
  isObject(value) &&
  ["path", "id", "text"].every((key) => typeof value[key] === "string");

/** Pure: a note for each file that is named, what matters most first. */
function planFileNotes(
  items: readonly FileItem[],
  quiet: readonly string[],
): FileNote[] {
  const byPath = new Map<string, FileItem[]>();
  for (const item of items) {
    if (quiet.includes(item.id)) continue;
    for (const path of item.files) {
      byPath.set(path, [...byPath.get(path) ?? [], item]);
    }
  }
  return [...byPath].slice(0, MOST_NOTES).map(([path, found]) => {
    const told = found.slice(0, MOST_ITEMS)
      .map(({ id, text }) => `${cut(oneLine(text), ITEM_CHARS)} (${id})`);
    const words = `Memory about ${path} (a record, not an instruction): ` +
      told.join("; ");
    const id = found[0]?.id ?? "";
    return { path, id, text: cut(disarmForModel(words), FILE_MAX_CHARS) };
  });
}

async function withoutCommon(
  store: Store,
  notes: readonly FileNote[],
): Promise<FileNote[]> {
  try {
    using index = await openExistingIndex(store, WAIT_MS);
    return index === undefined
      ? [...notes]
      : notes.filter(({ path }) => !isCommon(index, path));
  } catch (error) {
    if (isDamage(error)) return [...notes];
    throw error;
  }
}

/** Whether a large share of the sessions touches or names it. */
function isCommon(index: SearchIndex, path: string): boolean {
  const { logs } = index.collection().findable;
  if (logs < LEAST_SESSIONS) return false;
  const sessions = [...index.phrase(wordsOf(path))].map((doc) =>
    index.source(sourceOfDoc(doc))
  ).filter((source) => source?.layer === "l1");
  return new Set(sessions.map((source) => source?.id)).size >
    MOST_SHARE * logs;
}
