/** Sessions that repeat another one and go on from there. */

import { assert, assertEquals } from "@std/assert";
import { gzipBytes } from "../src/store/gzip.ts";
import { linesOf, onePass } from "./support/oracle/expected_l1.ts";
import { TemporaryStore } from "./support/world/in_process.ts";
import {
  forkTranscript,
  type GeneratedTranscript,
  generateTranscript,
  type SubagentMode,
  writeTranscript,
} from "./support/generator/transcript_generator.ts";

const ID = (n: number) => `f000000${n}-0000-4000-8000-000000000000`;

/** Ingest transcripts in this order; returns L1 of each. */
async function takeIn(
  store: TemporaryStore,
  ...transcripts: readonly GeneratedTranscript[]
): Promise<string[][]> {
  for (const transcript of transcripts) {
    await store.refine(await writeTranscript(`${store.dir}/t`, transcript));
  }
  return transcripts.map((transcript) => l1Of(store, transcript));
}

function l1Of(store: TemporaryStore, { sessionId }: GeneratedTranscript) {
  return [...store.l1Texts()]
    .filter(([name]) => name.endsWith(`_${sessionId.slice(0, 8)}.l1.jsonl`))
    .flatMap(([, text]) => text.split("\n")).filter((line) => line !== "");
}

function stateOf(store: TemporaryStore, { sessionId }: GeneratedTranscript) {
  const path = store.store.layout.state(sessionId);
  return JSON.parse(Deno.readTextFileSync(path));
}

/** Every id and every word of two logs, to see what is in both. */
function inBoth(a: readonly string[], b: readonly string[]): string[] {
  return a.filter((line) => b.includes(line));
}

Deno.test("a fork's L1 holds only what comes after its parent's", async (t) => {
  const modes: SubagentMode[] = ["none", "sidechain", "progress", "folder"];
  for (const subagents of modes) {
    for (const unfinishedEnd of [false, true]) {
      const name = `subagents ${subagents}, unfinished ${unfinishedEnd}`;
      await t.step(name, async () => {
        const features = { unfinishedEnd };
        const parent = generateTranscript({
          seed: 7,
          turns: 5,
          subagents,
          features,
        });
        const fork = forkTranscript(parent, ID(1), 4, 8);
        await using store = await TemporaryStore.create();
        const [first = [], second = []] = await takeIn(store, parent, fork);
        assertEquals(first, await onePass(parent));
        assertEquals(inBoth(second, first), []);
        const { userTexts } = fork.expected;
        const own = userTexts.slice(parent.expected.userTexts.length);
        assert(own.length > 3);
        for (const { text } of own) {
          assert(
            second.some((line) =>
              line.includes(JSON.stringify(text).slice(1, -1))
            ),
            text,
          );
        }
        assertEquals(stateOf(store, fork).forkOf, parent.sessionId);
      });
    }
  }
});

Deno.test("a fork of a fork holds only what comes after both", async () => {
  const parent = generateTranscript({ seed: 9, turns: 4 });
  const fork = forkTranscript(parent, ID(1), 3, 10);
  const second = forkTranscript(fork, ID(2), 3, 11);
  await using store = await TemporaryStore.create();
  const [a = [], b = [], c = []] = await takeIn(store, parent, fork, second);
  assertEquals([inBoth(a, b), inBoth(a, c), inBoth(b, c)], [[], [], []]);
  assert(c.length > 3);
  assertEquals(stateOf(store, second).forkOf, fork.sessionId);
  const sibling = forkTranscript(parent, ID(3), 3, 12);
  const [d = []] = await takeIn(store, sibling);
  assertEquals(inBoth(d, [...a, ...b, ...c]), []);
  assertEquals(stateOf(store, sibling).forkOf, parent.sessionId);
});

Deno.test("a fork ingested before its parent leaves nothing twice", async () => {
  const parent = generateTranscript({ seed: 13, turns: 4, subagents: "none" });
  const fork = forkTranscript(parent, ID(1), 3, 14);
  await using store = await TemporaryStore.create();
  const [whole = [], nothing] = await takeIn(store, fork, parent);
  assertEquals(whole, await onePass(fork));
  assertEquals(nothing, []);
  // The parent goes on by itself.
  const parentOn = forkTranscript(parent, parent.sessionId, 3, 15);
  const [own = []] = await takeIn(store, parentOn);
  assert(own.length > 3);
  assertEquals(inBoth(own, whole), []);
  const expected = await onePass(parentOn);
  assertEquals(expected.slice(-own.length), own);
});

