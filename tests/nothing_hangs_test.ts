/**
 * Stores made to hang the program. Nothing is asserted on time: what is counted
 * is work, or what came out, with a store for which there was no end before.
 */

import { assert, assertEquals, assertRejects } from "@std/assert";
import { UserError } from "../src/base/errors.ts";
import { isCountable } from "../src/memory/count_tokens.ts";
import { openSqlite } from "../src/search/index/sqlite.ts";
import { withSearchIndex } from "../src/search/index/with_search_index.ts";
import { unpackLog } from "../src/session/read_entries.ts";
import {
  type Delta,
  newSessionState,
  saveSessionState,
} from "../src/session/session_state.ts";
import { gunzipBytes, gzipBytes } from "../src/store/gzip.ts";
import { askForSummary } from "../src/summary/ask_for_summary.ts";
import { plantSecrets } from "./support/secrets/secret_corpus.ts";
import { SURVIVORS } from "./support/secrets/secret_places.ts";
import { call, result, user } from "./support/generator/entries.ts";
import { looksDuring } from "./support/world/counted_files.ts";
import { STILL_WORLD, TemporaryStore } from "./support/world/in_process.ts";
import { until } from "./support/world/patience.ts";
import { payload, ProcessWorld } from "./support/world/sealed_world.ts";
import { searchableWorld } from "./support/world/searchable_store.ts";

const ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 " +
  "FROM n) SELECT 'x' || i AS name, i AS value FROM n";

/** How an index of another's may differ from ours. */
const ATTACKS: Record<string, string> = {
  "a view without end in the place of a table":
    `DROP TABLE note; CREATE VIEW note AS ${ENDLESS}`,
  "one more view": `CREATE VIEW more AS ${ENDLESS}`,
  "a trigger":
    "CREATE TRIGGER t AFTER INSERT ON note BEGIN DELETE FROM source; END",
  "a column that is computed":
    "DROP TABLE note; CREATE TABLE note (name TEXT PRIMARY KEY, value TEXT, " +
    "more TEXT AS (hex(zeroblob(1000))))",
  "an index on an expression":
    "CREATE INDEX more ON note (length(replace(value, 'a', 'b')))",
};

Deno.test("an index that is not ours alone is made again, not asked", async (t) => {
  for (const [name, sql] of Object.entries(ATTACKS)) {
    await t.step(name, async () => {
      using world = await searchableWorld();
      const search = ["search", "--json", "redirect loop"];
      const expected = JSON.parse((await world.run(search)).stdout).hits;
      const db = await openSqlite(`${world.store}/.cache/search.db`);
      db.exec(sql);
      db.close();
      const prompted = await world.hook(
        "user-prompt-submit",
        payload("UserPromptSubmit", "aaaaaaaa-0000-4000-8000-000000000001", {
          prompt: "Was it the SameSite cookie that made the guard redirect?",
        }),
      );
      assertEquals(prompted.code, 0);
      const found = JSON.parse((await world.run(search)).stdout);
      assertEquals(found.hits.length, expected.length);
      const again = await openSqlite(`${world.store}/.cache/search.db`);
      const strange = again.prepare(
        "SELECT name FROM sqlite_schema WHERE type IN ('view', 'trigger') " +
          "OR name = 'more' OR sql LIKE '% AS (%'",
      ).all();
      again.close();
      assertEquals(strange, []);
    });
  }
});

Deno.test("gunzipBytes() stops at its limit", async () => {
  const packed = await gzipBytes(new Uint8Array(3_000_000));
  assertEquals((await gunzipBytes(packed)).length, 3_000_000);
  await assertRejects(() => gunzipBytes(packed, 1_000_000), UserError);
});

Deno.test("forget names a bomb as unread", async () => {
  using world = new ProcessWorld();
  await world.run(["save", "the harbour master is Ophelia"]);
  const half = await gzipBytes(new Uint8Array(40 * 1024 * 1024));
  const name = "sessions/2026-01-20_1000_7e145000.l1.jsonl.gz";
  // Two members: no limit for a single one is enough.
  world.write(name, new Uint8Array([...half, ...half]));
  const { code, stdout, stderr } = await world.run([
    ...["forget", "Ophelia", "--yes"],
  ]);
  assertEquals(code, 1, stderr);
  assert(`${stdout}${stderr}`.includes(name), stdout + stderr);
  assert(!world.read("memory.md").includes("Ophelia"));
});

