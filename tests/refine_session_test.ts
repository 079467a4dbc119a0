/** Taking in one session whatever happens to its transcript, its L1 and its state. */

import { assert, assertEquals, assertMatch } from "@std/assert";
import {
  parseL1,
  sessionIdOf,
  TemporaryStore,
} from "./support/world/in_process.ts";
import {
  assertHoldsExpected,
  linesOf,
  onePass,
  part,
} from "./support/oracle/expected_l1.ts";
import {
  generateTranscript,
  type GeneratorOptions,
  writeTranscript,
} from "./support/generator/transcript_generator.ts";
import { seedsFrom } from "./support/world/thorough.ts";

const sorted = (lines: readonly string[]) => lines.toSorted();

/** A store that has ingested a session, and the paths that matter. */
async function takenIn(
  options: Partial<GeneratorOptions> = {},
  { share = 1, close = true } = {},
) {
  const store = await TemporaryStore.create();
  const transcript = generateTranscript({ seed: 1, turns: 6, ...options });
  const path = await writeTranscript(`${store.dir}/t`, part(transcript, share));
  await store.refine(path, { close });
  const { layout } = store.store;
  const state = layout.state(sessionIdOf(path));
  const read = () => JSON.parse(Deno.readTextFileSync(state));
  const l1 = layout.l1(read().stem);
  return { store, transcript, path, state, read, l1 };
}

Deno.test("ingestSession() copes with a changed transcript", async (t) => {
  await t.step("shrunk, and grown again", async () => {
    const { store, transcript, path } = await takenIn();
    await using _ = store;
    const expected = await onePass(transcript);
    for (const share of [0.6, 0.3, 0.8, 1, 1]) {
      await writeTranscript(`${store.dir}/t`, part(transcript, share));
      await store.refine(path, { close: false });
      assertEquals(sorted(linesOf(store)), sorted(expected), `${share}`);
    }
  });
  await t.step("emptied, then gone", async () => {
    const { store, transcript, path } = await takenIn();
    await using _ = store;
    const before = store.l1Texts();
    await Deno.writeTextFile(path, "");
    await store.refine(path);
    assertEquals(store.l1Texts(), before);
    await Deno.remove(path);
    assertEquals(await store.refine(path), undefined);
    assertEquals(store.l1Texts(), before);
    await writeTranscript(`${store.dir}/t`, transcript);
    await store.refine(path);
    assertEquals(store.l1Texts(), before);
  });
  await t.step("replaced by another one", async () => {
    const { store, transcript, path } = await takenIn();
    await using _ = store;
    const { sessionId } = transcript;
    const other = generateTranscript({ seed: 2, turns: 6, sessionId });
    const expected = [...await onePass(transcript), ...await onePass(other)];
    await writeTranscript(`${store.dir}/t`, part(other, 0.5));
    await store.refine(path, { close: false });
    await writeTranscript(`${store.dir}/t`, other);
    await store.refine(path);
    await store.refine(path);
    assertEquals(sorted(linesOf(store)), sorted(expected));
  });
  await t.step("moved to another folder, and grown there", async () => {
    const { store, transcript, read } = await takenIn({}, {
      share: 0.5,
      close: false,
    });
    await using _ = store;
    const moved = await writeTranscript(`${store.dir}/moved`, transcript);
    await store.refine(moved);
    assertEquals(linesOf(store), await onePass(transcript));
    assertEquals(read().transcript, moved);
  });
  await t.step("there twice, one of them older", async () => {
    const { store, transcript, path } = await takenIn();
    await using _ = store;
    const expected = linesOf(store);
    const older = await writeTranscript(
      `${store.dir}/backup`,
      part(transcript, 0.4),
    );
    for (const one of [older, path, older, path]) {
      await store.refine(one);
      assertEquals(linesOf(store), expected);
    }
  });
});

