/**
 * Whatever happened to the files, and in however many steps the index followed
 * them, it holds what a rebuilt index holds; and a question gets the same
 * answer from the files alone.
 */

import { assertEquals } from "@std/assert";
import { rebuildSearchIndex } from "../src/search/index/rebuild_search_index.ts";
import { searchIndex } from "../src/search/search_memory.ts";
import { updateSearchIndex } from "../src/search/index/_update_search_index.ts";
import { gzipBytes } from "../src/store/gzip.ts";
import { openSearchIndex } from "../src/search/index/open_search_index.ts";
import { PARTS, readUnits } from "../src/search/index/_held_units.ts";
import { decodeList, decodePlaces } from "../src/search/index/_place_list.ts";
import type { SearchIndex } from "../src/search/index/search_index.ts";
import { openSqlite, type SqliteDatabase } from "../src/search/index/sqlite.ts";
import type { Store } from "../src/store/store.ts";
import { Deadline } from "../src/base/timeout.ts";
import { ScanIndex } from "./support/oracle/scan_index.ts";
import { STILL_WORLD, TemporaryStore } from "./support/world/in_process.ts";
import { seededRandom } from "./support/world/seeded_random.ts";
import { seedsFrom } from "./support/world/thorough.ts";

/** In these two documents of a session are worth the same. */
const WITH_TIES = [235, 238];
const STEPS = 12;
const CLAIM = { who: "test", waitMs: 1000 };
const WORDS =
  "anchor buoy capstan deck eddy ferry gangway harbour islet jetty keel lookout mooring lastSeenAt 인증을 認証"
    .split(" ");

/** A store with random work. */
class Harbour {
  #saves = 0;

