import {
  assert,
  assertEquals,
  assertLessOrEqual,
  assertThrows,
} from "@std/assert";
import { shortenEvenly, splitParts } from "./_text_parts.ts";
import { randomText } from "../../tests/support/world/random_text.ts";
import { seededRandom } from "../../tests/support/world/seeded_random.ts";

const textOf = (parts: readonly string[]) =>
  parts.map((part) =>
    part.slice(part.indexOf("\n") + 1, part.lastIndexOf("\n"))
  ).join("");

const FRAME = "part 1 of 4\n\n— end of part 1 of 4 —".length;
const ROOM = 9900 - FRAME;

Deno.test("splitParts() leaves a text that fits as it is", async (t) => {
  const rows: Record<string, [text: string, parts: number]> = {
    "empty": ["", 1],
    "short": ["hello\n", 1],
    "one full part": ["x".repeat(ROOM), 1],
    "one unit more": ["x".repeat(ROOM + 1), 2],
    "four full parts": ["x".repeat(4 * ROOM), 4],
  };
  for (const [name, [text, count]] of Object.entries(rows)) {
    await t.step(name, () => {
      const parts = splitParts(text, 4);
      assertEquals(parts.length, count);
      assertEquals(textOf(parts), text);
      parts.forEach((part, i) =>
        assert(
          part.startsWith(`part ${i + 1} of ${count}\n`) &&
            part.endsWith(`\n— end of part ${i + 1} of ${count} —`),
        )
      );
    });
  }
});

Deno.test("splitParts() does not cut a character in two", () => {
  for (const shift of ["", "x"]) {
    const parts = splitParts(shift + "\ud83d\ude00".repeat(9000), 4);
    for (const part of parts) {
      assert(part.isWellFormed());
      assertLessOrEqual(part.length, 9900);
    }
  }
});

Deno.test("splitParts() shortens the long sections and keeps the short ones", () => {
  const short = "## 2026-01-02_0000\nshort\n\n";
  const long = (n: number) =>
    `## 2026-01-0${n}_0000\n${"line of words\n".repeat(3000)}last ${n}\n\n`;
  const text = `# Title\n\n${long(1)}${short}${long(3)}`;
  const parts = splitParts(text, 4);
  const shortened = textOf(parts);
  assertEquals(parts.length, 4);
  assert(shortened.includes(short));
  assertEquals(shortened.match(/^## /gm)?.length, 3);
  assert(
    shortened.includes("last 1\n\n## ") && shortened.endsWith("last 3\n\n"),
  );
  const left = [...shortened.matchAll(/\[… (\d+) characters left out …\]/g)];
  assertEquals(left.length, 2);
  const missing = left.reduce((sum, [, n]) => sum + Number(n), 0);
  const marks = left.reduce((sum, [mark]) => sum + mark.length, 0);
  assertEquals(shortened.length - marks + missing, text.length);
});

Deno.test("shortenEvenly() shortens a text without headers all over", () => {
  const lines = Array.from({ length: 5000 }, (_, i) => `line ${i}\n`);
  const short = shortenEvenly(lines.join(""), 20_000);
  assertLessOrEqual(short.length, 20_000);
  const kept = short.split("\n").map((line) => /^line (\d+)$/.exec(line)?.[1])
    .filter((n) => n !== undefined).map(Number);
  assert(kept.length > 1000);
  for (let tenth = 0; tenth < 10; tenth++) {
    assert(kept.some((n) => Math.floor(n / 500) === tenth), `${tenth}`);
  }
});

Deno.test("shortenEvenly() joins sections that are too many to be told apart", () => {
  const sections = Array.from(
    { length: 5000 },
    (_, i) => `## section ${i}\nsome words\n`,
  );
  const short = shortenEvenly(sections.join(""), 10_000);
  assertLessOrEqual(short.length, 10_000);
  assertLessOrEqual(short.match(/left out/g)?.length ?? 0, 25);
  assert(short.length > 8000);
});

Deno.test("splitParts() keeps its limits for any text", () => {
  const random = seededRandom(5);
  const words = randomText(6, [
    "## head\n",
    "\n",
    "word ",
    "\ud83d\ude00",
    "x".repeat(300),
    "line\n".repeat(9),
  ]);
  for (let round = 0; round < 1500; round++) {
    const text = words(60);
    const maxParts = 1 + Math.floor(random() * 12);
    const maxUnits = 100 + Math.floor(random() * 900);
    const parts = splitParts(text, maxParts, maxUnits);
    assertLessOrEqual(parts.length, maxParts);
    parts.forEach((part, i) => {
      assertLessOrEqual(part.length, maxUnits);
      assert(part.startsWith(`part ${i + 1} of ${parts.length}\n`));
      assert(part.isWellFormed());
    });
    if (!textOf(parts).includes("left out")) assertEquals(textOf(parts), text);
  }
});

Deno.test("splitParts() refuses limits that leave no room", () => {
  assertThrows(() => splitParts("x", 0), RangeError);
  assertThrows(() => splitParts("x", 4, 13), RangeError);
});
