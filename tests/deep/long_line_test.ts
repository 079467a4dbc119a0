/**
 * A line that is longer than an event may take. Every event reads a part of it
 * and the next one goes on; what is around it is kept once.
 * MEMORY_KEEPER_LONG_LINE_MB=1024 makes the line of the process test a
 * gigabyte long (default 64).
 */

import { assert, assertEquals } from "@std/assert";
import type { SessionState } from "../../src/session/session_state.ts";
import {
  AttackedWorld,
  type Fired,
  LIFE,
  LIVE,
} from "../support/world/attacked_store.ts";
import { fireHeld } from "../support/world/bounded_run.ts";
import {
  parseL1,
  sessionIdOf,
  TemporaryStore,
} from "../support/world/in_process.ts";

const MB = 1024 * 1024;
const PROCESS_MB = Number(Deno.env.get("MEMORY_KEEPER_LONG_LINE_MB") ?? 64);
/** Enough for a gigabyte, a second each, on a machine that does other things. */
const MOST_EVENTS = 40;
const SESSION = "10a9e711-0000-4000-8000-000000000000";

/** Writes a transcript piece by piece. */
class Scribe {
  #count = 0;

  constructor(readonly path: string) {
    Deno.mkdirSync(path.replace(/[\\/][^\\/]*$/, ""), { recursive: true });
    Deno.writeTextFileSync(path, "");
  }

  write(text: string): void {
    Deno.writeTextFileSync(this.path, text, { append: true });
  }

  entry(role: "user" | "assistant", content: unknown): void {
    this.write(`${this.#text(role, content)}\n`);
  }

  typed(words: string): void {
    this.entry("user", words);
  }

  /** An entry of about so many megabytes, without a newline. */
  long(role: "user", content: (filling: string) => unknown, mb: number): void {
    const [before = "", after = ""] = this.#text(role, content("<filling>"))
      .split("<filling>");
    this.write(before);
    const filling = '긴 줄 \\"\\\\ '.repeat(20_000);
    const size = new TextEncoder().encode(filling).length;
    for (let at = 0; at < mb * MB; at += size) this.write(filling);
    this.write(after);
  }

  #text(role: string, content: unknown): string {
    const at = String(++this.#count).padStart(2, "0");
    return JSON.stringify({
      parentUuid: null,
      isSidechain: false,
      cwd: "/project",
      sessionId: SESSION,
      type: role,
      message: { role, content },
      uuid: `uuid-${at}`,
      timestamp: `2026-02-01T10:${at}:00.000Z`,
    });
  }
}

const asPrompt = (filling: string) => `typed at length ${filling}`;

const heads = (texts: Iterable<string>) =>
  [...texts].flatMap(parseL1).map((entry) =>
    "text" in entry ? entry.text?.slice(0, 15) : `${entry.role} ${entry.id}`
  );

/** Take a transcript in with no time at all, as often as that moves it on. */
async function takeInSlowly(store: TemporaryStore, path: string) {
  const states: SessionState[] = [];
  for (;;) {
    const refined = await store.refine(path, { close: false, budgetMs: 0 });
    if (refined === undefined) throw new Error("Nothing to ingest");
    states.push(refined.state);
    if (refined.complete) return states;
    assert(states.length < 1000, "no progress");
  }
}

/** How far each event read; the last one finds that there is no more. */
const placesIn = (states: readonly SessionState[]) =>
  states.slice(0, -1).map(({ longLines = [], offset }) =>
    Math.max(offset, ...longLines.map(({ to }) => to))
  );

/** The same read in one go, by a store of its own. */
async function inOneGo(path: string): Promise<string[]> {
  await using store = await TemporaryStore.create();
  await store.refine(path, { close: false });
  return [...store.l1Texts().values()];
}

