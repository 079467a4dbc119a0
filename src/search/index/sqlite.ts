/**
 * The runtime's own SQLite. It is loaded when it is needed, by a name the type
 * checker does not follow: the types of all of Node would come along.
 */

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

const MODULE: string = "node:sqlite";

export async function openSqlite(path: string): Promise<SqliteDatabase> {
  const { DatabaseSync }: SqliteModule = await import(MODULE);
  return new DatabaseSync(path);
}
