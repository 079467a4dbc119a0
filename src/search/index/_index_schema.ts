/**
 * The tables of the search index, and how they are made. `held` is what
 * ranking reads: how often each word is in each log, or in a document of
 * another file, and where in a log; see _held_units.ts. `unit` has the words of each, to forget it
 * by, and what is the same for all words of an entry. `failure` has failed
 * commands, by digests of what went wrong, and where the same command passed
 * later. `phrase` is SQLite's full-text table, which knows which words are
 * neighbours.
 */

import { PER_SOURCE } from "./doc_id.ts";
import type { SourceUpdate } from "./search_index.ts";
import type { SqliteDatabase } from "./sqlite.ts";

/** Another number makes every index be rebuilt. */
const INDEX_FORMAT = 11;

const SCHEMA = `
  CREATE TABLE source (
    id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, layer TEXT NOT NULL,
    session TEXT, short TEXT, size INTEGER, mtimeMs REAL, "offset" INTEGER, mark TEXT,
    docs INTEGER, length INTEGER, toolLength INTEGER, firstTs TEXT, lastTs TEXT, turns TEXT);
  CREATE INDEX source_short ON source (short);
  CREATE TABLE doc (
    id INTEGER PRIMARY KEY, key TEXT, ts BLOB, fromTs TEXT, session TEXT,
    "offset" INTEGER, bytes INTEGER);
  CREATE INDEX doc_session ON doc (session) WHERE session IS NOT NULL;
  CREATE TABLE note (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
  CREATE TABLE word (
    stem TEXT NOT NULL, word TEXT NOT NULL, id INTEGER NOT NULL,
    PRIMARY KEY (stem, word)) WITHOUT ROWID;
  CREATE TABLE held (
    id INTEGER PRIMARY KEY, said INTEGER, logs INTEGER, units TEXT NOT NULL);
  CREATE TABLE unit (id INTEGER PRIMARY KEY, codes TEXT NOT NULL, words TEXT NOT NULL);
  CREATE TABLE failure (
    doc INTEGER PRIMARY KEY, error INTEGER NOT NULL, command INTEGER NOT NULL,
    passed INTEGER);
  CREATE INDEX failure_error ON failure (error);
  CREATE VIRTUAL TABLE phrase USING fts5(
    words, content='', contentless_delete=1,
    tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* Co'");
  PRAGMA user_version = ${INDEX_FORMAT};
`;

/** With those of older formats, in an order they can go in. */
const TABLES =
  "word word_at words form phrase held unit failure note doc source".split(" ");

/**
 * Make the tables if there are none of this format. Throws on any damage, and
 * where the file has more than our tables: a view that never ends or a trigger
 * of another's would run with our next question. The same for one without the
 * seal: then another program made it, and may have put anything into it.
 */
export function ensureSchema(
  db: SqliteDatabase,
  waitMs: number,
  seal = "",
): void {
  // Without it 2.9.6 fails at once where another process writes.
  db.exec(`PRAGMA busy_timeout = ${Math.round(waitMs)}`);
  // Nothing in the file may call a function, and what is deleted is gone.
  db.exec("PRAGMA trusted_schema = OFF; PRAGMA secure_delete = ON");
  const isOurFormat = formatOf(db) === INDEX_FORMAT;
  assertOwnSchema(db, isOurFormat);
  if (isOurFormat) {
    assertSealed(db, seal);
    return;
  }
  // Pages that are free can be given back; it works for a new file only.
  db.exec("PRAGMA auto_vacuum = INCREMENTAL");
  db.exec("PRAGMA journal_mode = WAL");
  db.exec("BEGIN IMMEDIATE");
  try {
    // Another process may have been faster.
    if (formatOf(db) !== INDEX_FORMAT) {
      for (const name of TABLES) db.exec(`DROP TABLE IF EXISTS ${name}`);
      db.exec(SCHEMA);
      db.prepare("INSERT INTO note VALUES ('seal', ?)").run(seal);
    }
    db.exec("COMMIT");
  } catch (error) {
    rollBack(db);
    throw error;
  }
}

