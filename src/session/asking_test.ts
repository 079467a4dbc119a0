import { assertEquals } from "@std/assert";
import { isAlive, mayAsk } from "./waiting_deltas.ts";

const NOW = new Date("2026-03-02T12:00:00Z");
const ago = (minutes: number) =>
  new Date(NOW.getTime() - minutes * 60_000).toISOString();

Deno.test("mayAsk() asks three times, 20, 60 and 180 minutes apart", async (t) => {
  const rows: [asks: number, minutesAgo: number | undefined, may: boolean][] = [
    [0, undefined, true],
    [1, 19, false],
    [1, 20, true],
    [2, 59, false],
    [2, 60, true],
    [3, 100_000, false],
    // Asked by a clock that was set back since.
    [1, -19, false],
    [1, -100_000, true],
  ];
  for (const [asks, minutes, may] of rows) {
    await t.step(`${asks} asks, ${minutes} minutes ago`, () => {
      const askedAt = minutes === undefined ? undefined : ago(minutes);
      assertEquals(mayAsk({ asks, askedAt }, NOW), may);
    });
  }
});

Deno.test("isAlive() gives an agent a quarter of an hour", () => {
  assertEquals(isAlive(undefined, NOW), false);
  assertEquals(isAlive({ id: "a", at: ago(14) }, NOW), true);
  assertEquals(isAlive({ id: "a", at: ago(15) }, NOW), false);
  assertEquals(isAlive({ id: "a", at: "no time" }, NOW), false);
  assertEquals(isAlive({ id: "a", at: ago(-100_000) }, NOW), false);
});