Deno.test("ingestSession() copes with a changed log", async (t) => {
  const cases: [string, (l1: string, text: string) => void][] = [
    ["cut short at a line's end", (l1, text) => {
      Deno.writeTextFileSync(l1, text.slice(0, text.indexOf("\n", 900) + 1));
    }],
    ["cut short within a line", (l1, text) => {
      Deno.writeTextFileSync(l1, text.slice(0, text.indexOf("\n", 900) + 20));
    }],
    ["empty", (l1) => Deno.writeTextFileSync(l1, "")],
    ["gone", (l1) => Deno.removeSync(l1)],
    ["longer than the state says", (l1) => {
      Deno.writeTextFileSync(l1, '{"role":"user","text":"torn', {
        append: true,
      });
    }],
    ["saved with other line ends", (l1, text) => {
      Deno.writeTextFileSync(l1, text.replaceAll("\n", "\r\n"));
    }],
    ["saved with a byte order mark", (l1, text) => {
      Deno.writeTextFileSync(l1, `\ufeff${text}`);
    }],
    ["next to what an interrupted run left", (l1) => {
      Deno.writeTextFileSync(`${l1}.anew`, '{"role":"user","text":"stale"}\n');
    }],
    ["cut short, next to what an interrupted run left", (l1, text) => {
      Deno.writeTextFileSync(l1, text.slice(0, 500));
      Deno.writeTextFileSync(`${l1}.anew`, '{"role":"user","text":"stale"}\n');
    }],
  ];
  for (const [name, damage] of cases) {
    await t.step(name, async () => {
      const { store, transcript, path, l1, read } = await takenIn({}, {
        share: 0.7,
        close: false,
      });
      await using _ = store;
      damage(l1, Deno.readTextFileSync(l1));
      await writeTranscript(`${store.dir}/t`, transcript);
      await store.refine(path);
      assertEquals(linesOf(store), await onePass(transcript));
      const { l1Bytes, entries } = read();
      assertEquals(l1Bytes, Deno.statSync(l1).size);
      assertEquals(entries, linesOf(store).length);
    });
  }
  await t.step("with a line that was made longer", async () => {
    const { store, transcript, path, l1 } = await takenIn({}, {
      share: 0.7,
      close: false,
    });
    await using _ = store;
    const text = Deno.readTextFileSync(l1);
    Deno.writeTextFileSync(l1, text.replace('"text":"', '"text":"Edited: '));
    await writeTranscript(`${store.dir}/t`, transcript);
    await store.refine(path);
    const lines = linesOf(store);
    for (const line of await onePass(transcript)) {
      assert(lines.includes(line), line);
    }
    assertEquals(lines.filter((line) => line.includes("Edited: ")).length, 1);
  });
  await t.step("with lines of the user's own", async () => {
    const { store, path, l1, state } = await takenIn();
    await using _ = store;
    const before = linesOf(store);
    const own = '{"role":"user","text":"noted by hand"}';
    Deno.writeTextFileSync(l1, `${own}\n${before.join("\n")}\n`);
    Deno.removeSync(state);
    await store.refine(path);
    assertEquals(linesOf(store), [own, ...before]);
  });
});

