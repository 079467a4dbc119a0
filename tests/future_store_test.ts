/**
 * A store that a later version has written: fields, versions, entries and
 * files this one does not know. All events of a session run on it, and what
 * they do not know is still there, value for value.
 */

import { assert, assertEquals } from "@std/assert";
import {
  type AttackedWorld,
  copyOf,
  growRest,
  LIFE,
  LIVE,
  makeBase,
} from "./support/world/attacked_store.ts";

type Raw = Record<string, unknown>;
type Change = (raw: Raw) => Raw;

/** What a later version might add anywhere. */
const NEWS = {
  fromTheFuture: { list: [1, { deep: "값" }], big: 12345678901234, no: null },
};

const add: Change = (raw) => ({ ...raw, ...NEWS });
const addToEach = (list: unknown) => (list as Raw[]).map(add);

/** Every JSON file of a store, and where it gets news. */
const FILES: Readonly<Record<string, Change>> = {
  "memory-index.json": (raw) => ({
    ...add(raw),
    version: 99,
    stats: add(raw["stats"] as Raw),
    rotatedFiles: addToEach(raw["rotatedFiles"]),
  }),
  [`state/${LIVE}.json`]: (raw) => ({
    ...add(raw),
    version: 99,
    deltas: addToEach(raw["deltas"]),
  }),
  "facts.json": (raw) => ({
    ...add(raw),
    _meta: { ...add(raw["_meta"] as Raw), version: 99 },
    decisions: addToEach(raw["decisions"]),
    permanent: {
      ...add(raw["permanent"] as Raw),
      rules: addToEach((raw["permanent"] as Raw)["rules"]),
    },
  }),
  "concepts.json": (raw) => ({
    ...add(raw),
    version: 99,
    concepts: addToEach(raw["concepts"]),
  }),
};

/** What is not this version's to write stays as it is, byte for byte. */
const UNTOUCHED: Readonly<Record<string, string>> = {
  "config.json": '{"saveInterval": 1, "askMinChars": 200, "holograms": true}\n',
  "memory_20260101_000000.summary.json": '{"overallSummary":"x","tone":9}\n',
  "memory_20260101_000000.md": "# Project Memory: p\n\nOdd.\n",
  "vectors.bin": "\u0000\u0001",
  "sessions/2026-01-01_1000_ffffffff.l1.jsonl":
    '{"role":"hologram","ts":"2026-01-01T10:00:00Z","beam":{"x":1}}\n',
  "sessions/2026-01-01_1000_ffffffff.l9.json": '{"later":true}\n',
  "state/ffffffff-5a5b-4c1d-8e2f-00000000000f.future": "kept",
  "timeline/2026.json": "[]",
};

/** How often the new fields are in a value, and whether each is whole. */
function countNews(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const raw = value as Raw;
  let count = 0;
  if ("fromTheFuture" in raw) {
    assertEquals(raw["fromTheFuture"], NEWS.fromTheFuture);
    count++;
  }
  return count + Object.values(raw).map(countNews).reduce((a, b) => a + b, 0);
}

function fromTheFuture(base: AttackedWorld): AttackedWorld {
  const world = copyOf(base);
  for (const [name, change] of Object.entries(FILES)) {
    world.write(name, JSON.stringify(change(JSON.parse(world.read(name)))));
  }
  for (const [name, text] of Object.entries(UNTOUCHED)) world.write(name, text);
  return world;
}

Deno.test("a store from the future is worked on and kept", async (t) => {
  using base = await makeBase();
  using world = fromTheFuture(base);
  const before = new Map(
    Object.keys(FILES).map((name) => [
      name,
      countNews(JSON.parse(world.read(name))),
    ]),
  );
  growRest(world);
  // Not the delta's answer: with the delta its fields go as well.
  const life = LIFE.filter(({ fields }) => fields?.["agent_id"] !== "a1");
  for (const fired of life) {
    const { failures } = await world.fire(fired);
    assertEquals(failures, [], fired.words);
  }
  const { code } = await world.run(["remember", "Keep what is not yours"]);
  assertEquals(code, 0);
  for (const [name, count] of before) {
    await t.step(name, () => {
      const raw = JSON.parse(world.read(name));
      assert(count > 0);
      assertEquals(countNews(raw), count, JSON.stringify(raw, null, 1));
      assertEquals((raw._meta ?? raw).version, 99);
    });
  }
  for (const [name, text] of Object.entries(UNTOUCHED)) {
    await t.step(name, () => assertEquals(world.read(name), text));
  }
  assertEquals(world.files().filter((name) => name.includes(".damaged-")), []);
});

Deno.test("a known field of another shape is set aside, not lost", async () => {
  using base = await makeBase();
  using world = copyOf(base);
  const odd = JSON.stringify({ version: 99, rotatedFiles: { by: "year" } });
  world.write("memory-index.json", odd);
  growRest(world);
  for (const fired of LIFE) await world.fire(fired);
  const aside = world.files().find((name) =>
    name.startsWith("memory-index.json.damaged-")
  );
  assertEquals(world.read(aside ?? ""), odd);
  const { rotatedFiles } = JSON.parse(world.read("memory-index.json"));
  assertEquals(rotatedFiles[0].file, "memory_20260202_100000.md");
});
