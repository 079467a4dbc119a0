/** The runtime's own SQLite, loaded when it is needed. */

import { builtinModule } from "../../base/builtin_module.ts";

export interface SqliteStatement {
  get(...values: SqliteValue[]): Record<string, unknown> | undefined;
  all(...values: SqliteValue[]): Record<string, unknown>[];
  run(...values: SqliteValue[]): unknown;
}

export type SqliteValue = string | number | null;

export interface SqliteDatabase {
  exec(sql: string): void;
  prepare(sql: string): SqliteStatement;
  close(): void;
}

interface SqliteModule {
  readonly DatabaseSync: new (path: string) => SqliteDatabase;
}

export function openSqlite(path: string): SqliteDatabase {
  const { DatabaseSync } = builtinModule<SqliteModule>("node:sqlite");
  return new DatabaseSync(path);
}
