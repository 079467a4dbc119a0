import { assertEquals } from "@std/assert";
import { fixedClock, parseOffset, zoneClock } from "./_local_clock.ts";

Deno.test("parseOffset()", async (t) => {
  const rows: [text: string, minutes: number | undefined][] = [
    ["+09:00", 540],
    ["-08:00", -480],
    ["+0530", 330],
    ["-03:30", -210],
    ["+9", 540],
    ["+00:00", 0],
    ["+14:00", 840],
    ["-12:00", -720],
    ["+14:01", undefined],
    ["-12:30", undefined],
    ["9", undefined],
    ["+9:60", undefined],
    ["+123", undefined],
    ["Europe/Berlin", undefined],
    ["", undefined],
  ];
  for (const [text, minutes] of rows) {
    await t.step(`"${text}"`, () => assertEquals(parseOffset(text), minutes));
  }
});

Deno.test("a clock tells what a local time meant", async (t) => {
  const rows: [zone: string, wall: string, moments: string[]][] = [
    ["+09:00", "2026-01-01T03:00", ["2025-12-31T18:00"]],
    ["-08:00", "2025-12-31T20:00", ["2026-01-01T04:00"]],
    ["+05:30", "2026-03-01T02:15", ["2026-02-28T20:45"]],
    ["Europe/Berlin", "2026-01-15T12:00", ["2026-01-15T11:00"]],
    ["Europe/Berlin", "2025-07-15T12:00", ["2025-07-15T10:00"]],
    // Comes twice.
    ["Europe/Berlin", "2025-10-26T02:30", [
      "2025-10-26T00:30",
      "2025-10-26T01:30",
    ]],
    // Was left out.
    ["Europe/Berlin", "2025-03-30T02:30", ["2025-03-30T01:30"]],
    ["America/New_York", "2025-11-02T01:15", [
      "2025-11-02T05:15",
      "2025-11-02T06:15",
    ]],
    ["Asia/Seoul", "2026-02-01T18:27", ["2026-02-01T09:27"]],
    ["Australia/Lord_Howe", "2025-04-06T01:45", [
      "2025-04-05T14:45",
      "2025-04-05T15:15",
    ]],
  ];
  for (const [name, wall, moments] of rows) {
    await t.step(`${wall} ${name}`, () => {
      const offset = parseOffset(name);
      const clock = offset === undefined ? zoneClock(name) : fixedClock(offset);
      assertEquals(
        clock?.momentsOf(Date.parse(`${wall}Z`))
          .map((moment) => new Date(moment).toISOString().slice(0, 16)),
        moments,
      );
    });
  }
});

Deno.test("zoneClock() is undefined for an unknown zone", () => {
  assertEquals(zoneClock("Mars/Olympus"), undefined);
  assertEquals(zoneClock(""), undefined);
});
