/**
 * What every session of a recorded week is given at its start, word for word,
 * and how many tokens are given on each day of it.
 */

import { assert, assertEquals } from "@std/assert";
import { loadTokenCounter } from "../src/memory/count_tokens.ts";
import { assertGolden } from "./support/world/golden.ts";
import { RecordedWeek, type Start } from "./support/world/recorded_week.ts";

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

function render({ at, session, source, receipt, context }: Start): string {
  const day = WEEKDAYS[new Date(at).getUTCDay()];
  const when = `${day} ${at.slice(0, 16).replace("T", " ")}`;
  return [
    `=== ${when} UTC, session ${session}, ${source}`,
    receipt,
    "",
    context,
    "",
  ].join("\n");
}

Deno.test("the start contexts of a recorded week", async (t) => {
  using week = new RecordedWeek();
  await week.play();
  await t.step("word for word", () => {
    assertGolden("week_starts", week.starts.map(render).join("\n"));
  });
  await t.step("nothing is dated after the moment it is given", () => {
    for (const { at, context } of week.starts) {
      const dates = context.match(/\d{4}-\d\d-\d\d(?: \d\d:\d\d)?/g) ?? [];
      const late = dates.filter((one) => one > at.replace("T", " "));
      assertEquals(late, [], at);
    }
  });
  await t.step("tokens given on each day", async () => {
    const count = await loadTokenCounter();
    const perDay = [...week.given].map(([day, texts]) =>
      `${day}: ${texts.reduce((sum, text) => sum + count(text), 0)}`
    );
    assertEquals(perDay.length, 5);
    assert(perDay.every((one) => !one.endsWith(": 0")));
    console.log(`tokens given (about)\n${perDay.join("\n")}`);
  });
});
