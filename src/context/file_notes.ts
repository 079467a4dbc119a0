/**
 * What memory knows about single files, as a small table: a tool call only
 * compares paths. Rebuilt when facts or memory.md have changed.
 */

import { isObject } from "../base/json.ts";
import { readSealed, writeSealed } from "../store/cache_file.ts";
import { statFile } from "../store/read_file.ts";
import { hasMemory, type Store, storeExists } from "../store/store.ts";

export interface FileNote {
  /** From the project's folder, with `/`. */
  readonly path: string;
  /** Of the first thing it tells. */
  readonly id: string;
  readonly text: string;
}

const MAX_BYTES = 256 * 1024;

/** The table as it is, rebuilt first if what it is made from has changed. */
export async function currentFileNotes(store: Store): Promise<FileNote[]> {
  const stamp = stampOf(store);
  if (stamp === undefined || !storeExists(store)) return [];
  if (!store.config.recall) return [];
  const kept = readKept(store);
  if (kept?.stamp === stamp) return kept.notes;
  const { makeFileNotes } = await import("./_make_file_notes.ts");
  const notes = await makeFileNotes(store);
  // Also if there are none: then the facts are not read at the next start.
  writeSealed(store, store.layout.fileNotes, { stamp, notes });
  return notes;
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

function readKept(store: Store): Kept | undefined {
  const { stamp, notes } = readSealed(
    store,
    store.layout.fileNotes,
    MAX_BYTES,
  );
  if (typeof stamp !== "string" || !Array.isArray(notes)) return undefined;
  return { stamp, notes: notes.filter(isNote) };
}

const isNote = (value: unknown): value is FileNote =>
  isObject(value) &&
  ["path", "id", "text"].every((key) => typeof value[key] === "string");
