import { assert, assertEquals } from "@std/assert";
import { cutDeltas } from "../src/summary/cut_deltas.ts";
import { recoverCut } from "../src/capture/_recover_cut.ts";
import { appendSection } from "../src/memory/append_section.ts";
import { finishSession } from "../src/summary/finish_session.ts";
import { settleUnanswered } from "../src/summary/settle_unanswered.ts";
import { sweepStore } from "../src/session/sweep_store.ts";
import { saveSessionState } from "../src/session/session_state.ts";
import { withSession } from "../src/session/session.ts";
import type { Store } from "../src/store/store.ts";
import { STILL_WORLD, TemporaryStore } from "./support/world/in_process.ts";
import {
  findBreaches,
  sectionsOf,
} from "./support/oracle/memory_invariants.ts";
import {
  CLAIM,
  plantSession,
  stateOf,
  waitingDelta,
  wordsOf,
  worldAfter,
} from "./support/world/planted_session.ts";

const ID = "aaaaaaaa-0000-4000-8000-000000000001";
const ALL = { minChars: 0 };

const cutNow = (store: Store, options: Parameters<typeof cutDeltas>[2]) =>
  withSession(
    store,
    ID,
    CLAIM,
    (session) => cutDeltas(session, STILL_WORLD, options),
  );

const rangesOf = (list: readonly { from?: number; to?: number }[]) =>
  list.map(({ from, to }) => [from, to]);

const record = (store: Store, from: number, to: number) =>
  appendSection(store, STILL_WORLD, {
    session: { sessionId: ID, stem: stateOf(store, ID).stem },
    range: { from, to },
    text: `About ${from} to ${to}.`,
  });

Deno.test("cutDeltas() cuts from entry 0, and nothing where nothing is new", async () => {
  await using temporary = await TemporaryStore.create();
  const { store } = temporary;
  plantSession(store, ID, wordsOf(80));
  assertEquals(rangesOf(await cutNow(store, ALL)), [[0, 80]]);
  assertEquals(await cutNow(store, ALL), []);
  assertEquals(stateOf(store, ID).deltaCount, 1);
});

Deno.test("cutDeltas() waits for enough characters and entries", async () => {
  await using temporary = await TemporaryStore.create();
  const { store } = temporary;
  plantSession(store, ID, wordsOf(4));
  assertEquals(await cutNow(store, { minChars: 5000 }), []);
  assertEquals(await cutNow(store, { minChars: 0, minEntries: 5 }), []);
  assertEquals((await cutNow(store, ALL)).length, 1);
});

Deno.test("cutDeltas() divides at 36,000 characters and leaves no entry out", async () => {
  await using temporary = await TemporaryStore.create();
  const { store } = temporary;
  plantSession(store, ID, wordsOf(30, "x".repeat(5000)));
  const found = await cutNow(store, ALL);
  assertEquals(found.map(({ id }) => id).slice(0, 2), [
    "aaaaaaaa-1",
    "aaaaaaaa-2",
  ]);
  let at = 0;
  for (const { from, to, file } of found) {
    assertEquals(from, at);
    at = to;
    const { length } = Deno.readTextFileSync(store.layout.delta(file));
    assert(length <= 36_000 && length > 0);
  }
  assertEquals(at, 30);
});

Deno.test("cutDeltas() begins 50 entries before the end where the store came late", async () => {
  await using temporary = await TemporaryStore.create();
  const { store } = temporary;
  const startedAt = new Date(Date.now() - 3_600_000).toISOString();
  plantSession(store, ID, wordsOf(80), { startedAt });
  assertEquals(rangesOf(await cutNow(store, ALL)), [[30, 80]]);
  assertEquals(stateOf(store, ID).summarizedTo, 30);
});

/** Longer than what is read at once: 2,000 entries of 10,000 characters. */
const MANY = wordsOf(2000, "x".repeat(10_000));

Deno.test("cutDeltas() cuts only the end of a log that is too long to read", async () => {
  await using temporary = await TemporaryStore.create();
  const { store } = temporary;
  plantSession(store, ID, MANY);
  const found = await cutNow(store, ALL);
  const [first, last] = [found[0], found.at(-1)];
  assert(first && last && first.from > 300 && first.from < 500);
  assertEquals(last.to, 2000);
  const told = Deno.readTextFileSync(store.layout.delta(last.file));
  assert(told.includes("x 1999"));
  // An entry is known by its number, wherever the reading began.
  const begun = Deno.readTextFileSync(store.layout.delta(first.file));
  assert(begun.includes(`x ${first.from}\n`));
  const { cutTo, cutBytes, l1Bytes } = stateOf(store, ID);
  assertEquals([cutTo, cutBytes], [2000, l1Bytes]);
});

Deno.test("finishSession() makes a digest of both ends of such a log", async () => {
  await using temporary = await TemporaryStore.create();
  const { store } = temporary;
  const asked = { role: "user" as const, text: "Why is the lantern dark?" };
  const answer = { role: "assistant" as const, text: "Its fuse was wet." };
  plantSession(store, ID, [asked, ...MANY, answer], {
    ended: STILL_WORLD.now().toISOString(),
  });
  await finishSession(store, STILL_WORLD, ID, CLAIM);
  const { stem, cutTo } = stateOf(store, ID);
  const digest = Deno.readTextFileSync(store.layout.digest(stem));
  assert(digest.includes("Why is the lantern dark?"));
  assert(digest.includes("Its fuse was wet."));
  assertEquals(cutTo, 2002);
});

