/** Statements of one database, each prepared once. */

import type { SqliteDatabase, SqliteStatement } from "./sqlite.ts";

export class Statements {
  readonly #prepared = new Map<string, SqliteStatement>();

  constructor(readonly db: SqliteDatabase) {}

  prepare(sql: string): SqliteStatement {
    let statement = this.#prepared.get(sql);
    if (statement === undefined) {
      this.#prepared.set(sql, statement = this.db.prepare(sql));
    }
    return statement;
  }

  /** One text instead of thousands of rows: rows are what costs. */
  row<T>(sql: string, ...lists: (readonly unknown[])[]): T[] {
    const texts = lists.map((list) => JSON.stringify(list));
    return JSON.parse(`[${this.prepare(sql).get(...texts)?.["row"] ?? ""}]`);
  }

  /** The same, with the brackets. */
  json<T>(sql: string, ...values: string[]): T {
    const row = this.prepare(sql).get(...values);
    return JSON.parse(String(row?.["rows"] ?? "[]"));
  }
}
