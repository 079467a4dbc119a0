/** The search index in SQLite: lists of words, and what they refer to. */

import {
  COUNT_FINDABLE,
  OF_DOC,
  OWNER,
  readCollection,
} from "./_database_collection.ts";
import { docRange, entryOfDoc, LENGTH_STEPS, sourceOfDoc } from "./doc_id.ts";
import { PARTS } from "./_held_units.ts";
import { HeldWords } from "./_held_words.ts";
import type { Collection } from "../rank/tally.ts";
import { isPart } from "../../base/tokens.ts";
import {
  NOTE_FAILURE,
  NOTE_PASS,
  PUT_SOURCE,
  rollBack,
  solvedQuery,
  SOURCE_FIELDS,
} from "./_index_schema.ts";
import type {
  DocFacts,
  IndexedDoc,
  IndexedSource,
  IndexWriter,
  KnownWord,
  SearchIndex,
  SolvedFailure,
  SourceUpdate,
} from "./search_index.ts";
import { Statements } from "./_statements.ts";
import type { SqliteDatabase, SqliteStatement } from "./sqlite.ts";

/** By source and entry alone: numbers close to one another take less space. */
const phraseId = (doc: number) => Math.floor(doc / LENGTH_STEPS);

/** The parts of a name add nothing to it where the order counts. */
const textOf = (words: readonly string[]) =>
  words.filter((word) => !isPart(word)).join(" ");

/** As this program writes times, on a day that every month has. */
const USUAL_TIME =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** Most times are as this program writes them: then the number is enough. */
function shortTime(ts: string | null): string | number | null {
  const ms = Date.parse(ts ?? "");
  if (USUAL_TIME.test(ts ?? "")) return ms;
  return Number.isNaN(ms) || new Date(ms).toISOString() !== ts ? ts : ms;
}

function readDoc(row: Record<string, unknown>): DocFacts & { doc: number } {
  const { doc, key, ts } = row as { doc: number } & Record<string, unknown>;
  return {
    ...row as unknown as DocFacts,
    doc,
    key: String(key ?? entryOfDoc(doc)),
    ts: typeof ts === "number" ? new Date(ts).toISOString() : ts as string,
  };
}

export class DatabaseIndex implements SearchIndex, IndexWriter {
  readonly #sql: Statements;
  readonly #held: HeldWords;
  /** Whether nothing was changed since `findable` was counted. */
  #isCounted = true;
  /** What this transaction adds to `phrase`, by its number there. */
  #phrases: (readonly [number, string])[] = [];

  constructor(readonly db: SqliteDatabase, readonly isLasting = true) {
    this.#sql = new Statements(db);
    this.#held = new HeldWords(this.#sql);
  }

