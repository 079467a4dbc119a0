/** The search index in SQLite: lists of words, and what they refer to. */

import {
  addCodes,
  decodeList,
  decodePlaces,
  encodeList,
  encodePlaces,
} from "./_place_list.ts";
import { docRange, entryOfDoc, LENGTH_STEPS, PER_SOURCE } from "./doc_id.ts";
import { type Posting, PostingsBuilder } from "./_postings_builder.ts";
import type { Collection, Findable, PostingsAt, Unit } from "../rank/tally.ts";
import { stemOf } from "../../base/tokens.ts";
import { PUT_SOURCE, rollBack, SOURCE_FIELDS } from "./_index_schema.ts";
import type {
  DocFacts,
  IndexedDoc,
  IndexedSource,
  IndexWriter,
  KnownWord,
  SearchIndex,
  SourceUpdate,
} from "./search_index.ts";
import type { SqliteDatabase, SqliteStatement } from "./sqlite.ts";

/** A section knows its session by the short name of its files. */
const NAMED = "coalesce((SELECT n.session FROM source n " +
  "WHERE n.short = d.session), d.session)";
const OWNER = `coalesce(s.session, ${NAMED})`;
const OF_DOC =
  `FROM doc d JOIN source s ON s.id = d.id / ${PER_SOURCE} WHERE d.id`;

/** Sessions, and documents that belong to none; see `Findable`. */
const COUNT_FINDABLE = `
  SELECT json_object('logs', count(*) FILTER (WHERE layer = 'l1'), 'all',
    (SELECT count(*) FROM (SELECT session FROM source WHERE session NOT NULL
      UNION SELECT ${NAMED} FROM doc d WHERE d.session NOT NULL)) +
    max(0, coalesce(sum(docs) FILTER (WHERE session IS NULL), 0) -
      (SELECT count(*) FROM doc WHERE session NOT NULL))) FROM source`;

/** By source and entry alone: numbers close to one another take less space. */
const phraseId = (doc: number) => Math.floor(doc / LENGTH_STEPS);

