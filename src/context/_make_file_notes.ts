/**
 * The notes about single files, from facts and memory.md. Files that most
 * sessions touch are left out: a note there would come every day.
 */

import { cut } from "../base/cut_text.ts";
import { baseName } from "../base/path_text.ts";
import { disarmForModel, oneLine } from "../base/safe_text.ts";
import { wordsOf } from "../base/tokens.ts";
import { parseFacts } from "../knowledge/facts.ts";
import { readFacts } from "../knowledge/knowledge_files.ts";
import { parseMemory } from "../memory/memory_text.ts";
import { sourceOfDoc } from "../search/index/doc_id.ts";
import {
  isDamage,
  openExistingIndex,
} from "../search/index/open_search_index.ts";
import type { SearchIndex } from "../search/index/search_index.ts";
import { readQuiet } from "../store/quiet_list.ts";
import { readText } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import { readTracked } from "../store/tracked_files.ts";
import { WorkingTree } from "../store/working_tree.ts";
import { type FileItem, fileItems } from "./_file_items.ts";
import type { FileNote } from "./file_notes.ts";
import { FILE_MAX_CHARS } from "./moment_budget.ts";

const MOST_NOTES = 300;
const MOST_ITEMS = 3;
const ITEM_CHARS = 160;
const WAIT_MS = 50;
/** With fewer sessions nothing is known about what all of them touch. */
const LEAST_SESSIONS = 5;
const MOST_SHARE = 0.3;

export async function makeFileNotes(store: Store): Promise<FileNote[]> {
  const { layout, project: { root } } = store;
  const tracked = readTracked(layout.dir);
  const isOwn = (path: string) => !tracked.has(baseName(path));
  const memory = isOwn(layout.memory) ? readText(layout.memory) : undefined;
  const { sections } = parseMemory(memory ?? "");
  const facts = isOwn(layout.facts) ? readFacts(layout) : parseFacts({});
  const items = inTree(fileItems(facts, sections, root), root);
  const planned = planFileNotes(items, readQuiet(store));
  return planned.length === 0 ? [] : await withoutCommon(store, planned);
}

/** A name without a folder is the one file that git knows by it. */
function inTree(items: readonly FileItem[], root: string): FileItem[] {
  const tree = new WorkingTree(root);
  return items.map((item) => ({
    ...item,
    files: item.files.map((path) =>
      path.includes("/") ? path : tree.onlyFile(path) ?? path
    ),
  }));
}

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
