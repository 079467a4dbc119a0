/**
 * Refining generated transcripts: L1 holds what was said and done, all of it
 * and nothing else, in one pass or in many.
 */

import { assert, assertEquals } from "@std/assert";
import { assertHoldsExpected } from "../../../tests/support/oracle/expected_l1.ts";
import { TemporaryStore } from "../../../tests/support/world/in_process.ts";
import { seededRandom } from "../../../tests/support/world/seeded_random.ts";
import { seedsFrom } from "../../../tests/support/world/thorough.ts";
import {
  type FeatureName,
  generateTranscript,
  type GeneratorOptions,
  type SubagentMode,
  VERSIONS,
  writeTranscript,
} from "../../../tests/support/generator/transcript_generator.ts";
import { isObject } from "../../base/json.ts";
import { parseWhole } from "./raw_line.ts";
import { Redactor } from "../../redact/redactor.ts";
import { Refiner } from "./refiner.ts";

const PIECES = 16;
const MODES: readonly SubagentMode[] = [
  "none",
  "sidechain",
  "progress",
  "folder",
];
const DAMAGE: readonly FeatureName[] = [
  "unfinishedEnd",
  "repeatedEntries",
  "blankLines",
  "brokenLines",
  "gluedLine",
  "cutThenGlued",
  "crlf",
];

async function assertRefinesToExpected(options: GeneratorOptions) {
  await using store = await TemporaryStore.create();
  const transcript = generateTranscript(options);
  await store.refine(await writeTranscript(`${store.dir}/t`, transcript));
  assertHoldsExpected(store.entries(), transcript);
}

Deno.test("refining gives exactly what was said and done", async (t) => {
  for (const version of VERSIONS) {
    for (const subagents of MODES) {
      await t.step(`${version}, subagents ${subagents}`, async () => {
        for (const seed of seedsFrom(1, 1, 4)) {
          await assertRefinesToExpected({ seed, version, subagents });
        }
      });
    }
  }
});

Deno.test("refining gives the same of damaged files", async (t) => {
  for (const feature of DAMAGE) {
    await t.step(feature, async () => {
      for (const version of VERSIONS) {
        for (const seed of seedsFrom(11, 1, 3)) {
          const subagents = MODES[seed % MODES.length] ?? "none";
          const features = { [feature]: true };
          await assertRefinesToExpected({ seed, version, subagents, features });
        }
      }
    });
  }
  await t.step("all of it", async () => {
    const features = Object.fromEntries(DAMAGE.map((name) => [name, true]));
    for (const [index, version] of VERSIONS.entries()) {
      const subagents = MODES[index % MODES.length] ?? "none";
      for (const seed of seedsFrom(21, 1, 2)) {
        await assertRefinesToExpected({ seed, version, subagents, features });
      }
    }
  });
});

Deno.test("refining takes an agent with a file of its own from there", async () => {
  for (const version of ["2.1.17", "2.1.42"] as const) {
    for (const seed of seedsFrom(1, 1, 3)) {
      await assertRefinesToExpected({
        seed,
        version,
        subagents: "folder",
        features: { progressBesideFiles: true },
      });
    }
  }
});

Deno.test("refining reads long results and snapshots to their end", async () => {
  for (const version of VERSIONS) {
    await assertRefinesToExpected({ seed: 31, version, turns: 4, heavy: 9000 });
  }
});

/** A transcript with some of everything, by chance. */
function anyTranscript(seed: number) {
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]) =>
    list[Math.floor(random() * list.length)] as T;
  const features = Object.fromEntries(
    DAMAGE.filter(() => random() < 0.3).map((name) => [name, true]),
  );
  const options = {
    seed,
    version: pick(VERSIONS),
    subagents: pick(MODES),
    features,
    turns: 8,
  };
  return { random, options, transcript: generateTranscript(options) };
}

