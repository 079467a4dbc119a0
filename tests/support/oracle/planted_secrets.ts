/**
 * Looks for planted secrets in every byte below a store: in plain files, in
 * packed ones, and in the words and the free pages of the search index.
 */

import { openSqlite } from "../../../src/search/index/sqlite.ts";
import { readPlain, walk } from "../world/read_store.ts";

/** Shorter pieces of a secret are in other words as well. */
const LEAST_PIECE = 8;

/** Where something of these secrets is found; the secrets are not repeated. */
export async function findPlanted(
  dir: string,
  secrets: readonly string[],
): Promise<string[]> {
  if (secrets.length === 0) return [];
  const breaches: string[] = [];
  for (const name of walk(dir)) {
    const text = textOf(await readPlain(`${dir}/${name}`));
    breaches.push(...secretsIn(text, secrets, name));
  }
  const words = await indexedWords(dir);
  breaches.push(...secretsIn(words.join("\n"), secrets, "the search index"));
  return [...new Set(breaches)];
}

function secretsIn(
  text: string,
  secrets: readonly string[],
  where: string,
): string[] {
  const lower = text.toLowerCase();
  return secrets.flatMap((secret, i) =>
    piecesOf(secret).some((piece) => lower.includes(piece))
      ? [`secret ${i + 1} is in ${where}`]
      : []
  );
}

/** An index keeps words, so the secret's longest run of them counts too. */
function piecesOf(secret: string): string[] {
  const runs = secret.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const [longest = ""] = runs.toSorted((a, b) => b.length - a.length);
  const pieces = [secret.toLowerCase()];
  if (longest.length >= LEAST_PIECE) pieces.push(longest);
  return pieces;
}

/** Both ways a text may lie in a database. */
function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes) + "\n" +
    new TextDecoder("utf-16le").decode(bytes);
}

/**
 * The words of the full-text table are packed, beginnings left out; SQLite
 * itself tells them. It gets a copy, so that nothing is changed by looking.
 */
async function indexedWords(dir: string): Promise<string[]> {
  const copy = await Deno.makeTempDir({ prefix: "memory-keeper-index-" });
  try {
    const names = walk(`${dir}/.cache`).filter((name) =>
      /^search\.db(?:-wal)?$/.test(name)
    );
    if (!names.includes("search.db")) return [];
    for (const name of names) {
      await Deno.copyFile(`${dir}/.cache/${name}`, `${copy}/${name}`);
    }
    return await wordsOf(`${copy}/search.db`);
  } finally {
    await Deno.remove(copy, { recursive: true });
  }
}

async function wordsOf(path: string): Promise<string[]> {
  const db = await openSqlite(path);
  try {
    const tables = db.prepare(
      "SELECT name, sql FROM sqlite_master WHERE type = 'table'",
    ).all();
    const words: string[] = [];
    for (const { name, sql } of tables) {
      if (/USING fts5/i.test(String(sql))) {
        db.exec(
          `CREATE VIRTUAL TABLE temp.terms USING fts5vocab(main, "${name}", row)`,
        );
        const terms = db.prepare("SELECT term FROM temp.terms").all();
        words.push(...terms.map(({ term }) => String(term)));
        db.exec("DROP TABLE temp.terms");
      } else {
        // As texts: some numbers are larger than JavaScript's.
        const columns = db.prepare(`PRAGMA table_info("${name}")`).all()
          .map((column) => `CAST("${column["name"]}" AS TEXT)`).join(", ");
        const rows = db.prepare(`SELECT ${columns} FROM "${name}"`).all();
        words.push(...rows.flatMap((row) => Object.values(row).map(String)));
      }
    }
    return words;
  } finally {
    db.close();
  }
}
