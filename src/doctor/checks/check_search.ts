/** The search index: derived data, so any problem is fixed by a rebuild. */

import { plural } from "../../base/format_count.ts";
import { isDamage } from "../../search/index/open_search_index.ts";
import { openSqlite } from "../../search/index/sqlite.ts";
import { statFile } from "../../store/read_file.ts";
import { findWriteProblem } from "../../store/write_problem.ts";
import { rebuildSearchIndex } from "../../search/index/rebuild_search_index.ts";
import { type Findings, good, warning } from "./finding.ts";
import type { CheckContext } from "./check_context.ts";

export async function checkSearchIndex(
  { store }: CheckContext,
): Promise<Findings> {
  const { searchIndex } = store.layout;
  const info = statFile(searchIndex);
  if (info === undefined || info.size === 0) {
    return good("none yet; the first search builds it");
  }
  const state = await examine(searchIndex);
  if (typeof state === "number") {
    return good(`whole, ${plural(state, "file")} in it`);
  }
  // In a folder it cannot write, SQLite reports the database as damaged.
  if (findWriteProblem(store)) {
    return good("not checked: the store cannot be written");
  }
  return warning(state, "memory-keeper reindex; the next search does it too", {
    done: "Rebuilt the search index",
    apply: async () => void await rebuildSearchIndex(store, () => {}),
  });
}

/** How many files are in it, or why it cannot be used. */
async function examine(path: string): Promise<number | string> {
  try {
    const db = await openSqlite(path);
    try {
      db.exec("PRAGMA busy_timeout = 1000");
      const verdict = db.prepare("PRAGMA quick_check(1)").get();
      const words = String(Object.values(verdict ?? {})[0]);
      if (words !== "ok") return "it is damaged";
      const row = db.prepare("SELECT count(*) AS files FROM source").get();
      return Number(row?.["files"]);
    } finally {
      db.close();
    }
  } catch (error) {
    // The message depends on the version of SQLite.
    if (isDamage(error)) return "it is damaged";
    return `cannot be read: ${
      error instanceof Error ? error.message : String(error)
    }`;
  }
}