Deno.test("recoverCut() knows from the sections what is summarised", async () => {
  await using temporary = await TemporaryStore.create();
  const { store } = temporary;
  plantSession(store, ID, wordsOf(60));
  record(store, 0, 20);
  record(store, 20, 40);
  store.files.replace(store.layout.delta("aaaaaaaa-7.txt"), "left\n");
  const state = stateOf(store, ID);
  const cut = recoverCut(store, state);
  assertEquals([cut.summarizedTo, cut.cutTo, cut.deltaCount], [40, 40, 7]);
  const { files, layout } = store;
  saveSessionState(files, layout, ID, { ...state, ...cut });
  const [delta] = await cutNow(store, ALL);
  assertEquals([delta?.id, delta?.from, delta?.to], ["aaaaaaaa-8", 40, 60]);
});

Deno.test("recoverCut() finds what waited between two sections", async () => {
  await using temporary = await TemporaryStore.create();
  const { store } = temporary;
  plantSession(store, ID, wordsOf(60));
  record(store, 0, 10);
  record(store, 20, 40);
  const state = stateOf(store, ID);
  const cut = recoverCut(store, state);
  assertEquals([cut.summarizedTo, cut.cutTo], [10, 10]);
  saveSessionState(store.files, store.layout, ID, { ...state, ...cut });
  const deltas = await cutNow(store, ALL);
  assertEquals(rangesOf(deltas), [[10, 20], [40, 60]]);
  assertEquals(findBreaches(store.layout.dir), []);
});

/** Three deltas of an ended session, the middle one answered. */
function plantAnswered(store: Store, asks: number): void {
  plantSession(store, ID, wordsOf(40), {
    ended: STILL_WORLD.now().toISOString(),
    deltas: [
      waitingDelta("aaaaaaaa-1", 0, 10, { asks }),
      waitingDelta("aaaaaaaa-3", 20, 30, { asks }),
      waitingDelta("aaaaaaaa-4", 30, 40, { asks }),
    ],
    deltaCount: 4,
    cutTo: 40,
    cutBytes: 100_000,
  });
  record(store, 10, 20);
}

Deno.test("settleUnanswered() digests what was not answered, and only that", async () => {
  await using temporary = await TemporaryStore.create();
  const { store } = temporary;
  plantAnswered(store, 3);
  assertEquals(await settleUnanswered(store, STILL_WORLD, CLAIM), 2);
  const digests = sectionsOf(store.layout.dir).filter((one) => one.isDigest);
  assertEquals(rangesOf(digests), [[0, 10], [20, 40]]);
  const { deltas, summarizedTo } = stateOf(store, ID);
  assertEquals([deltas.length, summarizedTo], [0, 40]);
  assertEquals(findBreaches(store.layout.dir), []);
});

Deno.test("settleUnanswered() waits for three requests or a week", async () => {
  await using temporary = await TemporaryStore.create();
  const { store } = temporary;
  plantAnswered(store, 2);
  const day = 24 * 60;
  for (const [minutes, digests] of [[0, 0], [6 * day, 0], [8 * day, 2]]) {
    const world = worldAfter(minutes ?? 0);
    assertEquals(await settleUnanswered(store, world, CLAIM), digests);
  }
});

Deno.test("settleUnanswered() does not digest an answer that was killed on its way", async () => {
  await using temporary = await TemporaryStore.create();
  const { store } = temporary;
  plantAnswered(store, 3);
  record(store, 20, 30);
  await settleUnanswered(store, STILL_WORLD, CLAIM);
  const digests = sectionsOf(store.layout.dir).filter((one) => one.isDigest);
  assertEquals(rangesOf(digests), [[0, 10], [30, 40]]);
});

Deno.test("sweepStore() takes what was left behind, not what is in use", async () => {
  await using temporary = await TemporaryStore.create();
  const { store } = temporary;
  plantAnswered(store, 0);
  const { layout } = store;
  const old = [
    "state/.a.json.12-0a1b2c3d.tmp",
    "backups/20260301-101500-legacy/sessions/.c.md.12-0a1b2c3d.tmp",
    "delta/aaaaaaaa-2.txt",
  ];
  const kept = [
    "state/.b.json.12-0a1b2c3d.tmp",
    ".mine.tmp",
    "delta/aaaaaaaa-1.txt",
    "delta/cccccccc-1.txt",
  ];
  const past = new Date(STILL_WORLD.now().getTime() - 61_000);
  for (const name of [...old, ...kept]) {
    const path = `${layout.dir}/${name}`;
    Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    Deno.writeTextFileSync(path, "text\n");
    const at = name.includes(".b.") ? STILL_WORLD.now() : past;
    Deno.utimeSync(path, at, at);
  }
  assertEquals(await sweepStore(store, STILL_WORLD, CLAIM), old.length);
  for (const name of kept) {
    assert(Deno.statSync(`${layout.dir}/${name}`).isFile);
  }
});