Deno.test("unpackLog() takes a bomb for an empty log", async () => {
  const dir = await Deno.makeTempDir();
  const path = `${dir}/bomb.l1.jsonl.gz`;
  try {
    Deno.writeFileSync(path, await gzipBytes(new Uint8Array(70 * 1024 * 1024)));
    assertEquals((await unpackLog(path)).length, 0);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});

Deno.test("askForSummary() looks into few transcripts, however many deltas wait", async () => {
  await using temporary = await TemporaryStore.create();
  const { store, dir } = temporary;
  const { layout, files } = store;
  const here = "0b5f0c52-0000-4000-8000-0000000000aa";
  const asking = `${dir}/asking.jsonl`;
  const ids = Array.from(
    { length: 200 },
    (_, i) => `${String(i).padStart(8, "0")}-0000-4000-8000-000000000000`,
  );
  const names = ids.map((id) => `${id.slice(0, 8)}-1.txt`);
  Deno.writeTextFileSync(asking, `x"attachment":{"type":"hook_"}${names}`);
  const begin = (stem: string) =>
    newSessionState({
      stem,
      transcript: asking,
      startedAt: null,
      firstUuid: null,
    });
  const at = STILL_WORLD.now().toISOString();
  ids.forEach((id, i) => {
    const delta: Delta = {
      id: `${id.slice(0, 8)}-1`,
      from: 0,
      to: 2,
      file: names[i] ?? "",
      createdAt: at,
      asks: 1,
      askedAt: at,
      request: { transcript: asking, from: 1 },
    };
    const state = { ...begin(`2026-02-01_1000_${id.slice(0, 8)}`), ended: at };
    saveSessionState(files, layout, id, { ...state, deltas: [delta] });
  });
  const own = {
    ...begin("2026-02-01_1000_0b5f0c52"),
    entries: 2,
    turnUses: 1,
  };
  saveSessionState(files, layout, here, own);
  files.replace(layout.index, JSON.stringify({ version: 2, pending: ids }));
  const looks = await looksDuring(dir, async () => {
    const claim = { who: "test", waitMs: 1000 };
    const asks = { sessionId: here, transcript: asking };
    assertEquals(
      await askForSummary(store, STILL_WORLD, asks, claim),
      undefined,
    );
  });
  const reads = looks.filter((look) => look === "openSync asking.jsonl");
  assert(reads.length > 0 && reads.length <= 8, `${reads.length}`);
});

Deno.test("isCountable() leaves huge texts and words to the estimate", () => {
  assert(isCountable("a word ".repeat(10_000)));
  assert(!isCountable("a word ".repeat(200_000)));
  assert(!isCountable("a".repeat(5000)));
});

Deno.test("a question answers from what is in the index when its time is over", async () => {
  await using temporary = await TemporaryStore.create();
  const { layout, files } = temporary.store;
  for (let i = 0; i < 5; i++) {
    const entry = {
      ts: "2026-03-02T09:20:00Z",
      role: "user",
      text: `day ${i}`,
    };
    files.replace(
      layout.l1(`2026-03-02_091${i}_0000000${i}`),
      `${JSON.stringify(entry)}\n`,
    );
  }
  const answer = await withSearchIndex(
    temporary.store,
    "test",
    () => "said",
    0,
  );
  assertEquals([answer.value, answer.scanned], ["said", null]);
  assert(answer.unread > 0);
  const next = await withSearchIndex(temporary.store, "test", () => "said");
  assertEquals(next.unread, 0);
});

Deno.test("hook stop ends with a pattern that explodes, and keeps no unchecked text", async () => {
  using world = new ProcessWorld();
  world.write(
    "config.json",
    JSON.stringify({ redact: { patterns: ["(\\w*a\\w*)*;$"] } }),
  );
  const id = "0b5f0c52-0000-4000-8000-0000000000ab";
  const transcript = `${world.dir}/${id}.jsonl`;
  const words = "a".repeat(200);
  Deno.writeTextFileSync(transcript, `${JSON.stringify(user(words))}\n`);
  const stop = payload("Stop", id, { transcript_path: transcript });
  const findLog = () =>
    world.files().find((name) => name.endsWith(".l1.jsonl"));
  // The end of a pattern that does not end takes most of a hook's time.
  await until("a log", async () => {
    assertEquals((await world.hook("stop", stop)).code, 0);
    return findLog() !== undefined;
  });
  const kept = world.read(findLog() ?? "none");
  assert(!kept.includes(words), kept);
  assert(kept.includes("[REDACTED:unchecked]"), kept);
});

Deno.test("search.db holds nothing that redaction removed, free pages included", async () => {
  await using temporary = await TemporaryStore.create();
  const planted = plantSecrets().filter(({ where }) =>
    !SURVIVORS.includes(where)
  );
  const entries = planted.flatMap(({ text }, i) => [
    user(`look: ${text}`),
    call(`t${i}`, "Bash", { command: "cat notes" }),
    result(`t${i}`, text),
  ]);
  const transcript =
    `${temporary.dir}/0b5f0c52-0000-4000-8000-0000000000ac.jsonl`;
  Deno.writeTextFileSync(
    transcript,
    entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""),
  );
  await temporary.refine(transcript);
  await withSearchIndex(temporary.store, "test", () => undefined);
  const index = temporary.store.layout.searchIndex;
  const folder = index.replace(/[^/]*$/, "");
  const bytes = Array.from(
    Deno.readDirSync(folder),
    ({ name }) =>
      new TextDecoder("latin1").decode(Deno.readFileSync(folder + name)),
  )
    .join("\n").toLowerCase();
  assert(bytes.includes("look"));
  for (const { where, secret } of planted) {
    // The index has words: letters and digits, in lower case.
    const words = secret.toLowerCase().split(/[^a-z0-9]+/)
      .filter((word) => word.length >= 10);
    for (const word of words) assert(!bytes.includes(word), where);
  }
});