Deno.test("ingestSession() reads a long line in as many events as it takes", async (t) => {
  await t.step("that has its end", async () => {
    await using store = await TemporaryStore.create();
    const path = `${store.dir}/t/${SESSION}.jsonl`;
    const scribe = new Scribe(path);
    scribe.typed("before");
    scribe.long("user", asPrompt, 24);
    scribe.write("\n");
    scribe.typed("after");
    const states = await takeInSlowly(store, path);
    const places = placesIn(states);
    assert(places.length > 20, `${places.length} events`);
    assertEquals(places, places.toSorted((a, b) => a - b));
    assertEquals(new Set(places).size, places.length, "each goes on");
    assertEquals(states.at(-1)?.longLines, undefined);
    const texts = [...store.l1Texts().values()];
    assertEquals(heads(texts), ["before", "typed at length", "after"]);
    assertEquals(texts, await inOneGo(path));
  });
  await t.step("that has no end yet", async () => {
    await using store = await TemporaryStore.create();
    const path = `${store.dir}/t/${SESSION}.jsonl`;
    const scribe = new Scribe(path);
    scribe.typed("before");
    scribe.long("user", asPrompt, 16);
    await takeInSlowly(store, path);
    const again = await takeInSlowly(store, path);
    assertEquals(again.length, 1, "what was read is not read again");
    assertEquals(heads(store.l1Texts().values()), ["before"]);
    scribe.write("\n");
    scribe.typed("after");
    await takeInSlowly(store, path);
    const texts = [...store.l1Texts().values()];
    assertEquals(heads(texts), ["before", "typed at length", "after"]);
    assertEquals(texts, await inOneGo(path));
  });
  await t.step("that never gets its end", async () => {
    await using store = await TemporaryStore.create();
    const path = `${store.dir}/t/${SESSION}.jsonl`;
    const scribe = new Scribe(path);
    scribe.typed("before");
    scribe.long("user", asPrompt, 16);
    await takeInSlowly(store, path);
    await store.refine(path, { close: true });
    await store.refine(path, { close: true });
    const expected = ["before", "typed at length"];
    assertEquals(heads(store.l1Texts().values()), expected);
    scribe.write("\n");
    scribe.typed("after all");
    await store.refine(path);
    assertEquals(heads(store.l1Texts().values()), [...expected, "after all"]);
  });
  await t.step("behind calls that are open", async () => {
    await using store = await TemporaryStore.create();
    const path = `${store.dir}/t/${SESSION}.jsonl`;
    const scribe = new Scribe(path);
    const call = (id: string) => ({ type: "tool_use", id, name: "Bash" });
    const result = (id: string) => (content: string) => [
      { type: "tool_result", tool_use_id: id, content },
    ];
    scribe.typed("before");
    scribe.entry("assistant", [call("one"), call("two")]);
    for (const id of ["two", "one"]) {
      scribe.long("user", result(id), 12);
      scribe.write("\n");
    }
    scribe.typed("after");
    const states = await takeInSlowly(store, path);
    const places = placesIn(states);
    assertEquals(new Set(places).size, places.length, "each goes on");
    const texts = [...store.l1Texts().values()];
    assertEquals(heads(texts), ["before", "tool one", "tool two", "after"]);
    assertEquals(texts, await inOneGo(path));
  });
  await t.step("that is the first one", async () => {
    await using store = await TemporaryStore.create();
    const path = `${store.dir}/t/${SESSION}.jsonl`;
    const scribe = new Scribe(path);
    scribe.long("user", asPrompt, 16);
    scribe.write("\n");
    scribe.typed("after");
    assert((await takeInSlowly(store, path)).length > 20);
    const texts = store.l1Texts().values();
    assertEquals(heads(texts), ["typed at length", "after"]);
  });
  await t.step("that is another one by then", async () => {
    await using store = await TemporaryStore.create();
    const path = `${store.dir}/t/${SESSION}.jsonl`;
    const scribe = new Scribe(path);
    scribe.typed("before");
    const { size } = Deno.statSync(path);
    scribe.long("user", asPrompt, 16);
    await takeInSlowly(store, path);
    Deno.truncateSync(path, size);
    scribe.long("user", (filling) => `other words ${filling}`, 17);
    scribe.write("\n");
    await takeInSlowly(store, path);
    const texts = [...store.l1Texts().values()];
    assertEquals(heads(texts).length, 2);
    assert(texts.join().includes("other words"));
    assertEquals(texts, await inOneGo(path));
  });
});

Deno.test("a state with notes of long lines that are none is read", async () => {
  await using store = await TemporaryStore.create();
  const path = `${store.dir}/t/${SESSION}.jsonl`;
  const scribe = new Scribe(path);
  scribe.typed("before");
  await store.refine(path, { close: false });
  const state = store.store.layout.state(sessionIdOf(path));
  const saved = JSON.parse(Deno.readTextFileSync(state));
  const from = saved.offset;
  const odd = [null, 7, {}, { from, to: from + 5, kept: [[0, 9]], mark: "" }];
  Deno.writeTextFileSync(state, JSON.stringify({ ...saved, longLines: odd }));
  scribe.typed("after");
  await store.refine(path, { close: false });
  assertEquals(heads(store.l1Texts().values()), ["before", "after"]);
});

Deno.test(`hook stop and a line of ${PROCESS_MB} MB among others`, async (t) => {
  const stop = LIFE.find(({ words }) => words === "stop") as Fired;
  const logOf = (world: AttackedWorld) =>
    world.files().filter((name) => name.endsWith(".l1.jsonl"))
      .map((name) => world.read(name));
  for (const ended of [true, false]) {
    await t.step(ended ? "with its end" : "without", async () => {
      using world = new AttackedWorld();
      const scribe = new Scribe(world.transcript(LIVE));
      scribe.typed("before");
      scribe.long("user", asPrompt, PROCESS_MB);
      if (ended) scribe.write("\n");
      if (ended) scribe.typed("after");
      const expected = ended
        ? ["before", "typed at length", "after"]
        : ["before"];
      let events = 0;
      do await fireHeld(world, stop); while (
        heads(logOf(world)).length < expected.length && ++events < MOST_EVENTS
      );
      await fireHeld(world, stop);
      assertEquals(heads(logOf(world)), expected);
    });
  }
});
