import { assertEquals } from "@std/assert";
import { TemporaryStore } from "../../tests/support/world/in_process.ts";
import {
  plantSession,
  wordsOf,
} from "../../tests/support/world/planted_session.ts";
import {
  HAS_INODES,
  looksDuring,
} from "../../tests/support/world/counted_files.ts";
import type { MemoryIndex } from "./memory_index.ts";
import { Snapshot } from "./snapshot.ts";

const ID = "0a11ce00-0000-4000-8000-000000000000";
const more = (index: MemoryIndex) => ({ ...index, counter: index.counter + 1 });

Deno.test("Snapshot loses no change that another process made", async () => {
  await using temporary = await TemporaryStore.create();
  const { store } = temporary;
  const [one, other] = [new Snapshot(store), new Snapshot(store)];
  for (let i = 0; i < 5; i++) {
    one.updateIndex(more);
    other.updateIndex(more);
  }
  assertEquals(new Snapshot(store).index.counter, 10);
});

Deno.test("Snapshot keeps what it has read until it is told to look", async () => {
  await using temporary = await TemporaryStore.create();
  const { store } = temporary;
  const [one, other] = [new Snapshot(store), new Snapshot(store)];
  one.updateIndex(more);
  other.updateIndex(more);
  assertEquals(one.index.counter, 1);
  one.doubt();
  assertEquals(one.index.counter, 2);
});

Deno.test("Snapshot reads the state that another process has saved", async () => {
  await using temporary = await TemporaryStore.create();
  const { store } = temporary;
  plantSession(store, ID, wordsOf(2), {});
  const [one, other] = [new Snapshot(store), new Snapshot(store)];
  const state = one.state(ID);
  if (state === undefined) throw new Error("No state");
  other.saveState(ID, { ...state, deltaCount: 3 });
  assertEquals(one.state(ID)?.deltaCount, 0);
  const now = one.stateNow(ID);
  assertEquals(now.state === "ok" && now.value.deltaCount, 3);
});

Deno.test("Snapshot reads once what only it changes", async () => {
  await using temporary = await TemporaryStore.create();
  const { store } = temporary;
  new Snapshot(store).updateIndex(more);
  const looks = await looksDuring(store.layout.dir, () => {
    const snapshot = new Snapshot(store);
    for (let i = 0; i < 3; i++) snapshot.updateIndex(more);
    return Promise.resolve();
  });
  const reads = looks.filter((look) => /^read\S* memory-index\./.test(look));
  assertEquals(reads.length, HAS_INODES ? 1 : 3);
});

Deno.test("Snapshot sets a damaged index aside, and goes on", async () => {
  await using temporary = await TemporaryStore.create();
  const { store } = temporary;
  const snapshot = new Snapshot(store);
  snapshot.updateIndex(more);
  for (const damage of ["{", "[]", '{"counter":"x"}']) {
    Deno.writeTextFileSync(store.layout.index, damage);
    snapshot.updateIndex(more);
    assertEquals(new Snapshot(store).index.counter, 1);
  }
  Deno.removeSync(store.layout.index);
  snapshot.updateIndex(more);
  assertEquals(new Snapshot(store).index.counter, 1);
});
