/** Which words each unit holds, and where: the tables `held`, `unit`, `word`. */

import {
  addCodes,
  decodeList,
  decodePlaces,
  encodeList,
  encodePlaces,
} from "./_place_list.ts";
import {
  headOf,
  type HeldRow,
  packUnit,
  partOf,
  PARTS,
  readUnits,
  withMore,
  withoutUnit,
} from "./_held_units.ts";
import { isLogUnit } from "./doc_id.ts";
import { type Posting, PostingsBuilder } from "./_postings_builder.ts";
import type { Statements } from "./_statements.ts";
import { stemOf } from "../../base/tokens.ts";
import type { Postings, PostingsAt } from "../rank/tally.ts";

const MOST_IDS = 50_000;

type Holds = (unit: number, count: number) => boolean;

export class HeldWords {
  /** The words of this transaction's documents. */
  readonly found = new PostingsBuilder();
  /** Numbers of words, which never change once they are written. */
  readonly #ids = new Map<string, number>();
  /** The highest of them, once a word was added in this transaction. */
  #lastId: number | undefined;
  /** What was read for a question, by word. */
  readonly #rows = new Map<number, HeldRow[]>();
  readonly #units = new Map<number, readonly number[]>();

  constructor(readonly sql: Statements) {}

  overview(words: readonly number[]): Postings[] {
    this.#read(words);
    return words.map((word): Postings => [word, this.#unitsOf(word)])
      .filter(([, units]) => units.length > 0);
  }

  /** See `SearchIndex`. */
  countHolders(lists: readonly (readonly number[])[]): number[] {
    this.#read(lists.flat());
    const isSaid: Holds = (unit, count) => isLogUnit(unit) && count > 0;
    return lists.map((words) =>
      this.#countUnits(words, isSaid) ||
      this.#countUnits(words, isLogUnit) ||
      this.#countUnits(words, () => true)
    );
  }

  closely(words: readonly number[], units: readonly number[]): PostingsAt[] {
    this.#read(words);
    const wanted = new Set(units);
    const parts = new Set(units.map(partOf));
    const codes = new Map(this.sql.json<[number, string][]>(
      "SELECT json_group_array(json_array(id, codes)) AS rows FROM unit " +
        "WHERE id IN (SELECT value FROM json_each(?)) AND codes <> ''",
      JSON.stringify(units),
    ));
    const found: PostingsAt[] = [];
    for (const word of words) {
      for (const row of this.#rows.get(word) ?? []) {
        if (!parts.has(row.part)) continue;
        readUnits(row, (unit, count, tools, from, to) => {
          if (!wanted.has(unit)) return;
          const places = row.text.slice(from, to);
          const at = decodePlaces(places, codes.get(unit) ?? "");
          found.push([word, unit, count, tools, at]);
        });
      }
    }
    return found;
  }

  /** Forget the units from one number up to before another. */
  remove(from: number, to: number): void {
    const units = this.sql.prepare(
      "SELECT id, words FROM unit WHERE id >= ? AND id < ?",
    ).all(from, to);
    for (const { id, words } of units) {
      const unit = Number(id);
      const head = headOf(unit);
      this.#change(
        unit,
        decodeList(String(words)),
        (text) => withoutUnit(text, head),
      );
    }
    this.sql.prepare("DELETE FROM unit WHERE id >= ? AND id < ?").run(from, to);
  }

  /**
   * At the end of a transaction, for all its documents at once: in the order of
   * the table, which fills its pages and finds each of them once.
   */
  save(): void {
    const rows = new Map<number, string>();
    for (const [unit, words] of this.found) {
      const numbered = new Map<number, Posting>();
      for (const [word, found] of words) {
        let id = this.#ids.get(word);
        if (id === undefined) this.#ids.set(word, id = this.#idOf(word));
        numbered.set(id, found);
      }
      const head = headOf(unit);
      if (this.#saveUnit(unit, numbered.keys())) {
        this.#change(unit, numbered.keys(), (text, word) => {
          const found = numbered.get(word) as Posting;
          return withMore(text, head, found, encodePlaces(found.places));
        });
        continue;
      }
      const part = partOf(unit);
      for (const [word, { count, tools, places }] of numbered) {
        const row = word * PARTS + part;
        const text = packUnit(head, count, tools, encodePlaces(places));
        rows.set(row, (rows.get(row) ?? "") + text);
      }
    }
    const add = this.sql.prepare(
      "INSERT INTO held VALUES (?, ?) " +
        "ON CONFLICT DO UPDATE SET units = units || excluded.units",
    );
    for (const row of Float64Array.from(rows.keys()).sort()) {
      add.run(row, rows.get(row) as string);
    }
    if (this.#lastId === undefined) return;
    this.sql.prepare("INSERT OR REPLACE INTO note VALUES ('words', ?)")
      .run(String(this.#lastId));
  }

  /** The transaction is over; what it numbered counts if it was kept. */
  end(isKept: boolean): void {
    this.found.clear();
    this.#lastId = undefined;
    this.#rows.clear();
    this.#units.clear();
    if (!isKept || this.#ids.size > MOST_IDS) this.#ids.clear();
  }

  /** Give the rows of these words in a unit's part another text. */
  #change(
    unit: number,
    words: Iterable<number>,
    change: (text: string, word: number) => string,
  ): void {
    const part = partOf(unit);
    const known = this.sql.prepare("SELECT units FROM held WHERE id = ?");
    for (const word of Float64Array.from(words).sort()) {
      const id = word * PARTS + part;
      const before = String(known.get(id)?.["units"] ?? "");
      const after = change(before, word);
      if (after === "") {
        this.sql.prepare("DELETE FROM held WHERE id = ?").run(id);
      } else {
        this.sql.prepare("INSERT OR REPLACE INTO held VALUES (?, ?)")
          .run(id, after);
      }
    }
  }

  /** Whether the unit was known. */
  #saveUnit(unit: number, ids: Iterable<number>): boolean {
    const known = this.sql.prepare(
      "SELECT codes, words FROM unit WHERE id = ?",
    ).get(unit);
    const words = new Set(decodeList(String(known?.["words"] ?? "")));
    for (const id of Float64Array.from(ids).sort()) words.add(id);
    this.sql.prepare("INSERT OR REPLACE INTO unit VALUES (?, ?, ?)").run(
      unit,
      addCodes(String(known?.["codes"] ?? ""), this.found.placesOf(unit)),
      encodeList([...words]),
    );
    return known !== undefined;
  }

  #idOf(word: string): number {
    const stem = stemOf(word);
    const known = this.sql.prepare(
      "SELECT id FROM word WHERE stem = ? AND word = ?",
    ).get(stem, word);
    if (known) return Number(known["id"]);
    const id = this.#lastId = 1 + (this.#lastId ?? this.#readLastId());
    this.sql.prepare("INSERT INTO word VALUES (?, ?, ?)").run(stem, word, id);
    return id;
  }