/** Most times are as this program writes them: then the number is enough. */
function shortTime(ts: string | null): string | number | null {
  const ms = Date.parse(ts ?? "");
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
  readonly #statements = new Map<string, SqliteStatement>();
  /** Whether nothing was changed since `findable` was counted. */
  #isCounted = true;
  /** The words of this transaction's documents. */
  readonly #found = new PostingsBuilder();

  constructor(readonly db: SqliteDatabase, readonly isLasting = true) {}

  #prepare(sql: string): SqliteStatement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      this.#statements.set(sql, statement = this.db.prepare(sql));
    }
    return statement;
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
    return this.#json(
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
    return {
      findable: this.#findable(),
      unitsOf: (units) => this.#unitsOf(units),
      overview: (words) =>
        this.#row(
          "SELECT group_concat(held) AS row FROM (SELECT '[' || word || ',[' " +
            "|| group_concat(unit || ',' || count || ',' || tools) || ']]' AS held FROM held " +
            "WHERE word IN (SELECT value FROM json_each(?)) GROUP BY word)",
          words,
        ),
      closely: (words, units) => this.#closely(words, units),
      turnsOf: (logs) =>
        new Map(this.#json(
          "SELECT json_group_array(json_array(id, json(turns))) AS rows " +
            "FROM source WHERE id IN (SELECT value FROM json_each(?))",
          JSON.stringify(logs),
        )),
    };
  }

  #closely(words: readonly number[], units: readonly number[]): PostingsAt[] {
    const codes = new Map(this.#json<[number, string][]>(
      "SELECT json_group_array(json_array(id, codes)) AS rows FROM unit " +
        "WHERE id IN (SELECT value FROM json_each(?)) AND codes <> ''",
      JSON.stringify(units),
    ));
    return this.#row<[number, number, number, number, string]>(
      "SELECT group_concat('[' || word || ',' || unit || ',' || count " +
        "|| ',' || tools || ',\"' || places || '\"]') AS row FROM held " +
        "WHERE word IN (SELECT value FROM json_each(?)) " +
        "AND unit IN (SELECT value FROM json_each(?))",
      words,
      units,
    ).map((
      [word, unit, count, tools, places],
    ) => [
      word,
      unit,
      count,
      tools,
      decodePlaces(places, codes.get(unit) ?? ""),
    ]);
  }

  /** Counted after the last change, or else now: a process was killed then. */
  #findable(): Findable {
    const row = this.#prepare("SELECT value FROM note WHERE name = 'findable'")
      .get() ?? this.#prepare(`SELECT (${COUNT_FINDABLE}) AS value`).get();
    return JSON.parse(String(row?.["value"]));
  }

  count(): void {
    if (this.#isCounted) return;
    this.#prepare(
      `INSERT OR REPLACE INTO note SELECT 'findable', (${COUNT_FINDABLE})`,
    ).run();
    this.#isCounted = true;
  }

  #unitsOf(units: readonly number[]): Unit[] {
    return this.#json(
      "WITH asked AS MATERIALIZED (SELECT value FROM json_each(?)) " +
        "SELECT json_group_array(json_array(id, session, length, toolLength)) AS rows " +
        "FROM (SELECT id, session, length, toolLength FROM source WHERE id IN asked " +
        `UNION ALL SELECT d.id, ${OWNER}, 0, 0 ${OF_DOC} IN asked)`,
      JSON.stringify(units),
    );
  }

  /** One text instead of thousands of rows: rows are what costs. */
  #row<T>(sql: string, ...lists: (readonly unknown[])[]): T[] {
    const texts = lists.map((list) => JSON.stringify(list));
    return JSON.parse(`[${this.#prepare(sql).get(...texts)?.["row"] ?? ""}]`);
  }

  /** The same, with the brackets. */
  #json<T>(sql: string, ...values: string[]): T {
    const row = this.#prepare(sql).get(...values);
    return JSON.parse(String(row?.["rows"] ?? "[]"));
  }

  forms(stems: readonly string[]): KnownWord[][] {
    const rows: [stem: number, id: number, word: string][] = this.#json(
      "SELECT json_group_array(json_array(j.key, w.id, w.word)) AS rows " +
        "FROM json_each(?) j JOIN word w ON w.stem = j.value",
      JSON.stringify(stems),
    );
    const forms = stems.map((): KnownWord[] => []);
    for (const [stem, id, word] of rows) forms[stem]?.push({ id, word });
    return forms;
  }

  countHolders(lists: readonly (readonly number[])[]): number[] {
    const units = "(SELECT DISTINCT unit FROM held WHERE word IN " +
      "(SELECT value FROM json_each(list.value))";
    const inLogs = `${units} AND unit < ${docRange(0)[1]}`;
    return this.#row(
      "SELECT group_concat(coalesce(" +
        `(SELECT nullif(count(*), 0) FROM ${inLogs} AND count > 0)), ` +
        `(SELECT nullif(count(*), 0) FROM ${inLogs})), ` +
        `(SELECT count(*) FROM ${units})))) AS row FROM json_each(?) list`,
      lists,
    );
  }

  hasEasternWords(): boolean {
    return this.#prepare(
      "SELECT 1 FROM word WHERE word >= '\u3040' AND word < '\ud7b0' LIMIT 1",
    ).get() !== undefined;
  }

  phrase(words: readonly string[]): Set<number> {
    // Words are letters and digits only, so none can end the quotes.
    const rows = this.#prepare(
      "SELECT d.id FROM phrase p JOIN doc d " +
        `ON d.id >= p.rowid * ${LENGTH_STEPS} ` +
        `AND d.id < (p.rowid + 1) * ${LENGTH_STEPS} WHERE phrase MATCH ?`,
    ).all(`"${words.join(" ")}"`);
    return new Set(rows.map(({ id }) => Number(id)));
  }

  wordsLike(prefix: string, limit: number): string[] {
    return this.#prepare(
      "SELECT word.word FROM word JOIN held ON held.word = word.id " +
        "WHERE word.word >= ? AND word.word < ? GROUP BY word.id " +
        "ORDER BY count(*) DESC, word.word LIMIT ?",
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
    try {
      const result = body();
      this.#saveWords();
      if (!this.#isCounted) {
        this.#prepare("DELETE FROM note WHERE name = 'findable'").run();
      }
      this.db.exec("COMMIT");
      return result;
    } catch (error) {
      rollBack(this.db);
      throw error;
    } finally {
      this.#found.clear();
    }
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
    this.#removeUnits(known.id, known.id + 1);
    this.#removeUnits(from, to);
    this.#prepare("DELETE FROM doc WHERE id >= ? AND id < ?").run(from, to);
    this.#prepare("DELETE FROM source WHERE id = ?").run(known.id);
    return true;
  }

  removeDoc(doc: number): void {
    this.#prepare("DELETE FROM phrase WHERE rowid = ?").run(phraseId(doc));
    this.#removeUnits(doc, doc + 1);
    this.#prepare("DELETE FROM doc WHERE id = ?").run(doc);
  }

  #removeUnits(from: number, to: number): void {
    const units = this.#prepare(
      "SELECT id, words FROM unit WHERE id >= ? AND id < ?",
    ).all(from, to);
    for (const { id, words } of units) {
      this.#prepare(
        "DELETE FROM held WHERE unit = ? AND word IN (SELECT value FROM json_each(?))",
      ).run(Number(id), JSON.stringify(decodeList(String(words))));
    }
    this.#prepare("DELETE FROM unit WHERE id >= ? AND id < ?").run(from, to);
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
    this.#found.add(doc, column, words);
    this.#prepare("INSERT INTO phrase (rowid, words) VALUES (?, ?)")
      .run(phraseId(doc), words.join(" "));
    const ownKey = key === String(entryOfDoc(doc)) ? null : key;
    this.#prepare("INSERT INTO doc VALUES (?, ?, ?, ?, ?, ?, ?)")
      .run(doc, ownKey, shortTime(ts), fromTs, session, offset, bytes);
  }

  /** At the end of a transaction, for all its documents at once. */
  #saveWords(): void {
    const ids = new Map<string, number>();
    for (const [unit, words] of this.#found) {
      const rows = Array.from(words, ([word, found]) => {
        let id = ids.get(word);
        if (id === undefined) ids.set(word, id = this.#idOf(word));
        return [id, found] as const;
      }).toSorted(([a], [b]) => a - b);
      this.#saveUnit(unit, rows);
    }
  }

  #saveUnit(
    unit: number,
    rows: readonly (readonly [word: number, found: Posting])[],
  ): void {
    const known = this.#prepare("SELECT codes, words FROM unit WHERE id = ?")
      .get(unit);
    const before = known && new Set(decodeList(String(known["words"])));
    const save = this.#prepare(
      "INSERT INTO held (unit, word, count, tools, places) " +
        "VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET " +
        "count = count + excluded.count, tools = tools + excluded.tools, " +
        "places = places || ',' || excluded.places",
    );
    for (const [word, { count, tools, places }] of rows) {
      save.run(unit, word, count, tools, encodePlaces(places));
    }
    const added = rows.flatMap(([word]) => before?.has(word) ? [] : word);
    this.#prepare("INSERT OR REPLACE INTO unit VALUES (?, ?, ?)").run(
      unit,
      addCodes(String(known?.["codes"] ?? ""), this.#found.placesOf(unit)),
      encodeList([...before ?? [], ...added]),
    );
  }

  #idOf(word: string): number {
    const row = this.#prepare("SELECT id FROM word WHERE word = ?").get(word) ??
      this.#prepare("INSERT INTO word (word, stem) VALUES (?, ?) RETURNING id")
        .get(word, stemOf(word));
    return Number(row?.["id"]);
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
