/** refine, refine-all and dedupe-l1 from outside: output, exit code, disk. */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { ingestKnown } from "../src/capture/ingest_known.ts";
import { onePass, part } from "./support/oracle/expected_l1.ts";
import { STILL_WORLD, TemporaryStore } from "./support/world/in_process.ts";
import { SealedWorld } from "./support/world/sealed_world.ts";
import {
  type GeneratedTranscript,
  generateTranscript,
  type GeneratorOptions,
  writeTranscript,
} from "./support/generator/transcript_generator.ts";

const make = (seed: number, more: Partial<GeneratorOptions> = {}) =>
  generateTranscript({ seed, turns: 4, ...more });

const quiet = (stdout: string) => ({ code: 0, stdout, stderr: "" });

const stateOf = (world: SealedWorld, { sessionId }: GeneratedTranscript) =>
  JSON.parse(world.read(`state/${sessionId}.json`));

const l1Names = (world: SealedWorld) =>
  world.files().filter((name) => name.endsWith(".l1.jsonl"));

/** The lines of all L1 in the store. */
const l1Lines = (world: SealedWorld) =>
  l1Names(world).flatMap((name) => world.read(name).split("\n"))
    .filter((line) => line !== "");

const isUntouched = (world: SealedWorld) =>
  Array.from(Deno.readDirSync(world.project)).length === 0;

Deno.test("memory-keeper refine --out writes one log and nothing else", async (t) => {
  using world = new SealedWorld();
  const transcript = make(1, { subagents: "folder" });
  const path = await writeTranscript(`${world.dir}/t`, transcript);
  const lines = await onePass(transcript);
  const text = `${lines.join("\n")}\n`;
  const out = `${world.dir}/out.jsonl`;

  await t.step("memory-keeper refine FILE --out FILE", async () => {
    const outcome = await world.run(["refine", path, "--out", out]);
    assertEquals(outcome, quiet(outcome.stdout));
    assertMatch(
      outcome.stdout,
      new RegExp(
        `^${lines.length} entries, [\\d.]+ \\w+ of [\\d.]+ \\w+ ` +
          "\\([\\d.]+ % less\\) in \\$WORLD/out.jsonl\\n$",
      ),
    );
    assertEquals(Deno.readTextFileSync(out), text);
    if (Deno.build.os !== "windows") {
      assertEquals((Deno.statSync(out).mode ?? 0) & 0o777, 0o600);
    }
  });
  await t.step("memory-keeper refine FILE --out FILE --json", async () => {
    const outcome = await world.run(["refine", path, "--out", out, "--json"]);
    const { file, entries, bytes, rawBytes, skipped, unknown, redactions } =
      JSON.parse(outcome.stdout);
    assertEquals({ file, entries, bytes, rawBytes, redactions }, {
      file: "$WORLD/out.jsonl",
      entries: lines.length,
      bytes: new TextEncoder().encode(text).length,
      rawBytes: Deno.statSync(path).size,
      redactions: {},
    });
    for (const [type, count] of Object.entries(unknown)) {
      assertEquals(skipped[type], count, type);
    }
    // The generator writes two types that no client has.
    assertEquals(Object.keys(unknown).sort(), [
      "entry-type-from-2031",
      "hologram",
    ]);
    assertEquals(Object.hasOwn(skipped, "last-prompt"), true);
  });
  await t.step("memory-keeper refine FILE --out -", async () => {
    const outcome = await world.run(["refine", path, "--out", "-"]);
    assertEquals(outcome, quiet(text));
  });
  await t.step("memory-keeper refine, both paths relative", async () => {
    const name = `${transcript.sessionId}.jsonl`;
    const outcome = await world.run(["refine", name, "--out", "../near"], {
      cwd: `${world.dir}/t`,
    });
    assertEquals(outcome.code, 0);
    assertEquals(Deno.readTextFileSync(`${world.dir}/near`), text);
  });
  assertEquals(isUntouched(world), true);
});