Deno.test("refining growing transcripts gives the bytes of one pass", async () => {
  for (const seed of seedsFrom(1, 3, 40)) {
    const { random, options, transcript } = anyTranscript(seed);
    await using whole = await TemporaryStore.create();
    await whole.refine(await writeTranscript(`${whole.dir}/t`, transcript));

    await using grown = await TemporaryStore.create();
    const path = await writeTranscript(`${grown.dir}/t`, {
      ...transcript,
      lines: [],
    });
    // Cuts anywhere: within lines, and within the bytes of a letter.
    const bytes = new TextEncoder().encode(
      transcript.lines.map((line) => `${line}\n`).join(""),
    );
    const cuts = Array.from(
      { length: PIECES - 1 },
      () => Math.floor(random() * bytes.length),
    ).sort((a, b) => a - b);
    let written = 0;
    for (const cut of [...cuts, bytes.length]) {
      Deno.writeFileSync(path, bytes.subarray(written, cut), { append: true });
      written = cut;
      await grown.refine(path, { close: false });
    }
    await grown.refine(path);
    assertEquals(
      grown.l1Texts(),
      whole.l1Texts(),
      `${JSON.stringify(options)} in pieces`,
    );
  }
});

Deno.test("refining again changes nothing", async () => {
  for (const seed of seedsFrom(101, 1, 5)) {
    const { transcript } = anyTranscript(seed);
    await using store = await TemporaryStore.create();
    const path = await writeTranscript(`${store.dir}/t`, transcript);
    for (const close of [false, true]) {
      await store.refine(path, { close });
      age(store);
      const first = snapshot(store);
      for (let i = 0; i < 3; i++) {
        const again = await store.refine(path, { close });
        assertEquals(again?.added, 0);
        assertEquals(snapshot(store), first, `seed ${seed}`);
      }
    }
  }
});

Deno.test("refining survives entries of any shape", () => {
  const odd = [
    null,
    7,
    "",
    [],
    [null],
    {},
    { type: "text" },
    true,
    "__proto__",
  ];
  for (const seed of seedsFrom(1, 5, 60)) {
    const { random, transcript } = anyTranscript(seed);
    const distort = (value: unknown): unknown => {
      if (random() < 0.03) return odd[Math.floor(random() * odd.length)];
      if (Array.isArray(value)) return value.map(distort);
      if (!isObject(value)) return value;
      return Object.fromEntries(
        Object.entries(value).filter(() => random() > 0.02)
          .map(([key, one]) => [key, distort(one)]),
      );
    };
    const refiner = new Refiner({ redactor: new Redactor(), progress: true });
    let from = 0;
    for (const line of transcript.lines) {
      const [raw] = parseWhole(line);
      if (raw === undefined) continue;
      const text = JSON.stringify(distort(raw.entry));
      const cut = random() < 0.1 ? random() : 1;
      const bytes = new TextEncoder().encode(text);
      refiner.line(bytes.subarray(0, bytes.length * cut), from, ++from);
    }
    refiner.close();
    for (const piece of refiner.take().pieces) {
      if (piece.kind === "entry") assert(piece.entry.role);
    }
  }
});

/** L1 and state, with whether they were written since `age()`. */
const snapshot = (store: TemporaryStore) =>
  written(store).map((path) => [
    path,
    Deno.readTextFileSync(path),
    Deno.statSync(path).mtime?.getTime() !== AGED.getTime(),
  ]);

const AGED = new Date("2026-01-01T00:00:00Z");

/** Two writes may have the same time; none has this one. */
function age(store: TemporaryStore): void {
  for (const path of written(store)) Deno.utimeSync(path, AGED, AGED);
}

function written({ store }: TemporaryStore): string[] {
  return [store.layout.sessions, store.layout.states].flatMap((dir) =>
    Array.from(Deno.readDirSync(dir), ({ name }) => `${dir}/${name}`)
      .filter((path) => /\.jsonl?$/.test(path)).sort()
  );
}
