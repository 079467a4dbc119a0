import { assertEquals } from "@std/assert";
import { shortAge, timeAgo } from "./times.ts";

Deno.test("timeAgo() and shortAge() say how long ago", async (t) => {
  const now = new Date("2026-02-01T17:27:00Z");
  const rows: [string, string, string][] = [
    ["2026-02-01T17:27:00Z", "just now", "now"],
    ["2026-02-01T17:26:01Z", "just now", "now"],
    ["2026-02-01T17:26:00Z", "1 minute ago", "1m"],
    ["2026-02-01T16:27:01Z", "59 minutes ago", "59m"],
    ["2026-02-01T15:00:00Z", "2 hours ago", "2h"],
    ["2026-01-31T17:26:59Z", "1 day ago", "1d"],
    ["2025-12-20T00:00:00Z", "43 days ago", "43d"],
    ["2025-10-01T00:00:00Z", "on 2025-10-01", "123d"],
    ["2026-02-01T17:27:30Z", "just now", "now"],
    ["2026-02-02T08:00:00Z", "at 2026-02-02 08:00 UTC", "now"],
  ];
  for (const [then, long, short] of rows) {
    await t.step(`${then} → ${long}`, () => {
      assertEquals(timeAgo(new Date(then), now), long);
      assertEquals(shortAge(new Date(then), now), short);
    });
  }
});
