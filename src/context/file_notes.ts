/**
 * What memory knows about single files: decisions, patterns, open issues and
 * core logic that name them. Kept as a small table, rebuilt when the facts have
 * changed, so that a tool call only compares paths. Files that most sessions
 * touch are left out: a note there would come every day.
 */

import { cut } from "../base/cut_text.ts";
import { isSystemError, UserError } from "../base/errors.ts";
import { isObject } from "../base/json.ts";
import { disarmForModel, oneLine } from "../base/safe_text.ts";
import { wordsOf } from "../base/tokens.ts";
import type { Facts } from "../knowledge/facts.ts";
import { readFacts } from "../knowledge/knowledge_files.ts";
import { sourceOfDoc } from "../search/index/doc_id.ts";
import {
  isDamage,
  openExistingIndex,
} from "../search/index/open_search_index.ts";
import type { SearchIndex } from "../search/index/search_index.ts";
import { readQuiet } from "../store/quiet_list.ts";
import { readText, statFile } from "../store/read_file.ts";
import { type Store, storeExists } from "../store/store.ts";
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

/** The table as it is, rebuilt first if facts or silenced ids have changed. */
export async function currentFileNotes(store: Store): Promise<FileNote[]> {
  const { layout, files } = store;
  const stamp = stampOf(store);
  if (stamp === undefined || !storeExists(store)) return [];
  if (!store.config.recall) return [];
  const kept = readKept(store);
  if (kept?.stamp === stamp) return kept.notes;
  const planned = planFileNotes(readFacts(layout), readQuiet(store));
  const notes = planned.length === 0 ? [] : await withoutCommon(store, planned);
  // Also if there are none: then the facts are not read at the next start.
  files.writeUnsynced(layout.fileNotes, JSON.stringify({ stamp, notes }));
  return notes;
}

/** The table as it was left. */
export function readFileNotes(store: Store): FileNote[] {
  return readKept(store)?.notes ?? [];
}

/** Undefined without facts. */
function stampOf({ layout }: Store): string | undefined {
  const [facts, quiet] = [layout.facts, layout.quiet].map(statFile);
  const of = (info: Deno.FileInfo | undefined) =>
    `${info?.size ?? 0} ${info?.mtime?.getTime() ?? 0}`;
  return facts && `${of(facts)} ${of(quiet)}`;
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

/** Pure: a note for each file that is named, the newest items first. */
export function planFileNotes(
  { decisions, patterns, issues, permanent }: Facts,
  quiet: readonly string[],
): FileNote[] {
  const open = issues.filter(({ status }) => status === "open");
  const items = [
    ...[...decisions, ...patterns].map(({ id, content, reason, files }) => ({
      id,
      files,
      text: reason ? `${content}, because ${reason}` : content,
    })),
    ...open.map(({ id, content, files }) => ({
      id,
      files,
      text: `open: ${content}`,
    })),
    ...permanent.core_logic.map(({ id, feature, description, files }) => ({
      id,
      files,
      text: `${feature}: ${description}`,
    })),
  ].reverse();
  const byPath = new Map<string, { id: string; text: string }[]>();
  for (const { id, files, text } of items) {
    if (quiet.includes(id)) continue;
    for (const file of files) {
      const path = file.replaceAll("\\", "/").replace(/^\.\//, "")
        .replace(/:\d.*$/, "");
      if (!/^[^/\s][^\s]*\.\w+$/.test(path)) continue;
      byPath.set(path, [...byPath.get(path) ?? [], { id, text }]);
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