Deno.test("ingestSession() copes with a changed state", async (t) => {
  const cases: [string, (state: string) => void, aside: boolean][] = [
    ["gone", (state) => Deno.removeSync(state), false],
    ["not JSON", (state) => Deno.writeTextFileSync(state, "{oops"), true],
    ["not an object", (state) => Deno.writeTextFileSync(state, "[1]"), true],
    ["empty", (state) => Deno.writeTextFileSync(state, ""), true],
    ["of the wrong types", (state) => {
      Deno.writeTextFileSync(state, '{"stem":"x","offset":"7"}');
    }, true],
    ["not UTF-8", (state) => {
      Deno.writeFileSync(state, Uint8Array.of(0x7b, 0xff, 0x7d));
    }, true],
    ["of a log that has nothing", (state) => {
      const known = JSON.parse(Deno.readTextFileSync(state));
      const text = JSON.stringify({ ...known, l1Bytes: 0 });
      Deno.writeTextFileSync(state, text);
    }, false],
    ["of a log that ends within a line", (state) => {
      const known = JSON.parse(Deno.readTextFileSync(state));
      const text = JSON.stringify({ ...known, l1Bytes: known.l1Bytes - 40 });
      Deno.writeTextFileSync(state, text);
    }, false],
    ["of an object without anything", (state) => {
      Deno.writeTextFileSync(state, "{}");
    }, false],
  ];
  for (const [name, damage, aside] of cases) {
    await t.step(name, async () => {
      const { store, transcript, path, state } = await takenIn({}, {
        share: 0.7,
        close: false,
      });
      await using _ = store;
      damage(state);
      const damaged = aside ? Deno.readFileSync(state) : undefined;
      await writeTranscript(`${store.dir}/t`, transcript);
      await store.refine(path, { close: false });
      await store.refine(path);
      assertEquals(linesOf(store), await onePass(transcript));
      const { states } = store.store.layout;
      const kept = Array.from(Deno.readDirSync(states), ({ name }) => name)
        .filter((name) => name.includes(".damaged-"));
      assertEquals(kept.length, aside ? 1 : 0);
      if (aside) {
        assertEquals(Deno.readFileSync(`${states}/${kept[0]}`), damaged);
      }
    });
  }
  await t.step("with fields of a later version", async () => {
    const { store, transcript, path, state, read } = await takenIn({}, {
      share: 0.5,
      close: false,
    });
    await using _ = store;
    const later = {
      futureField: { a: [1, "x"] },
      deltas: [{
        id: "d-1",
        z: 1,
        from: 0,
        to: 1,
        file: "d-1.txt",
        createdAt: "2026-02-01T17:27:00.000Z",
        asks: 0,
      }],
    };
    Deno.writeTextFileSync(state, JSON.stringify({ ...read(), ...later }));
    await writeTranscript(`${store.dir}/t`, transcript);
    await store.refine(path);
    const { futureField, deltas } = read();
    assertEquals({ futureField, deltas }, later);
    assertEquals(linesOf(store), await onePass(transcript));
  });
});

Deno.test("ingestSession() goes on with a session that is resumed", async () => {
  const { store, transcript, path, read } = await takenIn({}, { share: 0.5 });
  await using _ = store;
  assertMatch(read().ended, /^2026-02-01/);
  await writeTranscript(`${store.dir}/t`, transcript);
  await store.refine(path);
  assert(linesOf(store).length > 10);
  const texts = parseL1(linesOf(store).join("\n"))
    .map((entry) =>
      JSON.stringify([entry.ts, "id" in entry && entry.id, entry])
    );
  assertEquals(new Set(texts).size, texts.length);
});

Deno.test("ingestSession() with a budget of 0 ms makes progress, and to the same bytes", async (t) => {
  const cases: Record<string, GeneratorOptions> = {
    "many chunks": { seed: 3, turns: 10, heavy: 120_000 },
    "agents that work for long": {
      seed: 4,
      turns: 8,
      heavy: 300_000,
      version: "2.1.42",
      subagents: "progress",
    },
  };
  for (const [name, options] of Object.entries(cases)) {
    const transcript = generateTranscript(options);
    const expected = await onePass(transcript);
    await t.step(name, async () => {
      await using store = await TemporaryStore.create();
      const path = await writeTranscript(`${store.dir}/t`, transcript);
      let runs = 0;
      for (let offset = -1;; runs++) {
        const refined = await store.refine(path, { budgetMs: 0 });
        if (refined?.complete) break;
        assert((refined?.state.offset ?? -1) > offset, "no progress");
        offset = refined?.state.offset ?? -1;
      }
      assert(runs > 3, `${runs} runs`);
      assertEquals(linesOf(store), expected);
    });
    await t.step(`${name}, the state lost on the way`, async () => {
      await using store = await TemporaryStore.create();
      const path = await writeTranscript(`${store.dir}/t`, transcript);
      await store.refine(path);
      await Deno.remove(store.store.layout.state(sessionIdOf(path)));
      for (let i = 0; i < 5; i++) await store.refine(path, { budgetMs: 0 });
      await store.refine(path);
      assertEquals(linesOf(store), expected);
    });
  }
});

Deno.test("ingestSession(), ten at once, gives the bytes of one", async () => {
  const transcript = generateTranscript({ seed: 5, turns: 8 });
  await using store = await TemporaryStore.create();
  const path = await writeTranscript(`${store.dir}/t`, transcript);
  await Promise.all(
    Array.from({ length: 10 }, (_, i) => store.refine(path, { close: i > 4 })),
  );
  assertEquals(linesOf(store), await onePass(transcript));
  assertHoldsExpected(store.entries(), transcript);
});

