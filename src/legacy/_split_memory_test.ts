import { assert, assertEquals } from "@std/assert";
import { datedMemory, planSplit, splitArchive } from "./_split_memory.ts";

/** A token is a character here: what fits can be counted by hand. */
const count = (text: string) => text.length;
const LIMITS = { thresholdTokens: 400, carryoverTokens: 100 };

const section = (day: number, words: string) =>
  `## 2026-01-${String(day).padStart(2, "0")}_1200\n${words}\n\n`;

/** Every line with how often it is there. */
function tally(texts: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
      counts.set(line, (counts.get(line) ?? 0) + 1);
    }
  }
  return [...counts].sort(([a], [b]) => a < b ? -1 : 1);
}

function assertWhole(text: string) {
  const split = planSplit(text, count, LIMITS);
  assert(split, "it is oversized");
  const texts = [...split.archives.map((one) => one.text), split.current];
  assertEquals(tally(texts), tally([text]));
  return split;
}

Deno.test("planSplit() loses no line", async (t) => {
  const words = "x".repeat(90);
  const rows: Record<string, string> = {
    "sections": "# Project Memory: p\n\n" +
      Array.from({ length: 12 }, (_, i) => section(i + 1, words)).join(""),
    "text above the first section": "The user's own text.\n\n" +
      Array.from({ length: 9 }, (_, i) => section(i + 1, words)).join(""),
    "a large text above it": `# Project Memory: p\n\n## Core Decisions\n${
      `- ${words}\n`.repeat(6)
    }\n## Known Issues\n- none\n\n${section(1, "one")}`,
    "no section at all": `- ${words}\n`.repeat(9),
    "one line that is too long": "y".repeat(900),
    "a last line without an end": section(1, words.repeat(4)) +
      "## 2026-01-02_0900\nthe end",
    "a section that is too large": section(1, words) +
      section(2, `${words}\n`.repeat(8)) + section(3, "z"),
    "a huge newest section": section(1, words) + section(2, words.repeat(5)),
    "the line ends of Windows": Array.from(
      { length: 9 },
      (_, i) => section(i + 1, words).replaceAll("\n", "\r\n"),
    ).join(""),
    "the same section many times": section(1, words).repeat(9),
    "a byte order mark": `\ufeff# Title\n\n${section(1, words.repeat(5))}`,
    "broken headers": `## %%Y-%%m-%%d_%%H%%M\n${words}\n\n`.repeat(9),
  };
  for (const [name, text] of Object.entries(rows)) {
    await t.step(name, () => {
      const { archives, current } = assertWhole(text);
      assert(archives.every((one) => one.text !== ""));
      assert(count(current) < 380, `${count(current)} stay`);
    });
  }
});

Deno.test("planSplit() keeps sections whole and the newest ones in memory.md", () => {
  const text = "# Project Memory: p\n\n" +
    Array.from({ length: 8 }, (_, i) => section(i + 1, "x".repeat(90)))
      .join("") +
    section(9, "short") + section(10, "newest");
  const { archives, current } = assertWhole(text);
  assertEquals(
    current,
    `# Project Memory: p\n\n${section(9, "short")}${section(10, "newest")}`,
  );
  assertEquals(archives.map(({ until }) => until?.toISOString()), [
    "2026-01-03T12:00:00.000Z",
    "2026-01-06T12:00:00.000Z",
    "2026-01-08T12:00:00.000Z",
  ]);
  assert(
    archives.every(({ text, tokens }) =>
      text.startsWith("## ") && tokens === text.length && tokens < 380
    ),
  );
});

Deno.test("planSplit() leaves alone what fits", () => {
  assertEquals(planSplit("", count, LIMITS), undefined);
  assertEquals(planSplit(section(1, "short"), count, LIMITS), undefined);
});

Deno.test("splitArchive() is the archive, in pieces", () => {
  const text = "above\n" +
    Array.from({ length: 9 }, (_, i) => section(i + 1, "x".repeat(90)))
      .join("");
  const pieces = splitArchive(text, count, LIMITS);
  assertEquals(pieces.map((one) => one.text).join(""), text);
  assert(pieces.length > 1);
});

const AT = new Date("2025-12-30T14:12:00Z");
const HEADER = "## 2025-12-30_1412 (local 12-30_2312)\n";

Deno.test("datedMemory()", async (t) => {
  const rows: Record<string, [text: string, dated: string]> = {
    "headings without a date": [
      "# Project Memory: p\n\n## Core Decisions\n- a\n",
      `# Project Memory: p\n\n${HEADER}## Core Decisions\n- a\n`,
    ],
    "no title": ["## Core Decisions\n- a", `${HEADER}## Core Decisions\n- a`],
    "a title alone": ["# Project Memory: p\n", "# Project Memory: p\n"],
    "sections with a date": [
      "a\n## 2025-12-01_1200\nb\n",
      "a\n## 2025-12-01_1200\nb\n",
    ],
    "nothing": ["", ""],
  };
  for (const [name, [text, dated]] of Object.entries(rows)) {
    await t.step(name, () => assertEquals(datedMemory(text, AT, 540), dated));
  }
});
