/** Rebuild the search index, from the files. */

import { isSystemError, storeError, UserError } from "../../base/errors.ts";
import { openSearchIndex, removeSearchIndex } from "./open_search_index.ts";
import { statFile } from "../../store/read_file.ts";
import { type Store, withStoreLock } from "../../store/store.ts";
import { reasonFor } from "../../base/system_error.ts";
import { Deadline } from "../../base/timeout.ts";
import { saveKnownFixes } from "../known_fixes.ts";
import { updateSearchIndex } from "./_update_search_index.ts";

export interface Rebuilt {
  readonly files: number;
  readonly documents: number;
  readonly bytes: number;
  readonly failed: readonly string[];
}

const CLAIM = { who: "reindex", waitMs: 10_000 };

export async function rebuildSearchIndex(
  store: Store,
  progress: (done: number, total: number) => void,
): Promise<Rebuilt> {
  store.files.assertMayWrite(store.layout.searchIndex);
  try {
    return await rebuild(store, progress);
  } catch (error) {
    if (error instanceof UserError || isSystemError(error)) throw error;
    // SQLite says in its own words what the system refused.
    throw storeError(
      `Cannot make the search index: ${reasonFor(error)}`,
      "Check the disk it is on; searching goes on without it",
      error,
    );
  }
}

async function rebuild(
  store: Store,
  progress: (done: number, total: number) => void,
): Promise<Rebuilt> {
  await withStoreLock(store, CLAIM, () => removeSearchIndex(store));
  using index = await openSearchIndex(store, CLAIM);
  const { failed } = await updateSearchIndex(index, store.layout, {
    budget: new Deadline(Infinity),
    progress,
  });
  saveKnownFixes(store, index);
  index.optimize();
  const sources = index.sources();
  return {
    files: sources.length,
    documents: sources.reduce((sum, { docs }) => sum + docs, 0),
    bytes: statFile(store.layout.searchIndex)?.size ?? 0,
    failed,
  };
}
