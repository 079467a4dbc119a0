import { assertEquals, assertMatch } from "@std/assert";
import { type Job, runWorkers } from "../../tests/support/world/lock_worker.ts";
import { SealedWorld } from "../../tests/support/world/sealed_world.ts";
import { sized } from "../../tests/support/world/thorough.ts";
import { storeLayout } from "../store/layout.ts";
import { type MemoryIndex, readIndex, updateIndex } from "./memory_index.ts";
import { StoreFiles } from "../store/store_files.ts";

const FILE = "memory-index.json";

const readIn = (world: SealedWorld) => readIndex(storeLayout(world.store));

const update = (
  world: SealedWorld,
  change: (index: MemoryIndex) => MemoryIndex,
) =>
  updateIndex(new StoreFiles(world.project), storeLayout(world.store), change);

const countOne = (index: MemoryIndex) => ({
  ...index,
  counter: index.counter + 1,
});

const EMPTY = {
  version: 2,
  current: "memory.md",
  rotatedFiles: [],
  stats: { totalRotations: 0, lastRotation: null },
  counter: 0,
  lastMemoryUpdateTs: null,
  rulesInjectionCount: 0,
  pending: [],
};

Deno.test("readIndex() gives an empty index for an empty store and writes nothing", () => {
  using world = new SealedWorld();
  assertEquals(readIn(world), EMPTY);
  assertEquals(Array.from(Deno.readDirSync(world.project)), []);
});

Deno.test("updateIndex() makes the file on first use", () => {
  using world = new SealedWorld();
  assertEquals(update(world, countOne), { ...EMPTY, counter: 1 });
  assertEquals(JSON.parse(world.read(FILE)), { ...EMPTY, counter: 1 });
});

Deno.test("updateIndex() keeps every field it does not know", async (t) => {
  const rotated = {
    file: "memory_20260101_000000.md",
    rotatedAt: "2026-01-01T00:00:00.000Z",
    tokens: 24_000,
    bytes: 90_000,
    summary: "memory_20260101_000000.summary.json",
    summaryGenerated: true,
  };
  const full = {
    ...EMPTY,
    rotatedFiles: [rotated],
    stats: { totalRotations: 1, lastRotation: rotated.rotatedAt },
    lastMemoryUpdateTs: "2026-01-02T00:00:00.000Z",
    memory: { bytes: 10, mtimeMs: 1.5, tokens: 3 },
    pending: ["3f2a9c11-0000-4000-8000-000000000001"],
  };
  const rows: Record<string, string> = {
    "nothing unknown": JSON.stringify(full),
    "at the top": JSON.stringify({ ...full, later: { a: [1, { b: null }] } }),
    "in a rotated file": JSON.stringify({
      ...full,
      rotatedFiles: [{ ...rotated, asks: 2, agent: { id: "a" }, later: [] }],
    }),
    "in stats": JSON.stringify({ ...full, stats: { ...full.stats, x: "y" } }),
    "a key named __proto__": JSON.stringify(full).replace(
      "{",
      '{"__proto__":{"polluted":true},"constructor":1,',
    ),
    "numbers": JSON.stringify({
      ...full,
      numbers: [0.1, -1, 1e21, 5e-324, Number.MAX_SAFE_INTEGER],
    }),
    "text": JSON.stringify({ ...full, "키 🗝": '"\\\u0000\u2028\ud800' }),
    "version 7, from the future": JSON.stringify({ ...full, version: 7 }),
  };
  for (const [name, text] of Object.entries(rows)) {
    await t.step(name, () => {
      using world = new SealedWorld();
      world.write(FILE, text);
      update(world, countOne);
      const after = JSON.stringify(JSON.parse(world.read(FILE)));
      assertEquals(
        sortKeys(after),
        sortKeys(text.replace(
          '"counter":0',
          '"counter":1',
        )),
      );
      assertEquals(world.files(), [FILE]);
      assertEquals(Object.hasOwn(Object.prototype, "polluted"), false);
    });
  }
});

/** JSON with its keys in order, as text: equality would pass over `__proto__`. */
function sortKeys(text: string): string {
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted);
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1);
    return entries.map(([key, inner]) => [key, sorted(inner)]);
  };
  return JSON.stringify(sorted(JSON.parse(text)));
}