  constructor(readonly store: Store, readonly random: () => number) {
    Deno.mkdirSync(store.layout.sessions, { recursive: true });
    Deno.mkdirSync(store.layout.states, { recursive: true });
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.random() * list.length)] as T;
  }

  sentence(): string {
    const count = 1 + Math.floor(this.random() * 12);
    return Array.from({ length: count }, () => this.pick(WORDS)).join(" ");
  }

  entry(): string {
    const ts = `2026-02-0${this.pick([1, 2, 3])}T10:00:00Z`;
    const text = this.sentence();
    const entry = this.random() < 0.3
      ? { ts, role: "tool", id: "t", name: "Bash", cmd: text, result: "ok" }
      : { ts, role: this.pick(["user", "assistant"]), text };
    return `${JSON.stringify(entry)}\n`;
  }

  async step(): Promise<void> {
    const { dir, sessions } = this.store.layout;
    const session = this.pick(["11111111", "22222222", "33333333"]);
    const stem = `2026-02-01_1000_${session}`;
    const log = `${sessions}/${stem}.l1.jsonl`;
    const deeds = [
      () => append(log, this.entry() + this.entry()),
      () => append(log, this.entry().slice(0, 20)),
      () => append(log, "\n"),
      () => write(log, this.entry()),
      () => write(`${sessions}/${stem}.md`, this.sentence()),
      () => write(`${dir}/memory.md`, section(session, this.sentence())),
      () => append(`${dir}/memory.md`, section(session, this.sentence())),
      () => write(`${dir}/facts.json`, fact(session, this.sentence())),
      () => remove(this.pick([log, `${log}.gz`, `${dir}/facts.json`])),
      async () => {
        const text = readOr(log, "");
        if (text === "") return;
        await Deno.writeFile(
          `${log}.gz`,
          await gzipBytes(new TextEncoder().encode(text)),
        );
        remove(log);
      },
    ];
    await this.pick(deeds)();
    // A change of a log is followed by a saved state; see stampOfSources().
    const state = `${this.store.layout.states}/${session}.json`;
    write(`${state}.new`, JSON.stringify({ saves: ++this.#saves }));
    Deno.renameSync(`${state}.new`, state);
  }
}

const append = (path: string, text: string) =>
  Deno.writeTextFileSync(path, text, { append: true });
const write = (path: string, text: string) =>
  Deno.writeTextFileSync(path, text);
const section = (session: string, text: string) =>
  `## 2026-02-01_1727 (local 02-01_1827)\n<!-- session ${session} -->\n${text}\n\n`;
const fact = (session: string, content: string) =>
  JSON.stringify({ decisions: [{ id: "d001", content, sessions: [session] }] });

function remove(path: string): void {
  try {
    Deno.removeSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

function readOr(path: string, otherwise: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return otherwise;
    throw error;
  }
}

function textsById(db: SqliteDatabase, sql: string): Map<number, string> {
  return new Map(
    db.prepare(sql).all().map(({ id, text }) => [Number(id), String(text)]),
  );
}

/** All the index holds, with files by name instead of by number. */
async function contentOf({ layout }: Store): Promise<string[]> {
  const db = await openSqlite(layout.searchIndex);
  try {
    const PER_SOURCE = 2 ** 28;
    const codes = textsById(db, "SELECT id, codes AS text FROM unit");
    const words = textsById(db, "SELECT id, word AS text FROM word");
    const paths = textsById(db, "SELECT id, path AS text FROM source");
    const held: string[] = [];
    for (
      const [id, text] of textsById(db, "SELECT id, units AS text FROM held")
    ) {
      readUnits({ part: id % PARTS, text }, (unit, count, tools, from, to) => {
        const places = decodePlaces(
          text.slice(from, to),
          codes.get(unit) ?? "",
        );
        // How long a document is; its number tells when it was added as well.
        const [file, length] = unit < PER_SOURCE
          ? [unit, 0]
          : [Math.floor(unit / PER_SOURCE), unit % 256];
        const word = words.get(Math.floor(id / PARTS));
        held.push(
          `${paths.get(file)} ${length} ${word} ${count} ${tools} ${places}`,
        );
      });
    }
    // To forget a unit its words must be those it holds.
    const ofUnits = db.prepare("SELECT words FROM unit").all()
      .map(({ words }) => decodeList(String(words)).length);
    const rows = [
      `SELECT path || ' ' || (d.id % 256) || ' ' ||
        coalesce(key, d.id / 256 % 1048576) ||
        ' ' || coalesce(ts, '') || ' ' || coalesce(fromTs, '') || ' ' ||
        coalesce(d.session, '') || ' ' || d."offset" || ' ' || bytes AS row
        FROM doc d JOIN source s ON s.id = d.id / ${PER_SOURCE}`,
      `SELECT path || ' ' || docs || ' ' || length || ' ' || turns AS row
        FROM source`,
    ].flatMap((sql) => db.prepare(sql).all().map(({ row }) => String(row)));
    return [...held, ...rows, `words ${ofUnits.toSorted()}`].toSorted();
  } finally {
    db.close();
  }
}

async function ask(store: Store, index: SearchIndex, text: string) {
  const here = { now: STILL_WORLD.now(), offsetMinutes: 0 };
  const request = { text, deep: true, limit: 20, context: 0, here };
  const { hits } = await searchIndex(store, index, request);
  return hits.map(({ id, score, snippet }) =>
    `${id} ${score.toFixed(6)} ${snippet}`
  );
}

Deno.test("an index that followed the files equals a rebuilt one", async (t) => {
  for (const seed of [...WITH_TIES, ...seedsFrom(1, 4, 40)]) {
    await t.step(`seed ${seed}`, async () => {
      await using place = await TemporaryStore.create();
      const { store } = place;
      const random = seededRandom(seed);
      const harbour = new Harbour(store, random);
      for (let i = 0; i < STEPS; i++) {
        await harbour.step();
        if (random() < 0.4) continue;
        using index = await openSearchIndex(store, CLAIM);
        // Sometimes the time is over before it has begun.
        const budget = new Deadline(random() < 0.3 ? 0 : Infinity);
        await updateSearchIndex(index, store.layout, { budget });
      }
      const asked = [harbour.sentence(), `"${harbour.sentence()}"`];
      const answers: string[][] = [];
      {
        using index = await openSearchIndex(store, CLAIM);
        const budget = new Deadline(Infinity);
        await updateSearchIndex(index, store.layout, { budget });
        for (const text of asked) answers.push(await ask(store, index, text));
      }
      const scan = new ScanIndex();
      const budget = new Deadline(Infinity);
      await updateSearchIndex(scan, store.layout, { budget });
      for (const [i, text] of asked.entries()) {
        assertEquals(await ask(store, scan, text), answers[i]);
      }
      const followed = await contentOf(store);
      await rebuildSearchIndex(store, () => {});
      assertEquals(followed, await contentOf(store));
    });
  }
});
