/** Which words each unit holds, and where: the tables `held`, `unit`, `word`. */

import {
  addCodes,
  decodeList,
  decodePlaces,
  encodeList,
  encodePlaces,
} from "./_place_list.ts";
import { type Posting, PostingsBuilder } from "./_postings_builder.ts";
import type { Statements } from "./_statements.ts";
import { stemOf } from "../../base/tokens.ts";
import type { PostingsAt } from "../rank/tally.ts";

const MOST_IDS = 50_000;

type Row = readonly [word: number, unit: number, found: Posting];

export class HeldWords {
  /** The words of this transaction's documents. */
  readonly found = new PostingsBuilder();
  /** Numbers of words, which never change once they are written. */
  readonly #ids = new Map<string, number>();

  constructor(readonly sql: Statements) {}

  closely(words: readonly number[], units: readonly number[]): PostingsAt[] {
    const codes = new Map(this.sql.json<[number, string][]>(
      "SELECT json_group_array(json_array(id, codes)) AS rows FROM unit " +
        "WHERE id IN (SELECT value FROM json_each(?)) AND codes <> ''",
      JSON.stringify(units),
    ));
    return this.sql.row<[number, number, number, number, string]>(
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

  /** Forget the units from one number up to before another. */
  remove(from: number, to: number): void {
    const units = this.sql.prepare(
      "SELECT id, words FROM unit WHERE id >= ? AND id < ?",
    ).all(from, to);
    const forget = this.sql.prepare(
      "DELETE FROM held WHERE unit = ? AND word IN (SELECT value FROM json_each(?))",
    );
    for (const { id, words } of units) {
      const ids = decodeList(String(words));
      forget.run(Number(id), JSON.stringify(ids));
    }
    this.sql.prepare("DELETE FROM unit WHERE id >= ? AND id < ?").run(from, to);
  }

  /**
   * At the end of a transaction, for all its documents at once: in the order of
   * the table, which fills its pages and finds each of them once.
   */
  save(): void {
    const rows: Row[] = [];
    for (const [unit, words] of this.found) {
      const ids: number[] = [];
      for (const [word, found] of words) {
        let id = this.#ids.get(word);
        if (id === undefined) this.#ids.set(word, id = this.#idOf(word));
        ids.push(id);
        rows.push([id, unit, found]);
      }
      this.#saveUnit(unit, ids);
    }
    rows.sort(([a, unitA], [b, unitB]) => a - b || unitA - unitB);
    const save = this.sql.prepare(
      "INSERT INTO held (word, unit, count, tools, places) " +
        "VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET " +
        "count = count + excluded.count, tools = tools + excluded.tools, " +
        "places = places || ',' || excluded.places",
    );
    for (const [word, unit, { count, tools, places }] of rows) {
      save.run(word, unit, count, tools, encodePlaces(places));
    }
  }

  /** The transaction is over; what it numbered counts if it was kept. */
  end(isKept: boolean): void {
    this.found.clear();
    if (!isKept || this.#ids.size > MOST_IDS) this.#ids.clear();
  }

  #saveUnit(unit: number, ids: readonly number[]): void {
    const known = this.sql.prepare(
      "SELECT codes, words FROM unit WHERE id = ?",
    ).get(unit);
    const words = new Set(decodeList(String(known?.["words"] ?? "")));
    for (const id of ids.toSorted((a, b) => a - b)) words.add(id);
    this.sql.prepare("INSERT OR REPLACE INTO unit VALUES (?, ?, ?)").run(
      unit,
      addCodes(String(known?.["codes"] ?? ""), this.found.placesOf(unit)),
      encodeList([...words]),
    );
  }

  #idOf(word: string): number {
    const stem = stemOf(word);
    const known = this.sql.prepare(
      "SELECT id FROM word WHERE stem = ? AND word = ?",
    ).get(stem, word);
    if (known) return Number(known["id"]);
    const counted = this.sql.prepare(
      "INSERT INTO note VALUES ('words', '1') ON CONFLICT DO UPDATE " +
        "SET value = value + 1 RETURNING value",
    ).get();
    const id = Number(counted?.["value"]);
    this.sql.prepare("INSERT INTO word VALUES (?, ?, ?)").run(stem, word, id);
    return id;
  }
}