/** Without a key there is no seal, and none is asked for. */
function assertSealed(db: SqliteDatabase, seal: string): void {
  if (seal === "") return;
  const row = db.prepare("SELECT value FROM note WHERE name = 'seal'").get();
  if (row?.["value"] === seal) return;
  throw new Error("The search index is malformed: it was not made here");
}

interface SchemaRow {
  readonly type: string;
  readonly name: string;
  readonly sql: string | null;
}

const OWN: ReadonlyMap<string, string> = new Map(
  SCHEMA.split(";").map((statement) => statement.trim())
    .flatMap((sql): [string, string][] => {
      const name = /^CREATE (?:VIRTUAL )?(?:TABLE|INDEX) (\w+)/.exec(sql)?.[1];
      return name === undefined ? [] : [[name, sql]];
    }),
);
/** What SQLite makes by itself: tables of plain columns for full text. */
const SHADOW = /^phrase_(?:data|idx|content|docsize|config)$/;
const SHADOW_SQL =
  /^CREATE TABLE 'phrase_\w+'\((?:\w+ ?)+(?:, (?:\w+ ?)+)*(?:, PRIMARY KEY\(\w+(?:, \w+)*\))?\)(?: WITHOUT ROWID)?$/;

function assertOwnSchema(db: SqliteDatabase, isOurFormat: boolean): void {
  const rows = db.prepare("SELECT type, name, sql FROM sqlite_schema")
    .all() as unknown as SchemaRow[];
  const isStrange = rows.some((row) =>
    row.type === "view" || row.type === "trigger" ||
    isOurFormat && !isOwn(row)
  );
  const isWhole = rows.filter(({ name }) => OWN.has(name)).length === OWN.size;
  if (isStrange || isOurFormat && !isWhole) {
    throw new Error("The search index is malformed: its tables are not ours");
  }
}

function isOwn({ type, name, sql }: SchemaRow): boolean {
  if (sql === null) return type === "index" && name.startsWith("sqlite_");
  if (SHADOW.test(name)) return sql.length < 200 && SHADOW_SQL.test(sql);
  return OWN.get(name) === sql;
}

function formatOf(db: SqliteDatabase): number {
  return Number(db.prepare("PRAGMA user_version").get()?.["user_version"]);
}

export function rollBack(db: SqliteDatabase): void {
  try {
    db.exec("ROLLBACK");
  } catch {
    // SQLite has rolled back already; the first error is the one to report.
  }
}

export const SOURCE_FIELDS = [
  "path",
  "layer",
  "session",
  "short",
  "size",
  "mtimeMs",
  "offset",
  "mark",
  "docs",
  "length",
  "toolLength",
  "firstTs",
  "lastTs",
  "turns",
] as const satisfies readonly (keyof SourceUpdate)[];

const quote = (name: string) => `"${name}"`;

export const PUT_SOURCE = `
  INSERT INTO source (${SOURCE_FIELDS.map(quote).join(", ")})
  VALUES (${SOURCE_FIELDS.map(() => "?").join(", ")})
  ON CONFLICT (path) DO UPDATE SET
  ${
  SOURCE_FIELDS.map((field) => `${quote(field)} = excluded.${quote(field)}`)
    .join(", ")
}
  RETURNING id`;

/** With a filter of the errors. */
export const solvedQuery = (which: string) => `
  SELECT f.error, f.doc, f.passed, s.path, s.session, d."offset",
  p."offset" + p.bytes - d."offset" AS bytes
  FROM failure f JOIN doc d ON d.id = f.doc JOIN doc p ON p.id = f.passed
  JOIN source s ON s.id = f.doc / ${PER_SOURCE}
  WHERE s.session IS NOT NULL ${which} ORDER BY d.ts, f.doc`;
export const NOTE_FAILURE =
  "INSERT OR REPLACE INTO failure VALUES (?, ?, ?, NULL)";
export const NOTE_PASS = "UPDATE failure SET passed = ? " +
  "WHERE passed IS NULL AND command = ? AND doc >= ? AND doc < ?";
