import { assert, assertEquals } from "@std/assert";
import { planGrowth } from "./_plan_growth.ts";
import type { Generation } from "./_report_data.ts";

const msOf = (iso: string | null) => iso === null ? undefined : Number(iso);

/** Sections as `time:tokens`, with a `*` after those that were carried over. */
function generation(
  text: string,
  rotatedAt: string | null,
  tokens: number | null = null,
): Generation {
  return {
    file: rotatedAt === null ? "memory.md" : `memory_${rotatedAt}.md`,
    rotatedAt,
    tokens,
    preambleTokens: 0,
    sections: text.split(" ").filter((one) => one !== "").map((one) => {
      const [at = "", size = ""] = one.replace("*", "").split(":");
      return {
        at: at === "?" ? null : at,
        tokens: Number(size),
        isCarried: one.endsWith("*"),
      };
    }),
  };
}

const lineOf = (generations: readonly Generation[]) =>
  planGrowth(generations, msOf).points
    .map(({ at, tokens }) => `${at}:${tokens}`).join(" ");

Deno.test("planGrowth() follows memory.md through its rotations", async (t) => {
  const rows: [string, Generation[], string][] = [
    ["nothing", [generation("", null)], ""],
    ["one file", [generation("1:100 2:60", null, 80)], "1:50 2:80"],
    ["a file without a count", [generation("1:100 2:60", null)], "1:75 2:120"],
    [
      "a rotation, and what was carried over",
      [generation("1:10 2:30", "5", 40), generation("2:30* 7:5", null)],
      "1:10 2:40 5:40 5:30 7:35",
    ],
    [
      "an archive's own count tells what estimates are worth",
      [generation("1:10 2:30", "5", 20), generation("7:8", null)],
      "1:5 2:20 5:20 5:0 7:4",
    ],
    [
      "dates that go back, or are missing, stand where they stand",
      [generation("3:10 1:10 ?:10", null, 30)],
      "3:10 3:20 3:30",
    ],
    ["no date at all", [generation("?:10", null)], ""],
  ];
  for (const [name, generations, expected] of rows) {
    await t.step(name, () => assertEquals(lineOf(generations), expected));
  }
});

Deno.test("planGrowth() names the archives", () => {
  const { rotations } = planGrowth([
    generation("1:10", "5", 40),
    generation("7:10", "9", 50),
    generation("", null),
  ], msOf);
  assertEquals(rotations, [
    { at: 5, tokens: 40, file: "memory_5.md" },
    { at: 9, tokens: 50, file: "memory_9.md" },
  ]);
});

Deno.test("planGrowth() keeps peaks and lows of ten thousand points", () => {
  const sections = Array.from({ length: 10_000 }, (_, i) => `${i}:1`).join(" ");
  const { points } = planGrowth([
    generation(sections, "10000", 10_000),
    generation("10001:1", null, 1),
  ], msOf);
  assert(points.length <= 1201, `${points.length}`);
  assertEquals(points[0], { at: 0, tokens: 1 });
  assert(points.some(({ tokens }) => tokens === 10_000));
  assertEquals(points.at(-1), { at: 10_001, tokens: 1 });
  assert(points.every(({ at }, i) => at >= (points[i - 1]?.at ?? 0)));
});
