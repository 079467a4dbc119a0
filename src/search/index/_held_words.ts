/** Which words each unit holds, and where: the tables `held`, `unit`, `word`. */

import { decodeList, decodePlaces, encodeList } from "./_place_list.ts";
import {
  addUnits,
  bitsOf,
  headOf,
  type HeldRow,
  packUnit,
  partOf,
  PARTS,
  readUnits,
  type UnitColumns,
  withMore,
  withoutUnit,
} from "./_held_units.ts";
import { COLUMNS, sourceOfDoc } from "./doc_id.ts";
import type { Statements } from "./_statements.ts";
import { UnitWords } from "./_unit_words.ts";
import { stemOf } from "../../base/tokens.ts";
import type { Postings, PostingsAt } from "../rank/tally.ts";

const MOST_IDS = 50_000;
const OTHER = COLUMNS.indexOf("other");

export class HeldWords {
  /** The unit whose documents are being added, and its words. */
  #unit: number | undefined;
  readonly #words = new UnitWords();
  /** What this transaction adds to `held`, by part and word. */
  readonly #added = new Map<number, Map<number, string>>();
  /** Numbers of words, which never change once they are written. */
  readonly #ids = new Map<string, number>();
  /** The highest of them, once a word was added in this transaction. */
  #lastId: number | undefined;
  /** What was read for a question, by word. */
  readonly #rows = new Map<number, HeldRow[]>();
  readonly #units = new Map<number, UnitColumns>();

  constructor(readonly sql: Statements) {}

  overview(words: readonly number[]): Postings[] {
    this.#read(words);
    return words.map((word): Postings => [word, ...this.#unitsOf(word)])
      .filter(([, units]) => units.length > 0);
  }

  /** See `SearchIndex`. */
  countHolders(lists: readonly (readonly number[])[]): number[] {
    const rows = this.sql.row<[number, number, number, number]>(
      `SELECT group_concat('[' || w.value || ',' || (h.id % ${PARTS}) ` +
        "|| ',' || h.said || ',' || h.logs || ']') AS row " +
        `FROM json_each(?) w CROSS JOIN held h ON h.id >= w.value * ${PARTS} ` +
        `AND h.id < (w.value + 1) * ${PARTS} AND h.logs > 0`,
      [...new Set(lists.flat())],
    );
    const byWord = Map.groupBy(rows, ([word]) => word);
    return lists.map((words) => {
      const held = words.flatMap((word) => byWord.get(word) ?? []);
      return countBits(held, 2) || countBits(held, 3) ||
        this.#countUnits(words);
    });
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

  /** The documents of a unit are added one after another. */
  add(doc: number, column: number, words: readonly string[]): void {
    const unit = column === OTHER ? doc : sourceOfDoc(doc);
    if (unit !== this.#unit) this.#endUnit();
    this.#unit = unit;
    this.#words.add(doc, column, words);
  }

  /**
   * At the end of a transaction, for all its documents at once: in the order of
   * the table, which fills its pages and finds each of them once.
   */
  save(): void {
    this.#endUnit();
    const add = this.sql.prepare(
      "INSERT INTO held VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET " +
        "said = said | excluded.said, logs = logs | excluded.logs, " +
        "units = units || excluded.units",
    );
    const rows: number[] = [];
    for (const [part, words] of this.#added) {
      for (const word of words.keys()) rows.push(word * PARTS + part);
    }
    for (const row of Float64Array.from(rows).sort()) {
      const part = row % PARTS;
      const text = this.#added.get(part)?.get(Math.floor(row / PARTS)) ?? "";
      add.run(row, ...bitsOf({ part, text }), text);
    }
    if (this.#lastId === undefined) return;
    this.sql.prepare("INSERT OR REPLACE INTO note VALUES ('words', ?)")
      .run(String(this.#lastId));
  }

  /** The transaction is over; what it numbered counts if it was kept. */
  end(isKept: boolean): void {
    this.#unit = undefined;
    this.#words.clear();
    this.#added.clear();
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
        this.sql.prepare("INSERT OR REPLACE INTO held VALUES (?, ?, ?, ?)")
          .run(id, ...bitsOf({ part, text: after }), after);
      }
    }
  }

  /** A unit that was known has a place in its rows, others get one. */
  #endUnit(): void {
    const unit = this.#unit;
    if (unit === undefined) return;
    const ids: number[] = [];
    for (const word of this.#words.words) {
      let id = this.#ids.get(word);
      if (id === undefined) this.#ids.set(word, id = this.#idOf(word));
      ids.push(id);
    }
    const head = headOf(unit);
    if (this.#saveUnit(unit, ids)) {
      const at = new Map(ids.map((id, i) => [id, i]));
      this.#change(
        unit,
        ids,
        (text, id) =>
          withMore(text, head, this.#words.posting(at.get(id) as number)),
      );
    } else {
      const part = partOf(unit);
      const added = this.#added.get(part) ?? new Map<number, string>();
      this.#added.set(part, added);
      ids.forEach((id, at) => {
        const text = packUnit(head, this.#words.posting(at));
        added.set(id, (added.get(id) ?? "") + text);
      });
    }
    this.#unit = undefined;
    this.#words.clear();
  }

  /** Whether the unit was known. */
  #saveUnit(unit: number, ids: readonly number[]): boolean {
    const known = this.sql.prepare(
      "SELECT codes, words FROM unit WHERE id = ?",
    ).get(unit);
    const words = new Set(decodeList(String(known?.["words"] ?? "")));
    for (const id of Float64Array.from(ids).sort()) words.add(id);
    this.sql.prepare("INSERT OR REPLACE INTO unit VALUES (?, ?, ?)").run(
      unit,
      this.#words.addCodesTo(String(known?.["codes"] ?? "")),
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
  #unitsOf(word: number): UnitColumns {
    let units = this.#units.get(word);
    if (units === undefined) {
      const all: UnitColumns = [[], [], []];
      for (const row of this.#rows.get(word) ?? []) addUnits(row, all);
      this.#units.set(word, units = all);
    }
    return units;
  }

  /** How many units have any of the words. */
  #countUnits(words: readonly number[]): number {
    this.#read(words);
    const seen = new Set<number>();
    for (const word of words) {
      for (const unit of this.#unitsOf(word)[0]) seen.add(unit);
    }
    return seen.size;
  }
}

/** How many bits are set in a field of rows, where those of a part count once. */
function countBits(
  rows: readonly (readonly [number, number, number, number])[],
  field: 2 | 3,
): number {
  const parts = new Map<number, number>();
  for (const row of rows) {
    parts.set(row[1], (parts.get(row[1]) ?? 0) | row[field]);
  }
  let count = 0;
  for (const bits of parts.values()) {
    for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  }
  return count;
}
