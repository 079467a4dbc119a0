/** Catching up with sessions no hook told of, and taking in those never seen. */

import { assert, assertEquals } from "@std/assert";
import { ingestBacklog } from "../src/capture/ingest_backlog.ts";
import { readIndex } from "../src/session/memory_index.ts";
import { Deadline } from "../src/base/timeout.ts";
import type { World } from "../src/base/world.ts";
import { onePass, part } from "./support/oracle/expected_l1.ts";
import { STILL_WORLD, TemporaryStore } from "./support/world/in_process.ts";
import {
  forkTranscript,
  type GeneratedTranscript,
  generateTranscript,
  type GeneratorOptions,
  writeTranscript,
} from "./support/generator/transcript_generator.ts";

const MINUTE_MS = 60_000;
const NOW_MS = STILL_WORLD.now().getTime();

/** A store and the folder with its project's transcripts. */
class Folder implements AsyncDisposable {
  readonly dir: string;

  private constructor(readonly store: TemporaryStore) {
    this.dir = `${store.dir}/t`;
    Deno.mkdirSync(this.dir);
  }

  static async create(): Promise<Folder> {
    return new Folder(await TemporaryStore.create());
  }

  make(seed: number, more: Partial<GeneratorOptions> = {}) {
    const cwd = `${this.store.dir}/project`;
    return generateTranscript({ seed, turns: 3, cwd, ...more });
  }

  /** Write a transcript that was last written to so many minutes ago. */
  async write(
    transcript: GeneratedTranscript,
    minutesAgo: number,
  ): Promise<string> {
    const path = await writeTranscript(this.dir, transcript);
    const at = new Date(NOW_MS - minutesAgo * MINUTE_MS);
    await Deno.utime(path, at, at);
    return path;
  }

  reconcile({ ms = Infinity, world = STILL_WORLD, except = "" } = {}) {
    return ingestBacklog(this.store.store, world, {
      transcripts: this.dir,
      except,
      who: "test",
      budget: new Deadline(ms),
    });
  }

  state({ sessionId }: GeneratedTranscript) {
    const path = this.store.store.layout.state(sessionId);
    try {
      return JSON.parse(Deno.readTextFileSync(path));
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return undefined;
      throw error;
    }
  }

  l1(transcript: GeneratedTranscript): string[] {
    const { stem } = this.state(transcript);
    const path = this.store.store.layout.l1(stem);
    return Deno.readTextFileSync(path).trimEnd().split("\n");
  }

  get pending(): readonly string[] {
    return readIndex(this.store.store.layout).pending;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.store[Symbol.asyncDispose]();
  }
}

const later = (minutes: number): World => ({
  ...STILL_WORLD,
  now: () => new Date(NOW_MS + minutes * MINUTE_MS),
});

Deno.test("ingestBacklog() ingests siblings and ends those that are dead", async () => {
  await using folder = await Folder.create();
  const [dead, alive] = [folder.make(1), folder.make(2)];
  await folder.write(dead, 90);
  await folder.write(alive, 5);
  const done = await folder.reconcile();
  assertEquals(done, { caughtUp: 0, takenIn: 2, failed: 0 });
  for (const transcript of [dead, alive]) {
    const { takenIn, summarizedTo, entries } = folder.state(transcript);
    assertEquals(takenIn, true);
    assertEquals(summarizedTo, entries);
    assert(entries > 3);
  }
  assertEquals(folder.l1(dead), await onePass(dead));
  assertEquals(folder.state(dead).ended, STILL_WORLD.now().toISOString());
  assertEquals(folder.state(alive).ended, undefined);
  assertEquals(folder.pending, [alive.sessionId]);
});

Deno.test("ingestBacklog() ingests the newest first, a parent before its fork", async () => {
  await using folder = await Folder.create();
  const parent = folder.make(3, { subagents: "none" });
  const fork = forkTranscript(
    parent,
    "f0000001-0000-4000-8000-000000000000",
    3,
    4,
  );
  const ages: [GeneratedTranscript, number][] = [
    [folder.make(5), 70],
    [folder.make(6), 300],
    [fork, 80],
    [parent, 500],
    [folder.make(7), 75],
  ];
  for (const [transcript, minutes] of ages) {
    await folder.write(transcript, minutes);
  }
  await folder.reconcile();
  const order = ages.map(([transcript]) => ({
    at: Deno.statSync(
      folder.store.store.layout.l1(folder.state(transcript).stem),
    ).birthtime?.getTime() ?? 0,
    transcript,
  })).sort((a, b) => a.at - b.at).map(({ transcript }) => transcript);
  const expected = [0, 4, 3, 2, 1].map((index) => ages[index]?.[0]);
  assertEquals(
    order.map(({ sessionId }) => sessionId),
    expected.map((transcript) => transcript?.sessionId),
  );
  assertEquals(folder.state(fork).forkOf, parent.sessionId);
  assertEquals(folder.state(parent).forkOf, undefined);
});

