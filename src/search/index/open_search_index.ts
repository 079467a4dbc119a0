/**
 * Opening the index: made where there is none, rebuilt where it is damaged
 * or of another version. It is derived, so nothing is repaired.
 */

import { LockTimeoutError } from "../../base/errors.ts";
import { DatabaseIndex } from "./_database_index.ts";
import { ensureSchema } from "./_index_schema.ts";
import { openSqlite } from "./sqlite.ts";
import { ensureStore, type Store, withStoreLock } from "../../store/store.ts";
import { parentOf } from "../../base/path_text.ts";
import { namesIn, statFile } from "../../store/read_file.ts";

export interface OpenRequest {
  readonly who: string;
  /** How long to wait while another process writes. */
  readonly waitMs: number;
}

/** Throws where there can be no index file: then one is made in memory. */
export async function openSearchIndex(
  store: Store,
  request: OpenRequest,
): Promise<DatabaseIndex> {
  try {
    return await open(store, request);
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  return await makeSearchIndex(store, request);
}

/**
 * The same under the store's lock, where there is none yet: hooks of several
 * sessions would make it at once, each with SQLite's helper files of its own,
 * and the store could be moved away meanwhile.
 */
export async function makeSearchIndex(
  store: Store,
  request: OpenRequest,
): Promise<DatabaseIndex> {
  return await withStoreLock(store, request, async () => {
    // Another process may have made it meanwhile.
    try {
      return await open(store, request);
    } catch (error) {
      if (!isDamage(error)) throw error;
    }
    removeSearchIndex(store);
    return await open(store, request);
  });
}

/** An index in memory, for one question. */
export async function openTemporaryIndex(): Promise<DatabaseIndex> {
  const db = await openSqlite(":memory:");
  ensureSchema(db, 0);
  return new DatabaseIndex(db, false);
}

/** The index as it is; undefined if there is none that can be asked. */
export async function openExistingIndex(
  store: Store,
  waitMs: number,
): Promise<DatabaseIndex | undefined> {
  const { layout, files } = store;
  if (!statFile(layout.searchIndex)?.isFile) return undefined;
  if (files.isUnwritable(layout.searchIndex)) return undefined;
  clearTheWay(store);
  const db = await openSqlite(layout.searchIndex);
  try {
    ensureSchema(db, waitMs, sealOf(store));
    return new DatabaseIndex(db);
  } catch {
    db.close();
    return undefined; // the next search rebuilds it
  }
}

const sealOf = ({ project }: Store) => project.owner.seal("search index");

/** What SQLite keeps next to a database. */
const HELPER_ENDS = ["-wal", "-shm", "-journal"];

/** The store's lock is held. */
export function removeSearchIndex({ layout, files }: Store): void {
  for (const end of ["", ...HELPER_ENDS]) {
    files.remove(`${layout.searchIndex}${end}`);
  }
}

/**
 * SQLite follows a link wherever it leads and waits for a FIFO: only regular
 * files of the store may lie next to the database.
 */
function clearTheWay({ layout, files }: Store): void {
  const dir = parentOf(layout.searchIndex) ?? layout.dir;
  // One look at the folder: mostly none of them is there.
  for (const name of namesIn(dir)) {
    const helper = `${dir}/${name}`;
    const isHelper = HELPER_ENDS.some((end) =>
      helper === `${layout.searchIndex}${end}`
    );
    if (isHelper && files.isUnwritable(helper)) files.remove(helper);
  }
}

async function open(
  store: Store,
  { waitMs }: OpenRequest,
): Promise<DatabaseIndex> {
  const { layout, files } = store;
  ensureStore(store);
  // SQLite would make it readable by others; its helper files follow suit.
  files.appendAtomically(layout.searchIndex, "");
  clearTheWay(store);
  const db = await openSqlite(layout.searchIndex);
  try {
    ensureSchema(db, waitMs, sealOf(store));
    // It is derived: what a power cut takes is read from the files again. A
    // smaller cache writes each page many times while hundreds of logs come in.
    db.exec("PRAGMA synchronous = NORMAL");
    db.exec("PRAGMA cache_size = -8192");
    return new DatabaseIndex(db);
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * SQLite's own words for a file that is none of its, or is broken. Deno 2.4.2
 * says no more than that a statement cannot be prepared; ours are all right.
 */
export function isDamage(error: unknown): boolean {
  return error instanceof Error &&
    /not a database|invalid fts5|failed to prepare|malformed|corrupt|no such (?:table|column|module)|disk image|vtable constructor|has no column|already exists/i
      .test(error.message);
}

/** Another process is writing just now, and did not finish while we waited. */
export function isBusy(error: unknown): boolean {
  if (error instanceof LockTimeoutError) return true;
  return error instanceof Error &&
    /database (?:table )?is locked/i.test(error.message);
}
