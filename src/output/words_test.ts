import { assertEquals } from "@std/assert";
import { joinText, localTime, shortAge, timeAgo, withTilde } from "./words.ts";

Deno.test("timeAgo() and shortAge() say how long ago", async (t) => {
  const now = new Date("2026-02-01T17:27:00Z");
  const here = { now, offsetMinutes: 60 };
  const rows: [string, string, string][] = [
    ["2026-02-01T17:27:00Z", "just now", "now"],
    ["2026-02-01T17:26:01Z", "just now", "now"],
    ["2026-02-01T17:26:00Z", "1 min ago", "1m"],
    ["2026-02-01T16:27:01Z", "59 min ago", "59m"],
    ["2026-02-01T15:00:00Z", "2 h ago", "2h"],
    ["2026-01-31T17:26:59Z", "1 day ago", "1d"],
    ["2025-12-20T00:00:00Z", "43 days ago", "43d"],
    ["2025-10-01T00:00:00Z", "on 2025-10-01", "123d"],
    ["2026-02-01T17:27:30Z", "just now", "now"],
    ["2026-02-02T08:00:00Z", "at 2026-02-02 09:00", "now"],
  ];
  for (const [then, long, short] of rows) {
    await t.step(`${then} → ${long}`, () => {
      assertEquals(timeAgo(new Date(then), here), long);
      assertEquals(shortAge(new Date(then), now), short);
    });
  }
});

Deno.test("localTime() says how long ago within a day, else the local time", () => {
  const now = new Date("2026-02-01T17:27:00Z");
  const here = { now, offsetMinutes: 60, offsetAt: () => 120 };
  const rows: [string, string][] = [
    ["2026-02-01T15:20:00Z", "2 h ago"],
    ["2026-01-31T17:27:00Z", "2026-01-31 19:27"],
    ["2026-02-02T17:27:00Z", "2026-02-02 19:27"],
    ["2026-01-20", "2026-01-20"],
    ["some day", "some day"],
  ];
  for (const [ts, expected] of rows) {
    assertEquals(localTime(ts, here), expected);
  }
});

Deno.test("withTilde() on each system", () => {
  assertEquals(withTilde("in /home/ada/p", "/home/ada/", false), "in ~/p");
  assertEquals(
    withTilde("in /home/Ada/p", "/home/ada", false),
    "in /home/Ada/p",
  );
  assertEquals(
    withTilde("c:\\users\\지수 (b)\\p", "C:\\Users\\지수 (b)", true),
    "~\\p",
  );
  assertEquals(
    withTilde("C:\\Users\\ada2\\p", "C:\\Users\\ada", true),
    "C:\\Users\\ada2\\p",
  );
});

Deno.test("joinText() leaves out what is not there, and keeps empty lines", () => {
  const parts = ["a", false, null, undefined, "", ["b", [false, "c"]]] as const;
  assertEquals(joinText(parts), "a\n\nb\nc");
  assertEquals(joinText(parts, ", "), "a, , b, c");
  assertEquals(joinText("as it is"), "as it is");
  assertEquals(joinText([false]), "");
});
