import { assertEquals } from "@std/assert";
import { parseBound } from "./time_bounds.ts";

/** A Wednesday. */
const HERE = { now: new Date("2026-03-18T12:00:00Z"), offsetMinutes: 0 };

const STARTS_AND_ENDS: readonly (readonly [string, string, string])[] = [
  ["2026-02-01", "2026-02-01T00:00", "2026-02-02T00:00"],
  ["2026-02", "2026-02-01T00:00", "2026-03-01T00:00"],
  ["2026", "2026-01-01T00:00", "2027-01-01T00:00"],
  ["2026-02-01T10:00:00Z", "2026-02-01T10:00", "2026-02-01T10:00"],
  ["7d", "2026-03-11T12:00", "2026-03-11T12:00"],
  ["2 hours ago", "2026-03-18T10:00", "2026-03-18T10:00"],
  ["two weeks ago", "2026-03-04T12:00", "2026-03-04T12:00"],
  ["3일 전", "2026-03-15T12:00", "2026-03-15T12:00"],
  ["이틀 전", "2026-03-16T12:00", "2026-03-16T12:00"],
  ["한 달 전", "2026-02-16T12:00", "2026-02-16T12:00"],
  ["today", "2026-03-18T00:00", "2026-03-19T00:00"],
  ["Yesterday", "2026-03-17T00:00", "2026-03-18T00:00"],
  ["어제", "2026-03-17T00:00", "2026-03-18T00:00"],
  ["그저께", "2026-03-16T00:00", "2026-03-17T00:00"],
  ["friday", "2026-03-13T00:00", "2026-03-14T00:00"],
  ["last fri", "2026-03-13T00:00", "2026-03-14T00:00"],
  ["wednesday", "2026-03-11T00:00", "2026-03-12T00:00"],
  ["지난 금요일", "2026-03-13T00:00", "2026-03-14T00:00"],
  ["월요일", "2026-03-16T00:00", "2026-03-17T00:00"],
  ["this week", "2026-03-16T00:00", "2026-03-23T00:00"],
  ["last week", "2026-03-09T00:00", "2026-03-16T00:00"],
  ["지난주", "2026-03-09T00:00", "2026-03-16T00:00"],
  ["이번 주", "2026-03-16T00:00", "2026-03-23T00:00"],
  ["last month", "2026-02-01T00:00", "2026-03-01T00:00"],
  ["지난달", "2026-02-01T00:00", "2026-03-01T00:00"],
  ["this year", "2026-01-01T00:00", "2027-01-01T00:00"],
  ["작년", "2025-01-01T00:00", "2026-01-01T00:00"],
  ["yesterday evening", "2026-03-17T17:00", "2026-03-18T00:00"],
  ["어제 저녁", "2026-03-17T17:00", "2026-03-18T00:00"],
  ["this morning", "2026-03-18T05:00", "2026-03-18T12:00"],
  ["오늘 아침", "2026-03-18T05:00", "2026-03-18T12:00"],
  ["last night", "2026-03-17T20:00", "2026-03-18T06:00"],
  ["friday afternoon", "2026-03-13T12:00", "2026-03-13T18:00"],
  ["yesterday 14:30", "2026-03-17T14:30", "2026-03-17T14:30"],
  ["february", "2026-02-01T00:00", "2026-03-01T00:00"],
  ["may", "2025-05-01T00:00", "2025-06-01T00:00"],
  ["feb 3", "2026-02-03T00:00", "2026-02-04T00:00"],
  ["3 february 2024", "2024-02-03T00:00", "2024-02-04T00:00"],
  ["2월", "2026-02-01T00:00", "2026-03-01T00:00"],
  ["12월 3일", "2025-12-03T00:00", "2025-12-04T00:00"],
];

Deno.test("parseBound() knows when what is named begins and ends", async (t) => {
  for (const [text, start, end] of STARTS_AND_ENDS) {
    await t.step(text, () => {
      assertEquals(parseBound(text, HERE, false)?.slice(0, 16), start);
      assertEquals(parseBound(text, HERE, true)?.slice(0, 16), end);
    });
  }
});

Deno.test("parseBound() goes by the user's clock, also before it was changed", () => {
  const berlin = {
    now: new Date("2026-04-01T23:30:00Z"),
    offsetMinutes: 120,
    offsetAt: (at: Date) => at < new Date("2026-03-29T01:00:00Z") ? 60 : 120,
  };
  const rows: [string, string][] = [
    ["today", "2026-04-01T22:00:00.000Z"],
    ["yesterday evening", "2026-04-01T15:00:00.000Z"],
    ["2026-03-20", "2026-03-19T23:00:00.000Z"],
  ];
  for (const [text, expected] of rows) {
    assertEquals(parseBound(text, berlin, false), expected, text);
  }
});

Deno.test("parseBound() refuses what is no time", () => {
  const none = [
    "soon",
    "",
    "2026-02-30",
    "2026-13",
    "last",
    "last week evening",
  ];
  for (
    const text of [...none, "yesterday 25:00", "monkey", "13월", "3 x ago"]
  ) {
    assertEquals(parseBound(text, HERE, false), undefined, text);
  }
});
