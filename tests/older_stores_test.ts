/**
 * Stores of the earlier generation open as they are: the first hook or command
 * works, nothing is lost, and the older tool could still read its files.
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  homeStore,
  LAMP,
  layerStore,
  rotationStore,
  THEN,
} from "./support/world/older_stores.ts";
import { payload, SealedWorld } from "./support/world/sealed_world.ts";

const SESSION = "0b5f0c52-0000-4000-8000-000000000001";

/** As Claude Code starts a session in the project. */
async function start(world: SealedWorld, session = SESSION) {
  const folder = `${world.dir}/transcripts`;
  Deno.mkdirSync(folder, { recursive: true });
  const { code, stdout } = await world.hook(
    "session-start",
    payload("SessionStart", session, {
      source: "startup",
      transcript_path: `${folder}/${session}.jsonl`,
    }),
    { env: THEN },
  );
  assertEquals(code, 0);
  const output = JSON.parse(stdout);
  return {
    told: String(output.systemMessage),
    context: String(output.hookSpecificOutput.additionalContext),
  };
}

async function found(world: SealedWorld, ...words: string[]) {
  const { code, stdout } = await world.run(["search", "--json", ...words], {
    env: THEN,
  });
  assert(code < 2, stdout);
  const { hits } = JSON.parse(stdout) as {
    hits: { file: string; snippet: string }[];
  };
  return hits.map(({ file }) => file);
}

/** Every file with its text, of the store. */
function textsOf(world: SealedWorld): Map<string, string> {
  return new Map(world.files().map((path) => [path, world.read(path)]));
}

Deno.test("a store of the rotation era works from the first hook on", async (t) => {
  using world = new SealedWorld();
  rotationStore(world);
  const before = textsOf(world);
  const first = await start(world);

  await t.step("a session is given what is in it", () => {
    for (
      const words of [
        "A lighthouse on a rock",
        "The lamp turns again.",
        "Greased the rotation gear",
        "The foghorn runs on compressed air.",
        "Stretches of earlier work without a summary: 1",
        "Archives without a summary: 1 (memory_20260124_101500.md)",
      ]
    ) assertStringIncludes(first.context, words);
  });

  await t.step("it is told of it once", async () => {
    assertStringIncludes(first.told, "memory-keeper migrate legacy");
    const { told } = await start(world, LAMP);
    assert(!told.includes("migrate"), told);
    assertEquals(told.split("\n").length, 1);
  });

  await t.step("its own files are as they were", () => {
    for (const [path, text] of before) {
      if (path !== "memory-index.json") assertEquals(world.read(path), text);
    }
  });

  await t.step("its tool could go on with the index", () => {
    const old = JSON.parse(before.get("memory-index.json") ?? "");
    const now = JSON.parse(world.read("memory-index.json"));
    for (const key of Object.keys(old)) {
      if (key !== "rotatedFiles") assertEquals(now[key], old[key], key);
    }
    for (const [i, one] of old.rotatedFiles.entries()) {
      assertEquals({ ...now.rotatedFiles[i], ...one }, now.rotatedFiles[i]);
    }
  });

  await t.step("what was cut and never summarised waits", async () => {
    const { stdout } = await world.run(["delta", "list", "--json"], {
      env: THEN,
    });
    const [delta] = JSON.parse(stdout).deltas;
    assertEquals([delta.from, delta.to], [0, 3]);
    const shown = await world.run(["delta", "show", delta.id]);
    assertStringIncludes(shown.stdout, "two coats, because salt eats one");
    const done = await world.run(["delta", "commit", delta.id], {
      stdin: "Painted the gallery rail twice.",
      env: THEN,
    });
    assertEquals(done.code, 0, done.stderr);
    const memory = world.read("memory.md");
    assert(memory.startsWith(before.get("memory.md") ?? "-"));
    assertStringIncludes(memory, "Painted the gallery rail twice.");
    await start(world, "another");
    const again = await world.run(["delta", "list", "--json"]);
    assertEquals(JSON.parse(again.stdout).deltas, []);
  });

  await t.step("search finds what is in every layer", async () => {
    const rows: [file: string, words: string[]][] = [
      ["memory.md", ["greased", "gear"]],
      ["memory_20260113_120000.md", ["chose", "Fresnel"]],
      ["memory_20260113_120000.summary.json", ["lantern", "Fresnel"]],
      [
        "sessions/2026-01-10_1530.l1.jsonl",
        ["--layer", "l1", "third", "order"],
      ],
      [
        "sessions/2026-02-20_1410_3f2a9c11.l1.jsonl",
        ["--layer", "l1", "turns", "too", "slowly"],
      ],
      // A tool's answer is on a line of its own, in both parts.
      [
        "sessions/2026-02-20_1455_3f2a9c11.l1.jsonl",
        ["--layer", "l1", "--session", "3f2a9c11", "two", "degrees", "low"],
      ],
    ];
    for (const [file, words] of rows) {
      const files = await found(world, ...words);
      assert(files.includes(file), `${words.join(" ")}: ${files.join(", ")}`);
    }
  });
});