Deno.test("ingestBacklog() ingests only sessions of this project", async () => {
  await using folder = await Folder.create();
  const { dir } = folder.store;
  const rows: [cwd: string, isOurs: boolean][] = [
    [`${dir}/project`, true],
    [`${dir}/project/src/deep`, true],
    [`${dir}/project-two`, false],
    [dir, false],
    ["/home/user/other", false],
    ["", false],
  ];
  const made = rows.map(([cwd], i) => folder.make(10 + i, { cwd }));
  for (const transcript of made) await folder.write(transcript, 90);
  await folder.reconcile();
  assertEquals(
    made.map((transcript) => folder.state(transcript) !== undefined),
    rows.map(([, isOurs]) => isOurs),
  );
});

Deno.test("ingestBacklog() ignores what is not a session", async () => {
  await using folder = await Folder.create();
  const { dir } = folder;
  const text = folder.make(20).lines.map((line) => `${line}\n`).join("");
  Deno.writeTextFileSync(`${dir}/agent-a1b2c3.jsonl`, text);
  Deno.writeTextFileSync(`${dir}/notes.txt`, text);
  Deno.writeTextFileSync(`${dir}/store.jsonl`, text);
  Deno.writeTextFileSync(`${dir}/with space.jsonl`, text);
  Deno.writeTextFileSync(`${dir}/empty.jsonl`, "");
  Deno.mkdirSync(`${dir}/folder.jsonl`);
  Deno.symlinkSync("/dev/zero", `${dir}/zero.jsonl`);
  const done = await folder.reconcile();
  assertEquals(done, { caughtUp: 0, takenIn: 0, failed: 0 });
});

Deno.test("ingestBacklog() catches up with a session that was killed", async () => {
  await using folder = await Folder.create();
  const transcript = folder.make(21, { turns: 6 });
  const path = await folder.write(part(transcript, 0.5), 200);
  await folder.store.refine(path, { close: false });
  assertEquals(folder.pending, [transcript.sessionId]);
  // It moved on after its last hook.
  await writeTranscript(folder.dir, transcript);
  const done = await folder.reconcile();
  assertEquals(done, { caughtUp: 1, takenIn: 0, failed: 0 });
  assertEquals(folder.state(transcript).takenIn, undefined);
  assertEquals(folder.state(transcript).summarizedTo, 0);
  assertEquals(folder.state(transcript).ended, undefined);
  const dead = later(1e6);
  await folder.reconcile({ world: dead });
  assertEquals(folder.l1(transcript), await onePass(transcript));
  const state = folder.state(transcript);
  assertEquals(state.ended, dead.now().toISOString());
  // It is over, but its rest waits for a summary.
  assertEquals(state.deltas.length, 1);
  assertEquals(folder.pending, [transcript.sessionId]);
});

Deno.test("ingestBacklog() ends a session whose transcript is gone", async () => {
  await using folder = await Folder.create();
  const transcript = folder.make(22);
  const path = await folder.write(transcript, 200);
  await folder.store.refine(path, { close: false });
  const before = folder.l1(transcript);
  await Deno.remove(path);
  await folder.reconcile();
  assertEquals(folder.state(transcript).ended, STILL_WORLD.now().toISOString());
  assertEquals(folder.state(transcript).deltas.length, 1);
  assertEquals(folder.l1(transcript), before);
});

Deno.test("ingestBacklog() does not touch the session that asks", async () => {
  await using folder = await Folder.create();
  const transcript = folder.make(23);
  await folder.write(transcript, 200);
  await folder.reconcile({ except: transcript.sessionId });
  assertEquals(folder.state(transcript), undefined);
});

Deno.test("ingestBacklog() finishes what it could only begin", async () => {
  await using folder = await Folder.create();
  const transcript = folder.make(24, { turns: 8, heavy: 200_000 });
  await folder.write(transcript, 90);
  let runs = 0;
  do {
    await folder.reconcile({ ms: 4 });
    assert(++runs < 500, "it does not get to the end");
    const { summarizedTo = 0, entries = 0 } = folder.state(transcript) ?? {};
    assertEquals(summarizedTo, entries);
  } while (folder.state(transcript)?.ended === undefined);
  assertEquals(folder.l1(transcript), await onePass(transcript));
  assertEquals(folder.state(transcript).takenIn, true);
});