Deno.test("a fork that is still being written ends up the same", async () => {
  const parent = generateTranscript({ seed: 16, turns: 4, subagents: "none" });
  const fork = forkTranscript(parent, ID(1), 3, 17);
  await using store = await TemporaryStore.create();
  const [, once = []] = await takeIn(store, parent, fork);
  await using grown = await TemporaryStore.create();
  await takeIn(grown, parent);
  for (let lines = 5; lines < fork.lines.length; lines += 9) {
    const path = await writeTranscript(`${grown.dir}/t`, {
      ...fork,
      lines: fork.lines.slice(0, lines),
    });
    await grown.refine(path, { close: false });
  }
  const [, second = []] = await takeIn(grown, parent, fork);
  assertEquals(second, once);
});

Deno.test("a fork stays one when its state or L1 is lost", async (t) => {
  const parent = generateTranscript({ seed: 18, turns: 4, subagents: "none" });
  const fork = forkTranscript(parent, ID(1), 3, 19);
  const losses: Record<string, (state: string, l1: string) => void> = {
    "the state": (state) => Deno.removeSync(state),
    "L1": (_, l1) => Deno.removeSync(l1),
    "half of L1": (_, l1) => {
      const text = Deno.readTextFileSync(l1);
      Deno.writeTextFileSync(l1, text.slice(0, text.length / 2));
    },
    "both": (state, l1) => {
      Deno.removeSync(state);
      Deno.removeSync(l1);
    },
  };
  for (const [name, lose] of Object.entries(losses)) {
    await t.step(name, async () => {
      await using store = await TemporaryStore.create();
      await takeIn(store, parent, fork);
      const before = linesOf(store);
      const { layout } = store.store;
      lose(layout.state(fork.sessionId), layout.l1(stateOf(store, fork).stem));
      await takeIn(store, fork);
      assertEquals(linesOf(store), before);
      assertEquals(stateOf(store, fork).forkOf, parent.sessionId);
    });
  }
});

Deno.test("sessions that only begin in the same minute are no forks", async () => {
  const first = generateTranscript({ seed: 20, turns: 3 });
  const second = generateTranscript({ seed: 21, turns: 3 });
  await using store = await TemporaryStore.create();
  const [, lines] = await takeIn(store, first, second);
  assertEquals(lines, await onePass(second));
  assertEquals(stateOf(store, second).forkOf, undefined);
});

Deno.test("a fork whose queued prompt comes before all it repeats is recognised", async () => {
  const parent = generateTranscript({ seed: 7, turns: 5 });
  const fork = forkTranscript(parent, ID(1), 4, 8);
  await using store = await TemporaryStore.create();
  const transcripts = `${store.dir}/t`;
  await store.refine(await writeTranscript(transcripts, parent));
  const path = await writeTranscript(transcripts, fork);
  const queue = (operation: string) =>
    JSON.stringify({
      type: "queue-operation",
      operation,
      timestamp: "2031-01-01T00:00:00.000Z",
      sessionId: fork.sessionId,
      ...(operation === "enqueue" ? { content: "Try it another way" } : {}),
    }) + "\n";
  const lines = await Deno.readTextFile(path);
  await Deno.writeTextFile(
    path,
    queue("enqueue") + queue("dequeue") + lines,
  );
  await store.refine(path);
  assertEquals(stateOf(store, fork).forkOf, parent.sessionId);
  assertEquals(inBoth(l1Of(store, fork), l1Of(store, parent)), []);
});

Deno.test("a fork of a session whose log is packed holds only what is its own", async () => {
  const parent = generateTranscript({ seed: 9, turns: 3, subagents: "none" });
  const fork = forkTranscript(parent, ID(4), 2, 10);
  await using store = await TemporaryStore.create();
  const [first = []] = await takeIn(store, parent);
  const { layout } = store.store;
  const { stem } = stateOf(store, parent);
  const log = layout.l1(stem);
  Deno.writeFileSync(`${log}.gz`, await gzipBytes(Deno.readFileSync(log)));
  Deno.removeSync(log);
  const [second = []] = await takeIn(store, fork);
  assertEquals(stateOf(store, fork).forkOf, parent.sessionId);
  assertEquals(inBoth(second, first), []);
});

Deno.test("a fork whose parent's transcript is gone holds only what is its own", async (t) => {
  for (const subagents of ["none", "sidechain"] as const) {
    await t.step(subagents, async () => {
      const parent = generateTranscript({ seed: 11, turns: 5, subagents });
      const fork = forkTranscript(parent, ID(7), 4, 3);
      await using store = await TemporaryStore.create();
      const [before] = await takeIn(store, parent);
      Deno.removeSync(`${store.dir}/t/${parent.sessionId}.jsonl`);
      const [own = []] = await takeIn(store, fork);
      assert(own.length > 0);
      assertEquals(inBoth(own, before ?? []), []);
      assertEquals(stateOf(store, fork).forkOf, parent.sessionId);
      // And as long as nothing tells otherwise it stays one.
      Deno.removeSync(store.store.layout.state(fork.sessionId));
      assertEquals(await takeIn(store, fork), [own]);
    });
  }
});
