import { assertEquals } from "@std/assert";
import { linesOf } from "./lines.ts";
import { dayOf, exactTime, minuteStamp } from "./utc_time.ts";

Deno.test("exactTime() takes no day that does not exist", () => {
  const iso = (day: string) => `${day}T00:00:00.000Z`;
  assertEquals(exactTime(iso("2026-03-02")), Date.UTC(2026, 2, 2));
  assertEquals(exactTime(iso("2026-02-30")), undefined);
  assertEquals(exactTime(iso("2026-13-01")), undefined);
  assertEquals(exactTime("tomorrow"), undefined);
});

Deno.test("dayOf() and minuteStamp() are in UTC", () => {
  const at = new Date("2026-03-02T23:59:59Z");
  assertEquals([dayOf(at), minuteStamp(at)], ["2026-03-02", "2026-03-02_2359"]);
});

Deno.test("linesOf() loses nothing", () => {
  for (const text of ["", "a", "a\n", "\n", "\n\n", "a\r\nb", "a\n\nb\n"]) {
    assertEquals(linesOf(text).join(""), text);
  }
  assertEquals(linesOf("a\n\nb"), ["a\n", "\n", "b"]);
});