Deno.test("what only reads leaves an earlier tool's store as it is", async (t) => {
  for (
    const command of [
      ["status", "--json"],
      ["search", "--json", "salt", "eats"],
      ["delta", "list", "--json"],
    ]
  ) {
    await t.step(command.join(" "), async () => {
      using world = new SealedWorld();
      rotationStore(world);
      const before = textsOf(world);
      await world.run(command, { env: THEN });
      // The search index is a cache, which git must not see.
      const kept = [...textsOf(world)]
        .filter(([path]) =>
          !/^\.cache\/|^\.gitignore$|^state\/owner\//.test(path)
        );
      assertEquals(new Map(kept), before);
    });
  }
});

Deno.test("a large delta_temp.txt is adopted over several starts", async () => {
  using world = new SealedWorld();
  rotationStore(world);
  const text = Array.from(
    { length: 6 },
    (_, i) =>
      `--- [2026-02-2${i}T15:00:00.000Z] ---\n◆ User: watch ${i} ` +
      "over the sea ".repeat(9000),
  ).join("\n");
  world.write("delta_temp.txt", text);
  const taken = () =>
    JSON.parse(world.read("memory-index.json")).olderDelta.bytes;
  await start(world);
  assert(taken() < text.length / 2, `${taken()}`);
  const first = taken();
  await start(world, LAMP);
  assert(taken() > first);
  const whole = new TextEncoder().encode(text).length;
  for (let n = 0; n < 6 && taken() < whole; n++) {
    await start(world, `later-${n}`);
  }
  assertEquals(taken(), whole);
  const { stdout } = await world.run(["delta", "list", "--json"], {
    env: THEN,
  });
  const sessions = JSON.parse(stdout).deltas
    .map(({ session }: { session: string }) => session);
  assertEquals(new Set(sessions).size, 3);
});

Deno.test("a store of the layer era works from the first hook on", async (t) => {
  using world = new SealedWorld();
  layerStore(world);
  const before = textsOf(world);
  const first = await start(world);

  await t.step("a session is given what is in it", () => {
    for (
      const words of [
        "Never leave the lamp alone in fog",
        "A weight on a chain drives it",
        "Fresh water and chamois",
        "The boat landing is slippery",
        "Two keepers a night",
        "spare lamp",
      ]
    ) assertStringIncludes(first.context, words);
    assertStringIncludes(first.told, "memory-keeper migrate legacy");
  });

  await t.step("its own files are as they were", () => {
    for (const [path, text] of before) assertEquals(world.read(path), text);
  });

  await t.step(
    "search finds facts of exchanges and logs next to memory.md",
    async () => {
      const files = await found(world, "shipped", "monthly");
      assert(files.includes("2026-01-11_0900.l2.json"), files.join(", "));
      const deep = await found(world, "--layer", "l1", "keeps", "for", "years");
      assert(deep.includes("2026-01-11_0900.l1.jsonl"), deep.join(", "));
    },
  );

  await t.step("status and concepts list count what is there", async () => {
    const { stdout } = await world.run(["status", "--json"], { env: THEN });
    assertEquals(JSON.parse(stdout).sessions, 2);
    const concepts = await world.run(["concepts", "list"], { env: THEN });
    assertEquals(concepts.stdout, "c001  spare lamp  0 facts, 2 exchanges\n");
  });

  await t.step("a rule that is added keeps what the file had", async () => {
    await world.run(["remember", "Polish the brass on Mondays"], { env: THEN });
    const facts = JSON.parse(world.read("facts.json"));
    assertEquals(facts.permanent.rules.map(({ id }: { id: string }) => id), [
      "r001",
      "r002",
    ]);
    assertEquals(facts.concepts, { lamp: ["d001"] });
    assertEquals(facts._meta.counter, 4);
    assertEquals(facts._meta.nextRuleId, 3, "its tool would not give r002");
    assertEquals(facts._meta.nextPatternId, undefined);
    assertEquals(facts.decisions.length, 2);
  });
});