Deno.test("readIndex() reads version 1 and keeps it as it is", async (t) => {
  const rotated = { file: "memory_20250101_000000.md", summary: null };
  for (const [field, tokens] of [["tokenCount", 9], ["tokens", 8]] as const) {
    await t.step(field, () => {
      using world = new SealedWorld();
      world.write(
        FILE,
        JSON.stringify({
          version: 1,
          current: "memory.md",
          rotatedFiles: [{ ...rotated, [field]: tokens }],
        }),
      );
      assertEquals(readIn(world).rotatedFiles[0]?.tokens, tokens);
      update(world, countOne);
      const after = JSON.parse(world.read(FILE));
      assertEquals([after.version, after.counter], [1, 1]);
      assertEquals(after.rotatedFiles[0][field], tokens);
      assertEquals(after.rotatedFiles[0].tokens, tokens);
      assertEquals(after.rotatedFiles[0].summaryGenerated, false);
    });
  }
});

Deno.test("readIndex() reads a byte order mark and CRLF", () => {
  using world = new SealedWorld();
  const text = JSON.stringify({ ...EMPTY, counter: 4 }, null, 2);
  world.write(FILE, `\ufeff${text.replaceAll("\n", "\r\n")}\r\n`);
  assertEquals(readIn(world).counter, 4);
  assertEquals(update(world, countOne).counter, 5);
});

const ARCHIVES = {
  "memory_20260102_030405.md": "newer 가",
  "memory_20260101_000000.md": "older",
  "memory_20260101_000000.summary.json": "{}",
  // None of these is an archive.
  "memory.md": "current",
  "memory_20260103_000000.md.bak": "a backup",
  "memory_2026_01.md": "the user's own",
};

const REBUILT = {
  ...EMPTY,
  rotatedFiles: [{
    file: "memory_20260101_000000.md",
    rotatedAt: "2026-01-01T00:00:00.000Z",
    tokens: null,
    bytes: 5,
    summary: "memory_20260101_000000.summary.json",
    summaryGenerated: true,
  }, {
    file: "memory_20260102_030405.md",
    rotatedAt: "2026-01-02T03:04:05.000Z",
    tokens: null,
    bytes: 9,
    summary: null,
    summaryGenerated: false,
  }],
  stats: { totalRotations: 2, lastRotation: "2026-01-02T03:04:05.000Z" },
};

Deno.test("updateIndex() rebuilds a missing or damaged index from the archives", async (t) => {
  const rows: Record<string, string | undefined> = {
    "missing": undefined,
    "an empty file": "",
    "not JSON": '{"version": 2, "rotatedFiles": [',
    "not an object": "[]",
    "a counter of the wrong type": '{"counter":"5"}',
    "a version of the wrong type": '{"version":"2"}',
    "rotatedFiles of the wrong type": '{"rotatedFiles":{}}',
    "a rotated file of the wrong type": '{"rotatedFiles":["memory.md"]}',
    "a field of a rotated file": '{"rotatedFiles":[{"file":1}]}',
    "stats of the wrong type": '{"stats":[]}',
    "pending of the wrong type": '{"pending":[1]}',
  };
  for (const [name, content] of Object.entries(rows)) {
    await t.step(name, () => {
      using world = new SealedWorld();
      for (const [file, text] of Object.entries(ARCHIVES)) {
        world.write(file, text);
      }
      if (content !== undefined) world.write(FILE, content);
      const before = world.files();
      assertEquals(readIn(world), REBUILT);
      assertEquals(world.files(), before);
      assertEquals(update(world, countOne), { ...REBUILT, counter: 1 });
      assertEquals(JSON.parse(world.read(FILE)), { ...REBUILT, counter: 1 });
      const aside = world.files().filter((file) => file.includes("damaged"));
      if (content === undefined) assertEquals(aside, []);
      else {
        assertMatch(aside[0] ?? "", /^memory-index\.json\.damaged-\d{17}$/);
        assertEquals(aside.map((file) => world.read(file)), [content]);
      }
    });
  }
});

Deno.test("updateIndex() by many processes under the lock loses nothing", async () => {
  using world = new SealedWorld();
  world.write(FILE, JSON.stringify({ ...EMPTY, later: "kept" }));
  const names = Array.from(
    { length: sized(5, 12) },
    (_, i) => `session-${i + 10}`,
  );
  const jobs = names.map((who): Job => ({
    task: "index",
    boundary: world.project,
    store: world.store,
    who,
  }));
  assertEquals(await runWorkers(jobs), names.map(() => ""));
  const index = readIn(world);
  assertEquals([...index.pending].sort(), names);
  assertEquals([index.counter, index["later"]], [names.length, "kept"]);
});