Deno.test("ingestBacklog() makes progress among a thousand transcripts", async () => {
  await using folder = await Folder.create();
  const transcript = folder.make(25, { subagents: "none" });
  const text = transcript.lines.map((line) => `${line}\n`).join("");
  for (let n = 0; n < 1000; n++) {
    const id = `${String(n).padStart(8, "0")}-0000-4000-8000-000000000000`;
    Deno.writeTextFileSync(
      `${folder.dir}/${id}.jsonl`,
      text.replaceAll(transcript.sessionId, id)
        .replaceAll('"uuid":"', `"uuid":"${n}-`),
    );
  }
  let takenIn = 0;
  for (let i = 0; i < 5; i++) {
    takenIn += (await folder.reconcile({ ms: 60 })).takenIn;
  }
  assert(takenIn > 1, `${takenIn} ingested`);
});

Deno.test("ingestBacklog() moves what is in the place of a lock", async () => {
  await using folder = await Folder.create();
  const [one, other] = [folder.make(26), folder.make(27)];
  await folder.write(one, 70);
  await folder.write(other, 80);
  const { layout } = folder.store.store;
  Deno.mkdirSync(layout.sessionLock(one.sessionId), { recursive: true });
  const done = await folder.reconcile();
  assertEquals(done, { caughtUp: 0, takenIn: 2, failed: 0 });
  assertEquals(folder.l1(one), await onePass(one));
});

Deno.test("ingestBacklog() checks again only what was written to since", async () => {
  await using folder = await Folder.create();
  const { store } = folder.store;
  const [ours, foreign] = [folder.make(31), folder.make(32, { cwd: "/else" })];
  await folder.write(ours, 90);
  await folder.write(foreign, 90);
  assertEquals((await folder.reconcile()).takenIn, 1);
  const { strangers } = JSON.parse(
    Deno.readTextFileSync(store.layout.reconciled),
  );
  assertEquals(strangers, [foreign.sessionId]);
  // A lost state is rebuilt, whatever was checked before.
  Deno.removeSync(store.layout.state(ours.sessionId));
  assertEquals((await folder.reconcile()).takenIn, 1);
  assertEquals(folder.l1(ours), await onePass(ours));
});

Deno.test("ingestBacklog() skips most of many, and finds them some starts later", async () => {
  await using folder = await Folder.create();
  const { store } = folder.store;
  const ids: string[] = [];
  for (let seed = 100; seed < 200; seed++) {
    const one = folder.make(seed, { turns: 1 });
    await folder.write(one, 100_000 - seed);
    ids.push(one.sessionId);
  }
  while ((await folder.reconcile()).takenIn > 0);
  const { known } = JSON.parse(
    Deno.readTextFileSync(store.layout.reconciled),
  );
  assertEquals(known.toSorted(), ids.toSorted());
  // The oldest is among those that are mostly passed over.
  Deno.removeSync(store.layout.state(ids[0] ?? ""));
  let starts = 1;
  while ((await folder.reconcile()).takenIn === 0 && starts < 1000) starts++;
  assert(starts < 1000, `not found in ${starts} starts`);
});

Deno.test("ingestBacklog() finds what is new whatever its mark says", async (t) => {
  const marks = {
    "in the future": JSON.stringify({ beforeMs: Date.now() + 1e9 }),
    "not JSON": '{"beforeMs":1}}',
    "of wrong types": '{"beforeMs":"1","strangers":{}}',
    "of another folder": JSON.stringify({ folder: "/x", beforeMs: 1e13 }),
  };
  for (const [name, mark] of Object.entries(marks)) {
    await t.step(name, async () => {
      await using folder = await Folder.create();
      const { layout, files } = folder.store.store;
      const transcript = folder.make(33);
      const first = part(transcript, 0.5);
      await folder.write(first, 5);
      await folder.reconcile();
      const future = mark.replace("{", `{"folder":"${folder.dir}",`);
      files.writeUnsynced(
        layout.reconciled,
        name === "in the future" ? future : mark,
      );
      await writeTranscript(folder.dir, transcript);
      assertEquals((await folder.reconcile()).caughtUp, 1);
    });
  }
});