Deno.test("a home store is mentioned once, and only until it is brought in", async () => {
  using world = new SealedWorld();
  homeStore(world);
  const { told } = await start(world);
  assertStringIncludes(told, "memory-keeper migrate legacy");
  assert(!(await start(world, LAMP)).told.includes("migrate"));
  const warned = await world.run(["doctor"], { env: THEN });
  assertStringIncludes(warned.stdout, "it kept memory for a project of this");
  await world.run(["migrate", "legacy", "--yes"], { env: THEN });
  const quiet = await world.run(["doctor"], { env: THEN });
  assert(!quiet.stdout.includes("earlier tool"), quiet.stdout);
});

Deno.test("an older store is mentioned even if its index is damaged", async () => {
  using world = new SealedWorld();
  rotationStore(world);
  const index = '{"version":1,"rotatedFiles":[null,5,"../../x.md"]}';
  world.write("memory-index.json", index);
  const { told } = await start(world);
  assertStringIncludes(told, "memory-keeper migrate legacy");
  const aside = world.files().find((path) => path.includes(".damaged-"));
  assertEquals(world.read(aside ?? ""), index);
});

Deno.test("a new store says nothing of earlier tools", async () => {
  using world = new SealedWorld();
  await world.run(["save", "The first words"], { env: THEN });
  assert(!(await start(world)).told.includes("earlier"));
  assertEquals(JSON.parse(world.read("memory-index.json")).older, undefined);
});

Deno.test("a session with an older log gets a log of its own", async () => {
  using world = new SealedWorld();
  rotationStore(world);
  const folder = `${world.dir}/transcripts`;
  Deno.mkdirSync(folder);
  const entry = (uuid: string, at: string, content: string) =>
    JSON.stringify({
      type: uuid === "b" ? "assistant" : "user",
      uuid,
      sessionId: LAMP,
      timestamp: `2026-02-20T${at}:00.000Z`,
      cwd: world.project,
      message: { role: "user", content },
    });
  Deno.writeTextFileSync(
    `${folder}/${LAMP}.jsonl`,
    `${entry("a", "14:01", "The lamp turns too slowly at dusk.")}\n${
      entry("b", "14:09", "The gear ratio was read too early.")
    }\n`,
  );
  const old = "sessions/2026-02-20_1410_3f2a9c11.l1.jsonl";
  const before = world.read(old);
  await start(world);
  assertEquals(world.read(old), before);
  const made = world.read("sessions/2026-02-20_1401_3f2a9c11.l1.jsonl");
  assertEquals(made.trimEnd().split("\n").length, 2);
});

Deno.test("compress leaves an older store's files to its tool", async () => {
  using world = new SealedWorld();
  rotationStore(world);
  world.write("sessions/2026-01-02_0900.md", "A summary that has no log.\n");
  const late = { ...THEN, MEMORY_KEEPER_NOW: "2027-01-01T00:00:00Z" };
  const before = world.files();
  const { code } = await world.run(["compress"], { env: late });
  assertEquals(code, 0);
  const left = new Set(world.files());
  assertEquals(before.filter((path) => !left.has(path)), []);
});