Deno.test("ingestSession() ignores what is not a conversation", async (t) => {
  const snapshot = JSON.stringify({
    type: "file-history-snapshot",
    messageId: "m",
    snapshot: {},
  });
  const cases: [string, (path: string) => void][] = [
    ["missing", () => {}],
    ["empty", (path) => Deno.writeTextFileSync(path, "")],
    ["a folder", (path) => Deno.mkdirSync(path)],
    ["only snapshots", (path) => {
      Deno.writeTextFileSync(path, `${snapshot}\n`.repeat(500));
    }],
    ["text", (path) => Deno.writeTextFileSync(path, "hello\nthere\n")],
    ["zeros", (path) => Deno.writeFileSync(path, new Uint8Array(700_000))],
    ["a FIFO", (path) => {
      const { success } = new Deno.Command("mkfifo", { args: [path] })
        .outputSync();
      assert(success);
    }],
    ["a device", (path) => Deno.symlinkSync("/dev/zero", path)],
    ["a link to nowhere", (path) => Deno.symlinkSync("/nowhere/x", path)],
  ];
  for (const [name, make] of cases) {
    // Windows has neither.
    const ignore = Deno.build.os === "windows" && /FIFO|device/.test(name);
    if (ignore) continue;
    await t.step(name, async () => {
      await using store = await TemporaryStore.create();
      const path = `${store.dir}/${crypto.randomUUID()}.jsonl`;
      make(path);
      assertEquals(await store.refine(path), undefined);
      assertEquals(store.l1Texts(), new Map());
    });
  }
});

Deno.test("ingestSession() keeps sessions apart whatever their ids", async (t) => {
  const shared = "3f2a9c11-0000-4000-8000-00000000000";
  const cases: Record<string, [string, string]> = {
    "the same first eight characters, the same minute": [
      `${shared}1`,
      `${shared}2`,
    ],
    "one the beginning of the other": ["3f2a9c11", "3f2a9c11-2"],
    "short": ["a", "b"],
    "words": ["test-session-one", "test-session-two"],
  };
  for (const [name, ids] of Object.entries(cases)) {
    await t.step(name, async () => {
      await using store = await TemporaryStore.create();
      const made = ids.map((sessionId, i) =>
        generateTranscript({ seed: 60 + i, turns: 4, sessionId })
      );
      for (const share of [0.5, 0.8, 1]) {
        for (const transcript of made) {
          await store.refine(
            await writeTranscript(`${store.dir}/t`, part(transcript, share)),
            { close: share === 1 },
          );
        }
      }
      const [first] = ids;
      await store.refine(`${store.dir}/t/${first}.jsonl`);
      const expected = (await Promise.all(made.map(onePass))).flat();
      assertEquals(sorted(linesOf(store)), sorted(expected));
    });
  }
});

Deno.test("ingestSession() keeps queued words once wherever a session ends and goes on", async (t) => {
  // The queue's copy of a shell line lacks its mark.
  const typed = (lines: readonly string[]) =>
    lines.map((line) => JSON.parse(line))
      .filter(({ role, text }) => role === "user" && !/^taken back/.test(text))
      .map(({ text }) => text.replace(/^! /, "")).sort();
  for (const seed of seedsFrom(1, 2, 4)) {
    const transcript = generateTranscript({
      seed,
      turns: 12,
      subagents: "none",
    });
    const { lines } = transcript;
    const expected = typed(await onePass(transcript));
    const ends = lines.flatMap((line, i) =>
      line.includes('"queue-operation"') ? [i + 1] : []
    );
    await t.step(`seed ${seed}, ${ends.length} ends`, async () => {
      for (const end of ends) {
        await using store = await TemporaryStore.create();
        for (const count of [end, end + 1, lines.length]) {
          const path = await writeTranscript(`${store.dir}/t`, {
            ...transcript,
            lines: lines.slice(0, count),
          });
          await store.refine(path, { close: count !== end + 1 });
        }
        assertEquals(typed(linesOf(store)), expected, `after line ${end}`);
      }
    });
  }
});