  #prepare(sql: string): SqliteStatement {
    return this.#sql.prepare(sql);
  }

  sources(): IndexedSource[] {
    return this.#prepare("SELECT * FROM source")
      .all() as unknown as IndexedSource[];
  }

  source(id: number): IndexedSource | undefined {
    return this.#prepare("SELECT * FROM source WHERE id = ?").get(id) as
      | IndexedSource
      | undefined;
  }

  logOf(session: string): number | undefined {
    const row = this.#prepare(
      "SELECT id FROM source WHERE layer = 'l1' AND session = ?",
    ).get(session);
    return row && Number(row["id"]);
  }

  sessionTimes(): string[] {
    return this.#sql.json(
      "SELECT json_group_array(firstTs ORDER BY firstTs) AS rows FROM source " +
        "WHERE layer = 'l1' AND firstTs IS NOT NULL",
    );
  }

  sessionOf(doc: number): string | null {
    const row = this.#prepare(`SELECT ${OWNER} AS session ${OF_DOC} = ?`)
      .get(doc);
    return (row?.["session"] ?? null) as string | null;
  }

  collection(): Collection {
    return readCollection(this.#sql, this.#held);
  }

  count(): void {
    if (this.#isCounted) return;
    this.#prepare(
      `INSERT OR REPLACE INTO note SELECT 'findable', (${COUNT_FINDABLE})`,
    ).run();
    this.#isCounted = true;
  }

  forms(stems: readonly string[]): KnownWord[][] {
    const rows: [stem: number, id: number, word: string][] = this.#sql.json(
      "SELECT json_group_array(json_array(j.key, w.id, w.word)) AS rows " +
        "FROM json_each(?) j JOIN word w ON w.stem = j.value",
      JSON.stringify(stems),
    );
    const forms = stems.map((): KnownWord[] => []);
    for (const [stem, id, word] of rows) forms[stem]?.push({ id, word });
    return forms;
  }

  countHolders(lists: readonly (readonly number[])[]): number[] {
    return this.#held.countHolders(lists);
  }

  hasEasternWords(): boolean {
    return this.#prepare(
      "SELECT 1 FROM word WHERE stem >= '\u3040' AND stem < '\ud7b0' LIMIT 1",
    ).get() !== undefined;
  }

  phrase(words: readonly string[]): Set<number> {
    // Words are letters and digits only, so none can end the quotes.
    const rows = this.#prepare(
      "SELECT d.id FROM phrase p JOIN doc d " +
        `ON d.id >= p.rowid * ${LENGTH_STEPS} ` +
        `AND d.id < (p.rowid + 1) * ${LENGTH_STEPS} WHERE phrase MATCH ?`,
    ).all(`"${textOf(words)}"`);
    return new Set(rows.map(({ id }) => Number(id)));
  }

  wordsLike(prefix: string, limit: number): string[] {
    return this.#prepare(
      "SELECT w.word FROM word w JOIN held h " +
        `ON h.id >= w.id * ${PARTS} AND h.id < (w.id + 1) * ${PARTS} ` +
        "WHERE w.word >= ? AND w.word < ? GROUP BY w.id ORDER BY " +
        "sum(length(h.units) - length(replace(h.units, ';', ''))) DESC, " +
        "w.word LIMIT ?",
    ).all(prefix, `${prefix}\u{10ffff}`, limit)
      .map(({ word }) => String(word));
  }

  docs(from: string | undefined, to: string | undefined): Set<number> {
    // A day without a time is all of it, from its beginning to its end.
    const rows = this.#prepare(
      "SELECT id FROM doc WHERE iif(typeof(ts) = 'text', " +
        "iif(length(ts) = 10, ts || 'T24', ts) >= ?, ts >= ?) " +
        "AND iif(fromTs IS NULL AND typeof(ts) <> 'text', ts < ?, " +
        "coalesce(fromTs, iif(length(ts) = 10, " +
        "ts || 'T00:00:00.000Z', ts)) < ?)",
    ).all(
      from ?? "",
      from === undefined ? -Infinity : Date.parse(from),
      to === undefined ? Infinity : Date.parse(to),
      to ?? "\u{10ffff}",
    );
    return new Set(rows.map(({ id }) => Number(id)));
  }

  doc(doc: number): DocFacts | undefined {
    const row = this.#prepare("SELECT id AS doc, * FROM doc WHERE id = ?")
      .get(doc);
    return row && readDoc(row);
  }

  docsOf(source: number): (DocFacts & { doc: number })[] {
    const [from, to] = docRange(source);
    const rows = this.#prepare(
      "SELECT id AS doc, * FROM doc WHERE id >= ? AND id < ? ORDER BY id",
    ).all(from, to);
    return rows.map(readDoc);
  }

  docNumbers(source: number, from = 0, to = Infinity): number[] {
    const [first, end] = docRange(source);
    return this.#prepare(
      "SELECT id FROM doc WHERE id >= ? AND id < ? ORDER BY id",
    ).all(
      first + from * LENGTH_STEPS,
      Math.min(end, first + to * LENGTH_STEPS),
    ).map(({ id }) => Number(id));
  }

  noteCommand(doc: number, command: number, error?: number): void {
    const [from] = docRange(sourceOfDoc(doc));
    if (error === undefined) {
      this.#prepare(NOTE_PASS).run(doc, command, from, doc);
    } else this.#prepare(NOTE_FAILURE).run(doc, error, command);
  }

  solved(error?: number): SolvedFailure[] {
    const rows = error === undefined
      ? this.#prepare(solvedQuery("")).all()
      : this.#prepare(solvedQuery("AND f.error = ?")).all(error);
    return rows.map(({ doc, passed, ...rest }) => ({
      ...rest as unknown as Omit<SolvedFailure, "from" | "to">,
      from: entryOfDoc(Number(doc)),
      to: entryOfDoc(Number(passed)),
    }));
  }

  readStamp(): string | undefined {
    const row = this.#prepare("SELECT value FROM note WHERE name = 'stamp'")
      .get();
    return row && String(row["value"]);
  }

  writeStamp(stamp: string): void {
    this.#prepare("INSERT OR REPLACE INTO note VALUES ('stamp', ?)").run(stamp);
  }

  isWhole(): boolean {
    return this.#prepare("SELECT 1 FROM note WHERE name = 'whole'").get() !==
      undefined;
  }

  markWhole(): void {
    this.#prepare("INSERT OR IGNORE INTO note VALUES ('whole', '')").run();
  }

  transaction<T>(body: () => T): T {
    this.db.exec("BEGIN IMMEDIATE");
    let isKept = false;
    try {
      const result = body();
      this.#held.save();
      if (!this.#isCounted) {
        this.#prepare("DELETE FROM note WHERE name = 'findable'").run();
      }
      this.#savePhrases();
      this.db.exec("COMMIT");
      isKept = true;
      return result;
    } catch (error) {
      rollBack(this.db);
      throw error;
    } finally {
      this.#held.end(isKept);
      this.#phrases = [];
    }
  }

  /**
   * Last of all: SQLite writes what is new in a full-text table to the disk
   * before any statement that could fail halfway, a small piece each time.
   */
  #savePhrases(): void {
    const save = this.#prepare(
      "INSERT INTO phrase (rowid, words) VALUES (?, ?)",
    );
    for (const [id, words] of this.#phrases) save.run(id, words);
  }

  topPaths(): string[] {
    return this.#prepare("SELECT path FROM source WHERE path NOT LIKE '%/%'")
      .all().map(({ path }) => String(path));
  }

  find(path: string): IndexedSource | undefined {
    return this.#prepare("SELECT * FROM source WHERE path = ?").get(path) as
      | IndexedSource
      | undefined;
  }

  remove(path: string): boolean {
    const known = this.find(path);
    if (known === undefined) return false;
    this.#isCounted = false;
    const [from, to] = docRange(known.id);
    this.#prepare("DELETE FROM phrase WHERE rowid >= ? AND rowid < ?")
      .run(from / LENGTH_STEPS, to / LENGTH_STEPS);
    this.#held.remove(known.id, known.id + 1);
    this.#held.remove(from, to);
    this.#prepare("DELETE FROM failure WHERE doc >= ? AND doc < ?")
      .run(from, to);
    this.#prepare("DELETE FROM doc WHERE id >= ? AND id < ?").run(from, to);
    this.#prepare("DELETE FROM source WHERE id = ?").run(known.id);
    return true;
  }

  removeDoc(doc: number): void {
    this.#prepare("DELETE FROM phrase WHERE rowid = ?").run(phraseId(doc));
    this.#held.remove(doc, doc + 1);
    this.#prepare("DELETE FROM doc WHERE id = ?").run(doc);
  }

  put(source: SourceUpdate): number {
    // A log that goes on is no more to find than before.
    if (source.layer !== "l1" || source.docs === 0) this.#isCounted = false;
    const row = this.#prepare(PUT_SOURCE)
      .get(...SOURCE_FIELDS.map((field) => source[field]));
    return Number(row?.["id"]);
  }

  add(one: IndexedDoc) {
    const { doc, column, words, key, ts, fromTs, session, offset, bytes } = one;
    this.#held.add(doc, column, words);
    this.#phrases.push([phraseId(doc), textOf(words)]);
    const ownKey = key === String(entryOfDoc(doc)) ? null : key;
    this.#prepare("INSERT INTO doc VALUES (?, ?, ?, ?, ?, ?, ?)")
      .run(doc, ownKey, shortTime(ts), fromTs, session, offset, bytes);
  }

  /** As small as it can be, with the log of changes given back. */
  optimize(): void {
    this.db.exec("INSERT INTO phrase (phrase) VALUES ('optimize')");
    this.#prepare("PRAGMA incremental_vacuum").all();
    this.db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  }

  [Symbol.dispose](): void {
    this.db.close();
  }
}
