/**
 * What must stay out stays out where off.json, forgotten.json or the whole store
 * is damaged or deleted; where nothing tells what it is, nothing is kept.
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { RecordedDay } from "./support/world/recorded_day.ts";
import { walk } from "./support/world/read_store.ts";

const START = "2026-02-01T17:27:00Z";
const ID = "0ff00000-1111-4222-8333-444455556666";
const NEXT = "0ff11111-1111-4222-8333-444455556666";
const NAMES = ["off.json", "forgotten.json"];

/** A session that said one word while memory was off, and one that was forgotten. */
async function secretive(): Promise<RecordedDay> {
  const day = new RecordedDay({}, START);
  // Claude Code's name for it, so that `import` finds the session.
  const session = day.session(ID);
  await session.start();
  await session.prompt("Where is the pier?");
  await session.say("At the zqforgotten end of the harbour.");
  day.tick();
  await day.run(["off"]);
  await session.prompt("The word is zqoff.");
  await session.say("I heard zqoff.");
  day.tick();
  await day.run(["on"]);
  await session.prompt("And the buoys?");
  await session.say("They are kept outside.");
  await session.end();
  await day.run(["forget", "zqforgotten", "--yes"]);
  return day;
}

const everything = (day: RecordedDay) =>
  [...walk(day.world.store)].map((path) =>
    new TextDecoder().decode(Deno.readFileSync(`${day.world.store}/${path}`))
  ).join("\n");

function assertWithout(day: RecordedDay): void {
  const text = everything(day);
  for (const word of ["zqoff", "zqforgotten"]) {
    assert(!text.includes(word), word);
  }
  assertStringIncludes(text, "kept outside");
}

/** As if nothing of it had been ingested yet. */
function loseState(day: RecordedDay): void {
  for (const path of walk(day.world.store)) {
    if (/^(?:state|sessions)\/.*(?:json|jsonl|md)$/.test(path)) {
      Deno.removeSync(`${day.world.store}/${path}`);
    }
  }
}

function copiesOf(day: RecordedDay): string[] {
  const dir = `${day.world.home}/.claude/memory-keeper/kept-out`;
  return [...walk(dir)].map((path) => `${dir}/${path}`);
}

const ingestAll = (day: RecordedDay) =>
  day.run(["import", "--from", day.transcripts]);

Deno.test("a damaged or deleted file comes back from its copy", async (t) => {
  for (const name of NAMES) {
    for (const text of ["{x", "", "[]", undefined]) {
      await t.step(`${name}: ${text ?? "deleted"}`, async () => {
        using day = await secretive();
        const path = `${day.world.store}/${name}`;
        const before = Deno.readTextFileSync(path);
        if (text === undefined) Deno.removeSync(path);
        else Deno.writeTextFileSync(path, text);
        loseState(day);
        const { code, stderr } = await ingestAll(day);
        assertEquals([code, stderr], [0, ""]);
        assertWithout(day);
        assertEquals(Deno.readTextFileSync(path), before);
        const aside = [...walk(day.world.store)]
          .filter((one) => one.startsWith(`${name}.damaged-`));
        assertEquals(aside.length, text === undefined ? 0 : 1);
        assertEquals((await day.run(["on"])).code, 0);
      });
    }
  }
});

Deno.test("the next start puts it back and gives memory as before", async () => {
  using day = await secretive();
  for (const name of NAMES) {
    Deno.writeTextFileSync(`${day.world.store}/${name}`, "{x");
  }
  day.later(90);
  const given = await day.session(NEXT).start("startup");
  assertStringIncludes(given, "memory-keeper");
  for (const name of NAMES) {
    JSON.parse(Deno.readTextFileSync(`${day.world.store}/${name}`));
  }
  assertWithout(day);
});

Deno.test("while no copy can be read nothing is kept, and one line says so", async (t) => {
  for (const name of NAMES) {
    await t.step(name, async () => {
      using day = await secretive();
      for (const copy of copiesOf(day)) Deno.writeTextFileSync(copy, "{x");
      Deno.writeTextFileSync(`${day.world.store}/${name}`, "{x");
      const said: string[] = [];
      day.onEvent = (_, __, { systemMessage, hookSpecificOutput }) => {
        if (systemMessage) said.push(systemMessage);
        assertEquals(hookSpecificOutput, undefined, "nothing is given");
      };
      const session = day.session(NEXT);
      await session.start();
      await session.prompt("The word is zqlater.");
      await session.say("It is zqlater.");
      await session.end();
      assertEquals(said.length, 1);
      assertStringIncludes(said[0] ?? "", `${name} cannot be read`);
      assertStringIncludes(said[0] ?? "", "memory-keeper doctor");
      const status = await day.run(["status"]);
      assertEquals(status.code, 0, status.stderr);
      assertStringIncludes(status.stdout, `${name} can be read`);
      assert(!status.stdout.includes("memory-keeper on"), status.stdout);
      const doctor = await day.run(["doctor", "--fix"]);
      assertEquals(doctor.stderr, "");
      assertStringIncludes(doctor.stdout.replace(/\s+/g, " "), "put it back");
      for (const words of [["import", "--from", day.transcripts]]) {
        const { code } = await day.run(words);
        assert(code !== 0, words.join(" "));
      }
      const text = everything(day);
      for (const word of ["zqlater", "zqoff", "zqforgotten"]) {
        assert(!text.includes(word), word);
      }
    });
  }
});

Deno.test("a deleted store: the next import ingests, without what stays out", async () => {
  using day = await secretive();
  Deno.removeSync(day.world.store, { recursive: true });
  const { code, stdout } = await ingestAll(day);
  assertEquals(code, 0);
  assertStringIncludes(stdout, "Ingested 1 new");
  assertWithout(day);
});

Deno.test("a store that is deleted while memory is off stays off", async () => {
  using day = await secretive();
  day.tick();
  await day.run(["off"]);
  Deno.removeSync(day.world.store, { recursive: true });
  const said: string[] = [];
  day.onEvent = (_, __, answer) => said.push(JSON.stringify(answer));
  await day.session(NEXT).start();
  assertEquals(said.length, 1);
  assertStringIncludes(said[0] ?? "", "Memory: off until it is switched on");
  assert(!said[0]?.includes("hookSpecificOutput"), said[0]);
  const { stdout } = await day.run(["load"]);
  assertStringIncludes(stdout, "Memory is off");
});
