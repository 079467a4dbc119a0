/** Tool uses whose own event was lost are counted by the turns after them. */

import { assertEquals } from "@std/assert";
import { resultBlock } from "./support/generator/entries.ts";
import {
  RecordedDay,
  type RecordedSession,
} from "./support/world/recorded_day.ts";

const ID = "3f2a9c11-1111-4222-8333-444455556666";
const START = "2026-02-01T17:27:00Z";

/** A call in the transcript of which no event tells. */
function silently(session: RecordedSession, result: object = {}): void {
  const id = session.call("Bash", { command: "ls" });
  session.user([resultBlock(id, "masts", result)]);
}

const edit = {
  name: "Edit",
  input: { file_path: "/ship.ts", old_string: "0", new_string: "1" },
  result: "Updated.",
};

const count = (day: RecordedDay) => day.read(`.cache/count/${ID}`);

Deno.test("hook stop counts tool uses of earlier turns that no event counted", async (t) => {
  using day = new RecordedDay({}, START);
  const session = day.session(ID);
  await session.start();
  await session.prompt("Count the masts.");
  await session.tool(edit);
  silently(session);
  silently(session);
  silently(session, { is_error: true });
  await t.step("not at once: their events may be on their way", async () => {
    await session.say("Three masts.");
    assertEquals(count(day), ".");
  });
  await t.step(
    "at the end of the next turn, apart from failed ones",
    async () => {
      await session.prompt("And the sails?");
      await session.say("Nine sails.");
      assertEquals(count(day), ".++");
    },
  );
  await t.step("once", async () => {
    await session.tool(edit);
    await session.say("And a flag.");
    await session.say("And another.");
    assertEquals(count(day), ".++.");
  });
  await t.step("not after a reset", async () => {
    await day.run(["reset", "--session", ID]);
    await session.say("That is all.");
    await session.tool(edit);
    await session.say("Really.");
    await session.say("Yes.");
    assertEquals(count(day), ".");
  });
});
