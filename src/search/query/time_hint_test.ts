import { assert, assertEquals } from "@std/assert";
import { readTimeHint } from "./time_hint.ts";

const HERE = { now: new Date("2026-03-18T12:00:00Z"), offsetMinutes: 0 };

/** A question, and moments that it means and does not mean. */
const HINTS: readonly (readonly [string, string, string])[] = [
  ["what did we do yesterday", "2026-03-17T10:00:00Z", "2026-03-16T10:00:00Z"],
  ["the bug from last week", "2026-03-11T10:00:00Z", "2026-02-01T10:00:00Z"],
  ["the release in February", "2025-02-03T10:00:00Z", "2026-03-03T10:00:00Z"],
  ["on January 25", "2025-01-25T10:00:00Z", "2025-01-26T10:00:00Z"],
  ["done last Friday", "2026-03-13T10:00:00Z", "2026-03-12T10:00:00Z"],
  ["지난 금요일에 한 일", "2026-03-13T10:00:00Z", "2026-03-06T10:00:00Z"],
  ["上周五的修改", "2026-03-13T10:00:00Z", "2026-03-18T10:00:00Z"],
  ["the 3rd of May 2025", "2025-05-03T10:00:00Z", "2024-05-03T10:00:00Z"],
  ["on 2026-02-01", "2026-02-01T23:00:00Z", "2026-02-02T01:00:00Z"],
  ["on 2026/2/1", "2026-02-01T23:00:00Z", "2026-02-02T01:00:00Z"],
  ["2025년 2월 3일에 한 일", "2025-02-03T10:00:00Z", "2026-02-03T10:00:00Z"],
  ["2025年2月3日做了什么", "2025-02-03T10:00:00Z", "2026-02-03T10:00:00Z"],
  ["two weeks ago", "2026-03-03T10:00:00Z", "2026-03-17T10:00:00Z"],
  ["어제 고친 버그", "2026-03-17T10:00:00Z", "2026-03-18T10:00:00Z"],
  ["先週の修正", "2026-03-10T10:00:00Z", "2026-01-10T10:00:00Z"],
  // 18 March 2026 is a Wednesday.
  ["the week of 3 March", "2026-03-08T10:00:00Z", "2026-03-01T10:00:00Z"],
  ["week of March 3rd", "2026-03-02T10:00:00Z", "2026-03-09T10:00:00Z"],
  ["3월 3일 주에 고친 버그", "2026-03-02T10:00:00Z", "2026-03-09T10:00:00Z"],
  ["3月3日の週の変更", "2026-03-08T10:00:00Z", "2026-03-09T10:00:00Z"],
  ["3月3日那周的修改", "2026-03-08T10:00:00Z", "2026-03-09T10:00:00Z"],
  ["between 3 and 10 March", "2026-03-10T10:00:00Z", "2026-03-02T10:00:00Z"],
  ["from March 3rd to 10th", "2026-03-03T10:00:00Z", "2026-03-11T10:00:00Z"],
  [
    "between 2026-03-03 and 2026-03-10",
    "2026-03-05T10:00:00Z",
    "2026-03-11T10:00:00Z",
  ],
  ["3월 3일부터 10일까지", "2026-03-10T10:00:00Z", "2026-03-02T10:00:00Z"],
  ["3月3日から10日まで", "2026-03-10T10:00:00Z", "2026-03-11T10:00:00Z"],
  ["从3月3日到3月10日", "2026-03-10T10:00:00Z", "2026-03-11T10:00:00Z"],
  ["broken since Tuesday", "2026-03-18T10:00:00Z", "2026-03-16T10:00:00Z"],
  ["it worked before Tuesday", "2026-03-16T10:00:00Z", "2026-03-17T10:00:00Z"],
  ["지난주부터 한 일", "2026-03-18T10:00:00Z", "2026-03-08T10:00:00Z"],
  ["화요일 이전의 오류", "2026-03-16T10:00:00Z", "2026-03-17T10:00:00Z"],
  ["先週からの変更", "2026-03-18T10:00:00Z", "2026-03-08T10:00:00Z"],
  ["火曜日より前の修正", "2026-03-16T10:00:00Z", "2026-03-17T10:00:00Z"],
  ["从上周开始的问题", "2026-03-18T10:00:00Z", "2026-03-08T10:00:00Z"],
  ["上周五之前的修改", "2026-03-12T10:00:00Z", "2026-03-13T10:00:00Z"],
  ["3일 전에 고친 것", "2026-03-15T10:00:00Z", "2026-03-17T10:00:00Z"],
  ["2週間前の修正", "2026-03-04T10:00:00Z", "2026-03-17T10:00:00Z"],
  ["三天前的错误", "2026-03-15T10:00:00Z", "2026-03-17T10:00:00Z"],
  ["저번 주 회의", "2026-03-10T10:00:00Z", "2026-01-10T10:00:00Z"],
  ["2월에 한 일", "2026-02-10T10:00:00Z", "2026-01-10T10:00:00Z"],
];

Deno.test("readTimeHint()", async (t) => {
  for (const [question, meant, other] of HINTS) {
    await t.step(question, () => {
      const fits = readTimeHint(question, HERE)?.fits ?? (() => 0);
      assertEquals(fits(meant), 1);
      assert(fits(other) < 1);
    });
  }
});

Deno.test("readTimeHint() lets a day go on for a fortnight, a month for three weeks", () => {
  const fits = (question: string, day: string) =>
    readTimeHint(question, HERE)?.fits?.(`${day}T10:00:00Z`) ?? 0;
  assert(fits("on January 25", "2026-02-08") >= 0.4);
  assertEquals(fits("on January 25", "2026-02-09"), 0);
  assertEquals(fits("on January 25", "2026-01-24"), 0);
  assert(fits("in December", "2026-01-21") >= 0.4);
  assertEquals(fits("in December", "2026-01-22"), 0);
});

Deno.test("readTimeHint() takes no word for a month that is none", () => {
  const texts = [
    "it may fail",
    "march through it",
    "fix the loop",
    "from 3 to 10 retries",
    "between 3 and 10",
    "since the day we moved",
    "日本語の表示",
  ];
  for (const text of texts) {
    assertEquals(readTimeHint(text, HERE), undefined, text);
  }
});

Deno.test("readTimeHint() knows when the newest is meant", () => {
  assertEquals(readTimeHint("the current command", HERE)?.newest, true);
});

Deno.test("readTimeHint() counts days where the user is", () => {
  const seoul = { ...HERE, offsetMinutes: 540 };
  const fits = readTimeHint("on 2026-02-01", seoul)?.fits;
  assertEquals(fits?.("2026-01-31T16:00:00Z"), 1);
  assertEquals(fits?.("2026-01-31T14:00:00Z"), 0);
});

Deno.test("readTimeHint() fits nothing that has no time", () => {
  for (const asked of ["since Tuesday", "before Tuesday", "week of 3 March"]) {
    assertEquals(readTimeHint(asked, HERE)?.fits?.("no time"), 0, asked);
  }
});
