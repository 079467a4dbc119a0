/** Recall says each thing once, how old it is and what has changed since. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { noteStart, prepareRecalled } from "../src/context/recall_notes.ts";
import { STILL_WORLD, TemporaryStore } from "./support/world/in_process.ts";
import { payload, type SealedWorld } from "./support/world/sealed_world.ts";
import { searchableWorld } from "./support/world/searchable_store.ts";

const SESSION = "aaaaaaaa-5a5b-4c1d-8e2f-000000000009";
const OTHER = "bbbbbbbb-5a5b-4c1d-8e2f-000000000009";
const QUESTION =
  "Was it the SameSite cookie that made the guard redirect after login?";
const INTRODUCTION = "From this project's memory";
const NOW = "2026-02-11T17:22:00Z";

async function told(world: SealedWorld, prompt: string, session = SESSION) {
  const { stdout } = await world.hook(
    "user-prompt-submit",
    payload("UserPromptSubmit", session, { prompt }),
    { env: { MEMORY_KEEPER_NOW: NOW } },
  );
  const text: string = JSON.parse(stdout).hookSpecificOutput.additionalContext;
  return text.includes(INTRODUCTION)
    ? text.slice(text.indexOf(INTRODUCTION))
    : "";
}

async function start(world: SealedWorld, source: string) {
  const event = payload("SessionStart", SESSION, { source });
  const { stdout } = await world.hook("session-start", event);
  return String(JSON.parse(stdout).hookSpecificOutput.additionalContext);
}

async function indexedWorld(): Promise<SealedWorld> {
  const world = await searchableWorld();
  await world.run(["reindex"]);
  return world;
}

Deno.test("a passage is recalled once in a session", async () => {
  using world = await indexedWorld();
  assertStringIncludes(await told(world, QUESTION), "SameSite");
  assertEquals(await told(world, QUESTION), "");
  assertEquals(await told(world, `${QUESTION} Tell me.`), "");
  assertStringIncludes(await told(world, QUESTION, OTHER), "SameSite");
  await start(world, "resume");
  assertEquals(await told(world, QUESTION), "", "it is still there");
  await start(world, "compact");
  assertStringIncludes(await told(world, QUESTION), "SameSite");
});

Deno.test("what the team said at its start is not recalled either", async () => {
  using world = await indexedWorld();
  world.write(
    "team/2026/02/2026-02-09_1000_lee_0a0b0c0d.md",
    "author: Lee\nwork: 2026-02-09T09:00Z/2026-02-09T10:00Z\nbranch: main\n\n" +
      "The quarantineFlag is hoisted before customs come aboard.\n" +
      "- The harbourmaster lowers the quarantineFlag himself.\n",
  );
  await world.run(["reindex"]);
  const question = "When is the quarantineFlag hoisted before customs?";
  assertStringIncludes(await told(world, question, OTHER), "by Lee");
  assertStringIncludes(await start(world, "startup"), "| The quarantineFlag");
  assertEquals(await told(world, question), "");
});

Deno.test("all of what is recalled counts in the turn's budget", async () => {
  using world = await indexedWorld();
  const text = await told(world, QUESTION);
  const [block = ""] = text.split("\n\n");
  const noted = world.read(`.cache/given/${SESSION}.moments`).trim()
    .split("\n").map((line): number => JSON.parse(line).chars);
  assertEquals(noted.reduce((sum, chars) => sum + chars, 0), block.length);
});

Deno.test("what a session was given at its start is not recalled", async () => {
  using world = await indexedWorld();
  const section = "## 2026-02-09_1000 (local 02-09_1000)\n" +
    "The quarantineFlag is hoisted before customs come aboard. " +
    "The harbourmaster lowers the quarantineFlag himself.\n";
  world.write("memory.md", `${world.read("memory.md")}\n${section}`);
  await world.run(["reindex"]);
  const question = "When is the quarantineFlag hoisted before customs?";
  assertStringIncludes(await told(world, question, OTHER), "quarantineFlag");
  const context = await start(world, "startup");
  assertStringIncludes(context, "quarantineFlag is hoisted");
  assertEquals(await told(world, question), "");
});

Deno.test("a fact or concept is known by what it says, not by its name", async () => {
  await using here = await TemporaryStore.create();
  const { store } = here;
  noteStart(
    store,
    SESSION,
    "## Newest decisions\n- highWater() rounds last (late tides; 2026-02-09)\n" +
      "## Concepts\n- c001 tide table",
    { isResumed: false },
  );
  const recall = (source: string, text: string) =>
    prepareRecalled(store, STILL_WORLD, SESSION, [
      { source, text, date: "2026-02-09" },
    ]).length;
  const files = "tide\nsrc/tide.ts";
  assertEquals(
    recall("facts.json#d001", `highWater() rounds last\n${files}`),
    0,
  );
  assertEquals(
    recall(
      "concepts.json#c001",
      `tide table\nhighWater() rounds last\n${files}`,
    ),
    0,
  );
  assertEquals(recall("facts.json#d002", `highWater() is cached\n${files}`), 1);
  assertEquals(
    recall("concepts.json#c002", `highWater\nIt is cached\n${files}`),
    1,
  );
});

Deno.test("a passage is dated by the user's clock, as the start is", async () => {
  await using here = await TemporaryStore.create();
  const inSeoul = { ...STILL_WORLD, localOffsetMinutes: () => 540 };
  const when = (at: string, isRecorded = false) =>
    prepareRecalled(here.store, inSeoul, SESSION, [{
      source: "memory.md#1",
      text: "Rounding comes last.",
      date: at.slice(0, 10),
      at,
      ...(isRecorded ? { isRecorded } : {}),
    }])[0]?.date;
  assertEquals(when("2026-01-31T15:40:00Z"), "2026-02-01 00:40 +09:00");
  assertEquals(when("2026-01-31"), "2026-01-31");
  assertEquals(
    when("2026-01-31T15:40:00Z", true),
    "recorded 2026-02-01 00:40 +09:00",
  );
});

Deno.test("no words are kept of what was given", async () => {
  using world = await indexedWorld();
  await start(world, "startup");
  await told(world, QUESTION);
  const { start: begun, recalled } = JSON.parse(
    world.read(`.cache/given/${SESSION}.json`),
  );
  assert(begun.length > 0 && recalled.length > 0);
  assert([...begun, ...recalled].every(Number.isInteger));
});

Deno.test("a note that is damaged costs a repetition, not the prompt", async () => {
  using world = await indexedWorld();
  await told(world, QUESTION);
  world.write(`.cache/given/${SESSION}.json`, '{"recalled": "all"');
  assertStringIncludes(await told(world, QUESTION), "SameSite");
  assertEquals(await told(world, QUESTION), "");
});

Deno.test("a passage says how old it is, and which of its files have changed", async (t) => {
  const file = "src/quarantine.ts";
  const section = "## 2026-02-09_1000 (local 02-09_1000)\n" +
    `The quarantineFlag is hoisted before customs come aboard (${file}).\n`;
  const question = "When is the quarantineFlag hoisted before customs?";
  const make = async (seconds?: number) => {
    const world = await searchableWorld();
    world.write("memory.md", `${world.read("memory.md")}\n${section}`);
    await world.run(["reindex"]);
    Deno.mkdirSync(`${world.project}/src`, { recursive: true });
    if (seconds !== undefined) {
      Deno.writeTextFileSync(`${world.project}/${file}`, "");
      Deno.utimeSync(`${world.project}/${file}`, seconds, seconds);
    }
    return world;
  };
  const then = Date.parse("2026-02-09T10:00:00Z") / 1000;
  await t.step("as it was", async () => {
    using world = await make(then - 60);
    const text = await told(world, question);
    assertStringIncludes(
      text,
      "- 2026-02-09 10:00 UTC, 2 days old, memory.md#",
    );
    assert(!text.includes("changed") && !text.includes("gone"), text);
  });
  await t.step("changed", async () => {
    using world = await make(then + 60);
    assertStringIncludes(
      await told(world, question),
      `${file} has changed since`,
    );
  });
  await t.step("gone", async () => {
    using world = await make();
    assertStringIncludes(await told(world, question), `${file} is gone`);
  });
});
