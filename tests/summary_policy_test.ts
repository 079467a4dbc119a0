/** The settings that say how much the model is asked for, as real processes. */

import {
  assert,
  assertEquals,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import { parseMemory } from "../src/memory/memory_text.ts";
import { RecordedDay } from "./support/world/recorded_day.ts";
import {
  edit,
  ID,
  json,
  shortWork,
  SMALL,
} from "./support/world/short_work.ts";

const START = "2026-02-01T17:27:00Z";
const OTHER = "aaaa9c11-1111-4222-8333-444455556666";

Deno.test('summaries "manual" asks nothing, "off" makes digests', async (t) => {
  await t.step("manual", async () => {
    using day = new RecordedDay({ ...SMALL, summaries: "manual" }, START);
    const session = await shortWork(day);
    await json(day, ["delta", "cut"]);
    day.later(60);
    assertEquals(await session.prompt("Go on."), "");
    assertEquals((await json(day, ["delta", "list"])).deltas.length, 1);
  });
  await t.step("off", async () => {
    using day = new RecordedDay({ ...SMALL, summaries: "off" }, START);
    const session = await shortWork(day);
    await session.tool(edit("x".repeat(600)));
    for (const word of ["Four.", "Five.", "Six."]) {
      await session.prompt(`Say: ${word}`);
      assertEquals(await session.say(word), "");
    }
    await session.end();
    const [{ header = "", from, to } = {}, ...others] =
      parseMemory(day.read("memory.md")).sections;
    assertStringIncludes(header, "(digest)");
    assertEquals([from, to, others.length], [0, 13, 0]);
    assert(!day.world.files().some((name) => name.startsWith("delta/")));
  });
});

Deno.test("stopPolicy reminds or blocks once a delta", async (t) => {
  const long = "The masts were counted from the bow. ".repeat(20);
  for (const stopPolicy of ["remind", "block"]) {
    await t.step(stopPolicy, async () => {
      using day = new RecordedDay({ ...SMALL, stopPolicy }, START);
      const session = await shortWork(day);
      const active = { stop_hook_active: true };
      assertEquals(await session.say(long, active), "", "never in a loop");
      const told = await session.say("Done.");
      assertStringIncludes(told, "[MEMORY_KEEPER_DELTA] file=");
      assertEquals(told.startsWith("✗ memory"), stopPolicy === "block");
      assertEquals(await session.say("Done again."), "", "the second passes");
      assertEquals(
        await session.fire("stop-failure", "StopFailure"),
        "",
      );
    });
  }
  await t.step("block cuts ten new entries, fewer pass", async () => {
    using day = new RecordedDay({ stopPolicy: "block" }, START);
    const session = await shortWork(day);
    for (const word of ["a", "b", "c"]) {
      assertEquals(await session.say(word), "");
    }
    assertStringIncludes(await session.say("d"), "10 log entries");
    const { deltas } = await json(day, ["delta", "list"]);
    assertEquals(deltas.map(({ asks }: { asks: number }) => asks), [0]);
  });
});

Deno.test("hook post-tool-use never asks; the first prompt after an answer does, once", async () => {
  const long = edit("The masts were counted from the bow. ".repeat(3));
  using day = new RecordedDay(SMALL, START);
  const session = day.session(ID);
  await session.start();
  await session.prompt(`Count the masts. ${"Carefully. ".repeat(50)}`);
  for (let call = 0; call < 7; call++) {
    assertEquals(await session.tool(long), "");
  }
  await session.say("Three masts.");
  const request = await session.prompt("Go on.");
  assertStringIncludes(request, "[MEMORY_KEEPER_DELTA] file=");
  assertStringIncludes(request, "run_in_background: false");
  day.later(600);
  await session.say("Nine sails.");
  assertEquals(await session.prompt("And now?"), "");
});

Deno.test("sessions whose ids begin alike are kept apart up to memory.md", async () => {
  using day = new RecordedDay(SMALL, START);
  const ids = ["test-session-one", "test-session-two", "test-session-three"];
  const sessions = await Promise.all(ids.map((id) => shortWork(day, id)));
  for (const id of ids) await json(day, ["delta", "cut", "--session", id]);
  const { deltas } = await json(day, ["delta", "list"]) as {
    deltas: { id: string }[];
  };
  assertEquals(new Set(deltas.map(({ id }) => id)).size, 3);
  for (const { id } of deltas) {
    const { code } = await json(day, ["delta", "commit", id], `Of ${id}.`);
    assertEquals(code, 0);
  }
  for (const session of sessions) await session.end();
  const { sections } = parseMemory(day.read("memory.md"));
  assertEquals(
    sections.map(({ body, from, to }) => [body, from, to]).sort(),
    deltas.map(({ id }) => [`Of ${id}.\n\nFiles: \`ship.ts\` ×2`, 0, 6])
      .sort(),
  );
  const { sessions: listed } = await json(day, ["timeline"]);
  assertEquals(
    listed.map(({ session }: { session: string }) => session).sort(),
    [...ids].sort(),
  );
});

Deno.test("after a partial summary the next session is given the rest", async () => {
  using day = new RecordedDay(SMALL, START);
  const session = await shortWork(day);
  await json(day, ["delta", "cut"]);
  const { deltas: [first] } = await json(day, ["delta", "list"]);
  await json(day, ["delta", "commit", first.id], "Masts and sails counted.");
  await session.prompt("Paint the rudder green, please.");
  for (let coat = 1; coat <= 10; coat++) {
    await session.tool(edit(`green coat ${coat}`));
  }
  await session.say("The rudder is green.");
  await session.end();
  day.later(1);
  const context = await day.session(OTHER).start();
  assertStringIncludes(context, "Masts and sails counted.");
  assertStringIncludes(context, "the part not summarised yet");
  assertStringIncludes(context, "Paint the rudder green");
  assert(!context.includes("Count the masts."), "that is in memory already");
});

Deno.test("what is summarised before an earlier part is not in the rest", async () => {
  using day = new RecordedDay(SMALL, START);
  const session = await shortWork(day);
  await json(day, ["delta", "cut"]);
  day.later(24 * 60);
  await session.prompt("Paint the rudder green, please.");
  await session.tool(edit("green coat"));
  await session.say("The rudder is green.");
  await json(day, ["delta", "cut"]);
  const { deltas: [, second] } = await json(day, ["delta", "list"]);
  await json(day, ["delta", "commit", second.id], "Paint was bought.");
  await session.end();
  day.later(1);
  const context = await day.session(OTHER).start();
  assertStringIncludes(context, "Paint was bought.");
  assertMatch(
    context,
    new RegExp(`of ${START.slice(0, 10)} .*the part not summarised yet`),
  );
  assertStringIncludes(context, "Count the masts.");
  assert(!context.includes("Paint the rudder green"), context);
});