Deno.test({
  name: "memory-keeper refine --out replaces nothing but a log",
  ignore: Deno.build.os === "windows",
  fn: async (t) => {
    using world = new SealedWorld();
    const path = await writeTranscript(`${world.dir}/t`, make(3));
    const mine = `${world.dir}/mine.txt`;
    Deno.writeTextFileSync(mine, "mine");
    Deno.symlinkSync(mine, `${world.project}/link`);
    Deno.mkdirSync(`${world.project}/folder`);
    for (const [command, ...args] of [["mkfifo"], ["mknod", "c", "1", "3"]]) {
      await new Deno.Command(command as string, {
        args: [`${world.project}/${command}`, ...args],
      }).output();
    }
    const isRoot = Deno.statSync(world.dir).uid === 0;
    const rows: [out: string, code: number, stderr: RegExp][] = [
      [
        mine,
        1,
        /mine\.txt" exists and is not ours\nhint: Name another/,
      ],
      ["link", 1, /link" exists and is not ours/],
      ["link --force", 3, /leads out of its folder/],
      ["mkfifo", 1, /mkfifo" is not a regular file\nhint: Name another file/],
      ["mkfifo --force", 1, /is not a regular file/],
      // Only root can make a device to try it with.
      ...(isRoot
        ? ["mknod", "mknod --force"].map((
          out,
        ): [string, number, RegExp] => [out, 1, /is not a regular file/])
        : []),
      ["gone/log", 1, /There is no folder/],
    ];
    const before = kinds(world);
    for (const [out, code, stderr] of rows) {
      await t.step(`memory-keeper refine FILE --out ${out}`, async () => {
        const line = ["refine", path, "--out", ...out.split(" ")];
        const outcome = await world.run(line);
        assertEquals([outcome.code, outcome.stdout], [code, ""]);
        assertMatch(outcome.stderr, stderr);
        assertEquals(kinds(world), before);
        assertEquals(Deno.readTextFileSync(mine), "mine");
      });
    }
    await t.step("--force replaces a file, a folder gets one", async () => {
      const forced = ["refine", path, "--out", mine, "--force"];
      assertEquals((await world.run(forced)).code, 0);
      assertMatch(Deno.readTextFileSync(mine), /^\{"ts":/);
      await world.run(["refine", path, "--out", "folder"]);
      const [log] = Array.from(Deno.readDirSync(`${world.project}/folder`));
      assertMatch(log?.name ?? "", /\.l1\.jsonl$/);
    });
    await t.step("nothing to refine leaves the file as it was", async () => {
      const notes = `${world.dir}/notes.jsonl`;
      Deno.writeTextFileSync(notes, "hello\n");
      const text = Deno.readTextFileSync(mine);
      const outcome = await world.run(["refine", notes, "--out", mine]);
      assertEquals(outcome.code, 1);
      assertEquals(Deno.readTextFileSync(mine), text);
    });
  },
});

/** What lies in the project, a link or a device told from a file. */
const kinds = (world: SealedWorld) =>
  Array.from(Deno.readDirSync(world.project), ({ name }) => {
    const { isFile, isSymlink } = Deno.lstatSync(`${world.project}/${name}`);
    return { name, isFile, isSymlink };
  }).sort((a, b) => a.name < b.name ? -1 : 1);

Deno.test("memory-keeper refine puts a session into the store", async () => {
  using world = new SealedWorld();
  const transcript = make(2);
  const lines = await onePass(transcript);
  const path = await writeTranscript(`${world.dir}/t`, part(transcript, 0.5));
  const first = await world.run(["refine", path]);
  const half = l1Lines(world).length;
  const file = `$WORLD/project/.claude/memory/${l1Names(world)[0]}`;
  assertEquals(first, quiet(`${half} new of ${half} entries in ${file}\n`));
  await writeTranscript(`${world.dir}/t`, transcript);
  const json = await world.run(["refine", path, "--json"]);
  const { added, entries } = JSON.parse(json.stdout);
  assertEquals(added + half, entries);
  assertEquals(entries, l1Lines(world).length);
  const again = await world.run(["refine", path]);
  assertEquals(again, quiet(`0 new of ${entries} entries in ${file}\n`));
  for (const line of lines.slice(half)) {
    assertEquals(l1Lines(world).filter((one) => one === line).length, 1);
  }
});

Deno.test("memory-keeper refine says what it cannot read", async (t) => {
  using world = new SealedWorld();
  const notes = `${world.dir}/notes.jsonl`;
  Deno.writeTextFileSync(notes, "hello\nthere\n");
  for (const name of ["with.dots", "store"]) {
    Deno.writeTextFileSync(`${world.project}/${name}.jsonl`, "");
  }
  const rows: [line: string, code: number, stderr: RegExp][] = [
    ["refine", 2, /^error: .*transcript/],
    [
      "refine gone.jsonl",
      1,
      /^error: "gone\.jsonl" does not exist\nhint/,
    ],
    ["refine gone.jsonl --out x", 1, /^error: "gone\.jsonl" does not exist/],
    [`refine ${notes} --out -`, 1, /^error: No conversation in/],
    [`refine ${notes} --out ${notes}`, 2, /^error: --out names the transcript/],
    ["refine . --out x", 3, /^error: Cannot read ".*"/],
    [`refine ${notes}`, 1, /^error: No conversation in ".*notes\.jsonl"\nhint/],
    ["refine with.dots.jsonl", 2, /^error: "with\.dots" is not a session's/],
    ["refine store.jsonl", 2, /^error: "store" is not a session's name/],
  ];
  for (const [line, code, stderr] of rows) {
    await t.step(`memory-keeper ${line}`, async () => {
      const outcome = await world.run(line.split(" "));
      assertEquals([outcome.code, outcome.stdout], [code, ""]);
      assertMatch(outcome.stderr, stderr);
    });
  }
});

Deno.test("memory-keeper refine-all brings known sessions up to date", async (t) => {
  using world = new SealedWorld();
  const here = { cwd: world.project };
  const [grown, gone, same] = [
    make(3, here),
    make(4, here),
    make(5, here),
  ] as const;
  for (const transcript of [part(grown, 0.5), gone, same]) {
    const path = await writeTranscript(`${world.dir}/t`, transcript);
    assertEquals((await world.run(["refine", path])).code, 0);
  }
  const before = l1Lines(world).length;
  await writeTranscript(`${world.dir}/t`, grown);
  await Deno.remove(`${world.dir}/t/${gone.sessionId}.jsonl`);

  await t.step("memory-keeper refine-all", async () => {
    const outcome = await world.run(["refine-all"]);
    const added = l1Lines(world).length - before;
    assertEquals(
      outcome,
      quiet(
        `Read 2 sessions; new entries: ${added}\n` +
          "The transcripts of 1 session are gone or of another project; what " +
          "was ingested stays\n",
      ),
    );
  });
  await t.step("memory-keeper refine-all --json", async () => {
    const outcome = await world.run(["refine-all", "--json"]);
    assertEquals(JSON.parse(outcome.stdout), {
      sessions: 2,
      added: 0,
      gone: 1,
      failed: [],
    });
  });
  await t.step(
    "memory-keeper refine-all, a folder in the place of a lock",
    async () => {
      const lock = `${world.store}/state/${same.sessionId}.lock`;
      Deno.removeSync(lock);
      Deno.mkdirSync(lock);
      const outcome = await world.run(["refine-all"]);
      assertEquals([outcome.code, outcome.stderr], [0, ""]);
      assert(Deno.statSync(lock).isFile);
    },
  );
});

Deno.test("memory-keeper refine-all makes logs from raw copies", async () => {
  using world = new SealedWorld();
  const copies = [
    make(6, { subagents: "none" }),
    make(7, { subagents: "none" }),
  ];
  const places = ["2026-03-01_0900.raw.jsonl", "sessions/old.raw.jsonl"];
  copies.forEach(({ lines }, i) => {
    const text = lines.map((line) => `${line}\n`).join("");
    world.write(places[i] as string, text);
  });
  world.write("sessions/junk.raw.jsonl", "no transcript\n");
  const expected = await Promise.all(copies.map(onePass));
  const count = expected.flat().length;
  assertEquals(
    await world.run(["refine-all"], { env: { MEMORY_KEEPER_NOW: future() } }),
    quiet(`Read 2 sessions; new entries: ${count}\n`),
  );
  assertEquals(l1Lines(world).sort(), expected.flat().sort());
  assertEquals(
    await world.run(["refine-all"], { env: { MEMORY_KEEPER_NOW: future() } }),
    quiet("Read 2 sessions; new entries: 0\n"),
  );
});

/** Late enough for every session to be over. */
const future = () => new Date(Date.now() + 7_200_000).toISOString();

Deno.test("memory-keeper refine-all has nothing to do in a new project", async () => {
  using world = new SealedWorld();
  const { code, stderr } = await world.run(["refine-all"]);
  assertEquals(code, 1);
  assertMatch(stderr, /^error: No memory in \S+ yet\nhint: /);
  assertEquals(Array.from(Deno.readDirSync(world.project)), []);
});

/** A session whose log is there twice: as it is, and under another name. */
async function doubled(
  world: SealedWorld,
  change: (lines: string[]) => string[],
) {
  const transcript = make(8);
  const path = await writeTranscript(`${world.dir}/t`, part(transcript, 0.6));
  await world.run(["refine", path]);
  const [name = ""] = l1Names(world);
  const lines = l1Lines(world);
  const other = name.replace(/_\d{4}_/, "_0001_");
  world.write(other, `${change(lines).join("\n")}\n`);
  return { transcript, path, lines, name: base(name), other: base(other) };
}

const base = (name: string) => name.replace(/^.*\//, "");

Deno.test("memory-keeper dedupe-l1 joins logs of one session", async (t) => {
  const own = ["1", "2"].map((n) =>
    JSON.stringify({ role: "user", text: `only here ${n}` })
  );
  const cases: Record<string, {
    change: (lines: string[]) => string[];
    keeps: "name" | "other";
    added: string;
    rest: string[];
  }> = {
    "the same": {
      change: (lines) => lines,
      keeps: "name",
      added: "0 lines",
      rest: [],
    },
    "a part": {
      change: (lines) => lines.slice(0, 3),
      keeps: "name",
      added: "0 lines",
      rest: [],
    },
    "more than the first": {
      change: (lines) => [...lines, ...own],
      keeps: "name",
      added: "2 lines",
      rest: own,
    },
    "both have entries of their own": {
      change: (lines) => [...lines.slice(0, 4), ...own],
      keeps: "name",
      added: "2 lines",
      rest: own,
    },
  };
  for (const [name, { change, keeps, added, rest }] of Object.entries(cases)) {
    await t.step(name, async () => {
      using world = new SealedWorld();
      const made = await doubled(world, change);
      const { transcript, path, lines } = made;
      const [keep, remove] = keeps === "name"
        ? [made.name, made.other]
        : [made.other, made.name];
      const before = l1Lines(world);
      const sentence = (will: string) =>
        quiet(`${remove} ${will} joined into ${keep} (${added} of its own)\n`);
      assertEquals(
        await world.run(["dedupe-l1", "--dry-run"]),
        sentence("would be"),
      );
      assertEquals(l1Lines(world), before);
      assertEquals(await world.run(["dedupe-l1"]), sentence("was"));
      assertEquals(l1Names(world), [`sessions/${keep}`]);
      assertEquals(l1Lines(world).sort(), [...lines, ...rest].sort());
      assertEquals(
        await world.run(["dedupe-l1"]),
        quiet("No session has two logs\n"),
      );
      // What comes later goes to the file that stayed, once.
      await writeTranscript(`${world.dir}/t`, transcript);
      for (let i = 0; i < 2; i++) await world.run(["refine", path]);
      assertEquals(l1Names(world), [`sessions/${keep}`]);
      const after = l1Lines(world);
      for (const line of [...lines, ...rest]) {
        assertEquals(after.filter((one) => one === line).length, 1, line);
      }
      assertEquals(after.length > lines.length + rest.length, true);
      assertEquals(stateOf(world, transcript).entries, after.length);
    });
  }
});

Deno.test("memory-keeper dedupe-l1 --json names the files", async () => {
  using world = new SealedWorld();
  const { name, other } = await doubled(world, (lines) => lines.slice(2));
  const outcome = await world.run(["dedupe-l1", "--dry-run", "--json"]);
  assertEquals(JSON.parse(outcome.stdout), {
    dryRun: true,
    joins: [{ keep: name, remove: other, added: 0 }],
  });
});

Deno.test("memory-keeper dedupe-l1 hides logs of an earlier tool from git", async () => {
  using world = new SealedWorld();
  await doubled(world, (lines) => lines);
  // Such a store has neither.
  Deno.removeSync(`${world.store}/state`, { recursive: true });
  Deno.removeSync(`${world.store}/.gitignore`);
  world.own();
  assertEquals((await world.run(["dedupe-l1"])).code, 0);
  assertEquals(l1Names(world).length, 1);
  assertEquals(world.read(".gitignore"), "*\n");
});

Deno.test("ingestKnown() tells how far it is", async () => {
  await using temporary = await TemporaryStore.create();
  for (const seed of [31, 32]) {
    const path = await writeTranscript(
      `${temporary.dir}/t`,
      make(seed, { cwd: temporary.store.project.root }),
    );
    await temporary.refine(path);
  }
  const told: number[][] = [];
  const tell = (done: number, total: number) => void told.push([done, total]);
  const { sessions } = await ingestKnown(temporary.store, STILL_WORLD, tell);
  assertEquals([sessions, told], [2, [[1, 2], [2, 2]]]);
});