  #readLastId(): number {
    const row = this.sql.prepare("SELECT value FROM note WHERE name = 'words'")
      .get();
    return Number(row?.["value"] ?? 0);
  }

  /** All rows of words that were not read yet. */
  #read(words: readonly number[]): void {
    const missing = words.filter((word) => !this.#rows.has(word));
    if (missing.length === 0) return;
    for (const word of missing) this.#rows.set(word, []);
    const text = this.sql.prepare(
      "SELECT group_concat(h.id || ' ' || h.units, ' ') AS rows " +
        `FROM json_each(?) w CROSS JOIN held h ON h.id >= w.value * ${PARTS} ` +
        `AND h.id < (w.value + 1) * ${PARTS}`,
    ).get(JSON.stringify([...new Set(missing)]))?.["rows"];
    const rows = String(text ?? "").split(" ");
    for (let i = 0; i + 1 < rows.length; i += 2) {
      const id = Number(rows[i]);
      const row = { part: id % PARTS, text: rows[i + 1] as string };
      this.#rows.get(Math.floor(id / PARTS))?.push(row);
    }
  }

  /** See `Postings`. */
  #unitsOf(word: number): readonly number[] {
    let units = this.#units.get(word);
    if (units === undefined) {
      const all: number[] = [];
      for (const row of this.#rows.get(word) ?? []) {
        readUnits(row, (unit, count, tools) => {
          all.push(unit, count, tools);
        });
      }
      this.#units.set(word, units = all);
    }
    return units;
  }

  /** How many units have any of the words. */
  #countUnits(words: readonly number[], holds: Holds): number {
    let count = 0;
    const seen = words.length > 1 ? new Set<number>() : undefined;
    for (const word of words) {
      const units = this.#unitsOf(word);
      for (let i = 0; i < units.length; i += 3) {
        const unit = units[i] as number;
        if (!holds(unit, units[i + 1] as number)) continue;
        if (seen) seen.add(unit);
        else count++;
      }
    }
    return seen?.size ?? count;
  }
}
