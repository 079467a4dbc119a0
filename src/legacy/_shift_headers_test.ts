import { assertEquals } from "@std/assert";
import { fixedClock, type WallClock, zoneClock } from "./_local_clock.ts";
import { shiftHeaders } from "./_shift_headers.ts";

const SEOUL = fixedClock(540);
const BERLIN = zoneClock("Europe/Berlin") as WallClock;
const PACIFIC = fixedClock(-480);

const ROWS: Record<
  string,
  { clock: WallClock; text: string; after: string; before?: string }
> = {
  "local time becomes UTC, with the local time behind": {
    clock: SEOUL,
    text: "## 2026-02-01_1827\nwords\n",
    after: "## 2026-02-01_0927 (local 02-01_1827)\nwords\n",
  },
  "over the turn of the year": {
    clock: SEOUL,
    text: "## 2026-01-01_0300\n",
    after: "## 2025-12-31_1800 (local 01-01_0300)\n",
  },
  "to the next day": {
    clock: PACIFIC,
    text: "## 2026-02-28_2030\n",
    after: "## 2026-03-01_0430 (local 02-28_2030)\n",
  },
  "what has a local time stays": {
    clock: SEOUL,
    text: "## 2026-02-01_0927 (local 02-01_1827)\n",
    after: "## 2026-02-01_0927 (local 02-01_1827)\n",
  },
  "what was written later is UTC already": {
    clock: SEOUL,
    before: "2026-02-01",
    text: "## 2026-01-31_2359\na\n## 2026-02-01_0000\nb\n",
    after: "## 2026-01-31_1459 (local 01-31_2359)\na\n## 2026-02-01_0000\nb\n",
  },
  "summer and winter": {
    clock: BERLIN,
    text: "## 2025-07-01_1200\n## 2025-12-01_1200\n",
    after: "## 2025-07-01_1000 (local 07-01_1200)\n" +
      "## 2025-12-01_1100 (local 12-01_1200)\n",
  },
  "the hour that comes twice, in the order of the file": {
    clock: BERLIN,
    text: "## 2025-10-26_0245\n## 2025-10-26_0215\n## 2025-10-26_0310\n",
    after: "## 2025-10-26_0045 (local 10-26_0245)\n" +
      "## 2025-10-26_0115 (local 10-26_0215)\n" +
      "## 2025-10-26_0210 (local 10-26_0310)\n",
  },
  "words behind the time stay": {
    clock: SEOUL,
    text: "## 2026-02-01_1827 (Session End)\r\nx\r\n",
    after: "## 2026-02-01_0927 (local 02-01_1827) (Session End)\r\nx\r\n",
  },
  "code is not looked into": {
    clock: SEOUL,
    text: "```\n## 2026-02-01_1827\n```\n",
    after: "```\n## 2026-02-01_1827\n```\n",
  },
  "a header that echo broke": {
    clock: SEOUL,
    text: "-e ## 2026-02-01_1827\nx",
    after: "## 2026-02-01_0927 (local 02-01_1827)\nx",
  },
  "a header of which only the local time was filled in": {
    clock: SEOUL,
    text: "## 2025-12-31_1400 (local 12-31_2300)\na\n" +
      "## %%Y-%%m-%%d_%%H%%M (local 01-01_0300)\nb\n",
    after: "## 2025-12-31_1400 (local 12-31_2300)\na\n" +
      "## 2025-12-31_1800 (local 01-01_0300)\nb\n",
  },
  "the first of them, by the one behind it": {
    clock: SEOUL,
    text: "## %Y-%m-%d_%H%M (local 02-01_1827)\na\n## 2026-02-02_1827\nb\n",
    after: "## 2026-02-01_0927 (local 02-01_1827)\na\n" +
      "## 2026-02-02_0927 (local 02-02_1827)\nb\n",
  },
  "a header of which only UTC was filled in": {
    clock: SEOUL,
    text: "## 2026-02-01_0927 (local %m-%d_%H%M)\n",
    after: "## 2026-02-01_0927 (local 02-01_1827)\n",
  },
  "other headings stay": {
    clock: SEOUL,
    text: "# Title\n## Core Decisions\n## 2026-02-01\n## 2026-13-01_1200\n",
    after: "# Title\n## Core Decisions\n## 2026-02-01\n## 2026-13-01_1200\n",
  },
};

Deno.test("shiftHeaders()", async (t) => {
  for (const [name, { clock, text, after, before }] of Object.entries(ROWS)) {
    await t.step(name, () => {
      const limit = before === undefined ? undefined : Date.parse(before);
      const first = shiftHeaders(text, clock, limit);
      assertEquals(first.text, after);
      const again = shiftHeaders(first.text, clock, limit);
      assertEquals([again.text, again.changes], [after, []], "again");
    });
  }
});

Deno.test("shiftHeaders() names what it cannot fix", () => {
  const text = "a\n## %%Y-%%m-%%d_%%H%%M (local %%m-%%d_%%H%%M)\nb\n" +
    "## 2026-02-30_1200\n## 2026-02-01_1827\n";
  const { broken, changes } = shiftHeaders(text, SEOUL);
  assertEquals(broken, [
    { line: 2, header: "## %%Y-%%m-%%d_%%H%%M (local %%m-%%d_%%H%%M)" },
    { line: 4, header: "## 2026-02-30_1200" },
  ]);
  assertEquals(changes, [{
    line: 5,
    from: "## 2026-02-01_1827",
    to: "## 2026-02-01_0927 (local 02-01_1827)",
  }]);
});
