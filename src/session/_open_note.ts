/**
 * What the list of open sessions was when we last wrote it, in `.cache`. A list
 * that is another one by now was emptied, restored or brought by a sync, and
 * must be checked against the states. Deleting the note costs that check.
 */

import { objectOf } from "../base/json.ts";
import { textDigest } from "../base/text_digest.ts";
import { readCache, writeCache } from "../store/cache_file.ts";
import type { Layout } from "../store/layout.ts";
import type { StoreFiles } from "../store/store_files.ts";

interface OpenNote {
  /** A digest of the list. */
  readonly list: number | undefined;
  /** Delta files that no open session names, as the last check found. */
  readonly loose: readonly string[];
}

/** What cannot be read is as if it were not there. */
export function readOpenNote(layout: Layout): OpenNote {
  const { list, loose } = objectOf(readCache(layout.openNote));
  if (typeof list !== "number") return { list: undefined, loose: [] };
  return { list, loose: Array.isArray(loose) ? loose.map(String) : [] };
}

export function writeOpenNote(
  files: StoreFiles,
  layout: Layout,
  pending: readonly string[],
  loose: readonly string[],
): void {
  const note = { list: digestOfList(pending), loose };
  writeCache(files, layout.openNote, JSON.stringify(note));
}

export const digestOfList = (pending: readonly string[]) =>
  textDigest(pending.toSorted().join());
