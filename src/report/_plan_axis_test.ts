import { assert, assertEquals } from "@std/assert";
import { countTicks, planTimeAxis, timeTicks } from "./_plan_growth.ts";

const ms = (day: string) => Date.parse(`${day}T10:00:00Z`);

Deno.test("planTimeAxis() takes days, weeks or months, whole ones", async (t) => {
  const rows: [string, string[], string][] = [
    ["one day", ["2026-03-02"], "day 2026-03-02 2026-03-03"],
    [
      "two months",
      ["2026-03-02", "2026-05-01"],
      "day 2026-03-02 2026-05-02",
    ],
    [
      "half a year",
      ["2026-09-02", "2026-03-04"],
      "week 2026-03-02 2026-09-07",
    ],
    [
      "three years",
      ["2024-12-31", "2026-12-31"],
      "month 2024-12-01 2027-01-01",
    ],
  ];
  for (const [name, days, expected] of rows) {
    await t.step(name, () => {
      const { bucket, from, to } = planTimeAxis(days.map(ms))!;
      const day = (at: number) => new Date(at).toISOString().slice(0, 10);
      assertEquals(`${bucket} ${day(from)} ${day(to)}`, expected);
    });
  }
  assertEquals(planTimeAxis([]), undefined);
});

Deno.test("timeTicks() has a handful of labels for any span", async (t) => {
  const rows: [string, string, string[]][] = [
    ["2026-03-02", "2026-03-02", ["2 Mar"]],
    ["2026-03-02", "2026-03-06", [
      "2 Mar",
      "3 Mar",
      "4 Mar",
      "5 Mar",
      "6 Mar",
    ]],
    ["2026-03-02", "2026-03-20", ["2 Mar", "9 Mar", "16 Mar"]],
    ["2026-03-02", "2026-08-10", ["Apr 2026", "May", "Jun", "Jul", "Aug"]],
    ["2025-09-10", "2026-06-10", ["Nov 2025", "Jan 2026", "Mar", "May"]],
    ["2019-05-01", "2026-06-10", [
      "Jan 2020",
      "Jan 2022",
      "Jan 2024",
      "Jan 2026",
    ]],
  ];
  for (const [first, last, expected] of rows) {
    await t.step(`${first} to ${last}`, () => {
      const axis = planTimeAxis([ms(first), ms(last)])!;
      assertEquals(timeTicks(axis).map(({ label }) => label), expected);
    });
  }
  await t.step("a thousand years", () => {
    const axis = planTimeAxis([ms("1026-01-01"), ms("2026-01-01")])!;
    assert(timeTicks(axis).length <= 5);
  });
});

Deno.test("countTicks() gives round numbers up to the highest", async (t) => {
  const rows: [number, number[]][] = [
    [0, []],
    [1, [1]],
    [3, [1, 2, 3]],
    [7, [2, 4, 6]],
    [24_700, [10_000, 20_000]],
    [480, [200, 400]],
    [1000, [250, 500, 750, 1000]],
  ];
  for (const [max, expected] of rows) {
    await t.step(`${max}`, () => assertEquals(countTicks(max), expected));
  }
});
