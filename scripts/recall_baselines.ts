/**
 * What search is measured against: the plain substring search of an earlier
 * tool, and plain BM25 with stemming and stop words, one document a session.
 */

import { STOP_WORDS } from "../src/base/tokens.ts";
import { readL1 } from "../src/session/log_file.ts";
import { listSources } from "../src/search/index/search_sources.ts";
import { openSqlite } from "../src/search/index/sqlite.ts";
import type { Store } from "../src/store/store.ts";

/** The sessions an answer comes from, best first. */
export type Searcher = (query: string) => Promise<string[]> | string[];

interface SessionText {
  readonly session: string;
  readonly text: string;
}

export function readSessions({ layout }: Store, tools: boolean): SessionText[] {
  return listSources(layout).filter(({ layer }) => layer === "l1")
    .map(({ file, session }) => ({
      session: session ?? "",
      text: readL1(file).map((entry) =>
        entry.role !== "tool" ? entry.text : tools ? toolLine(entry) : ""
      ).join("\n"),
    }));
}

const toolLine = (entry: object) =>
  Object.values(entry).filter((value) => typeof value === "string").join(" ");

export function substringSearcher(sessions: readonly SessionText[]): Searcher {
  return (query) =>
    sessions.filter(({ text }) =>
      text.toLowerCase().includes(query.toLowerCase())
    ).map(({ session }) => session);
}

export async function plainSearcher(
  sessions: readonly SessionText[],
): Promise<Searcher> {
  const db = await openSqlite(":memory:");
  db.exec(
    "CREATE VIRTUAL TABLE t USING fts5(s UNINDEXED, x, tokenize='porter')",
  );
  const insert = db.prepare("INSERT INTO t VALUES (?, ?)");
  for (const { session, text } of sessions) insert.run(session, text);
  const select = db.prepare(
    "SELECT s FROM t WHERE t MATCH ? ORDER BY bm25(t) LIMIT 10",
  );
  return (query) => {
    const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    const telling = words.filter((word) => !STOP_WORDS.has(word));
    const terms = (telling.length > 0 ? telling : words)
      .map((word) => `"${word}"`);
    if (terms.length === 0) return [];
    return select.all(terms.join(" OR ")).map(({ s }) => String(s));
  };
}
