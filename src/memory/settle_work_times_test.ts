import { assert, assertEquals } from "@std/assert";
import { TemporaryStore } from "../../tests/support/world/in_process.ts";
import { gzipBytes } from "../store/gzip.ts";
import { Deadline } from "../base/timeout.ts";
import { parseMemory } from "./memory_text.ts";
import { settleWorkTimes } from "./settle_work_times.ts";
import { renderWork } from "./work_time.ts";
import { readWorkTimes } from "./work_times.ts";

const NO_END = new Deadline(Infinity);
const STEM = "2026-01-05_0900_aaaaaaaa";
/** As version 0.1 wrote them: dated by when they were written. */
const OLDER = `# Project Memory: p

## 2026-01-09_1200 (local 01-09_1200)
<!-- session aaaaaaaa · entries 0-2 · branch main -->
The first half.

## 2026-01-09_1201 (local 01-09_1201)
<!-- session aaaaaaaa · entries 2-4 -->
The second half.

## 2026-01-09_1202 (local 01-09_1202)
<!-- session bbbbbbbb · entries 0-9 -->
Its log is gone.

## 2026-01-09_1203 (local 01-09_1203)
Saved by hand.

## 2026-01-09_0800 (local 01-09_0800)
<!-- session aaaaaaaa · entries 4-5 -->
<!-- work 2026-01-09T07:59Z/2026-01-09T08:00Z -->
It says so itself.
`;

const entry = (ts: string) => JSON.stringify({ ts, role: "user", text: "x" });
const LOG = [
  entry("2026-01-05T09:00:10.000Z"),
  "torn {",
  entry("2026-01-05T09:05:00.000Z"),
  entry("2026-01-06T10:00:00.000Z"),
  entry("2026-01-06T11:30:59.000Z"),
  "",
].join("\n");

async function olderStore(): Promise<TemporaryStore> {
  const temporary = await TemporaryStore.create();
  const { layout } = temporary.store;
  Deno.mkdirSync(layout.sessions, { recursive: true });
  Deno.writeTextFileSync(layout.memory, OLDER);
  Deno.writeTextFileSync(layout.l1(STEM), LOG);
  return temporary;
}

const EXPECTED = [
  "2026-01-05T09:00Z/2026-01-05T09:05Z",
  "2026-01-06T10:00Z/2026-01-06T11:30Z",
  "recorded",
  "",
  "2026-01-09T07:59Z/2026-01-09T08:00Z",
];

function timesIn(
  { store }: TemporaryStore,
  times = readWorkTimes(store.layout),
) {
  return parseMemory(OLDER).sections.map((one) => {
    const work = times.of(one);
    return work ? renderWork(work) : times.isRecorded(one) ? "recorded" : "";
  });
}

Deno.test("settleWorkTimes() dates older sections by their logs, once", async () => {
  await using temporary = await olderStore();
  const { store } = temporary;
  await settleWorkTimes(store, { budget: NO_END });
  assertEquals(timesIn(temporary), EXPECTED);
  assertEquals(Deno.readTextFileSync(store.layout.memory), OLDER);
  const kept = Deno.readTextFileSync(store.layout.workTimes);
  Deno.removeSync(store.layout.l1(STEM));
  await settleWorkTimes(store, { budget: NO_END });
  assertEquals(Deno.readTextFileSync(store.layout.workTimes), kept);
  assertEquals(timesIn(temporary), EXPECTED);
});

Deno.test("settleWorkTimes() reads packed logs, and archives", async () => {
  await using temporary = await olderStore();
  const { store } = temporary;
  const { layout } = store;
  Deno.renameSync(layout.memory, `${layout.dir}/memory_20260110_000000.md`);
  const packed = await gzipBytes(new TextEncoder().encode(LOG));
  Deno.writeFileSync(`${layout.l1(STEM)}.gz`, packed);
  Deno.removeSync(layout.l1(STEM));
  await settleWorkTimes(store, { budget: NO_END });
  assertEquals(timesIn(temporary), EXPECTED);
});

Deno.test("settleWorkTimes() goes on where an event ran out of time", async () => {
  await using temporary = await olderStore();
  const { store } = temporary;
  const padding = `${
    JSON.stringify({ role: "user", text: "y".repeat(999) })
  }\n`;
  // Entries 4 and on belong to no older section; the log is read in parts.
  const long = LOG.replace("torn {\n", "") + padding.repeat(2000);
  Deno.writeTextFileSync(store.layout.l1(STEM), long);
  const memory = OLDER.replace("entries 2-4", "entries 2-1900");
  Deno.writeTextFileSync(store.layout.memory, memory);
  let left = 1;
  /** Passes with the second look. */
  class Short extends Deadline {
    override get passed() {
      return left-- <= 0;
    }
  }
  let events = 0;
  for (; events < 50; events++) {
    left = 2;
    const times = await settleWorkTimes(store, { budget: new Short(1) });
    if (times.kept.times["aaaaaaaa 2-1900"] !== undefined) break;
  }
  assert(events > 1, `${events} events`);
  const { times } = readWorkTimes(store.layout).kept;
  assertEquals(
    times["aaaaaaaa 2-1900"],
    "2026-01-06T10:00Z/2026-01-06T11:30Z",
  );
});

Deno.test("settleWorkTimes() keeps nothing for who only reads", async () => {
  await using temporary = await olderStore();
  const times = await settleWorkTimes(temporary.store, {
    budget: NO_END,
    keep: false,
  });
  assertEquals(timesIn(temporary, times), EXPECTED);
  assertEquals(timesIn(temporary)[0], "recorded");
});
