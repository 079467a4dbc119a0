import { assertEquals } from "@std/assert";
import { linesMissing, mergeLogs, splitLines } from "./log_lines.ts";

Deno.test("linesMissing() counts how often a line is there", async (t) => {
  const rows: [all: string, known: string, missing: string][] = [
    ["abc", "abc", ""],
    ["abc", "cba", ""],
    ["abc", "", "abc"],
    ["", "abc", ""],
    ["aab", "ab", "a"],
    ["aab", "aaa", "b"],
    ["cabc", "xc", "abc"],
  ];
  for (const [all, known, missing] of rows) {
    await t.step(`${all} without ${known}`, () => {
      assertEquals(linesMissing([...all], [...known]), [...missing]);
    });
  }
});

Deno.test("splitLines() gives whole lines, each with its end", () => {
  assertEquals(splitLines(""), []);
  assertEquals(splitLines("\n\n"), []);
  assertEquals(splitLines("a\nb\n"), ["a\n", "b\n"]);
  assertEquals(splitLines("a\n\nb"), ["a\n", "b\n"]);
});

const said = (ts: string, text: string) =>
  `${JSON.stringify({ ts, role: "user", text })}\n`;

/** As another writer would put it. */
const spaced = (line: string) => line.replaceAll('":', '": ');

Deno.test("mergeLogs() puts the parts of a session in order", async (t) => {
  const [a, b, c, d] = ["08", "09", "10", "11"].map((hour) =>
    said(`2026-02-01T${hour}:00:00Z`, `at ${hour}`)
  ) as [string, string, string, string];
  const rows: [name: string, logs: string[][], merged: string[]][] = [
    ["none", [], []],
    ["the later part first", [[c, d], [a, b]], [a, b, c, d]],
    ["parts that overlap", [[a, b, c], [b, c, d]], [a, b, c, d]],
    ["the same twice", [[a, b], [a, b]], [a, b]],
    ["a line twice in one", [[a, b], [b, b]], [a, b, b]],
    ["a torn line stays where it was", [[a, "{torn\n", c], [b]], [
      a,
      "{torn\n",
      b,
      c,
    ]],
    ["blanks between the fields", [[a, b], [spaced(a), spaced(c)]], [
      a,
      b,
      spaced(c),
    ]],
    ["without times", [["1\n", "2\n"], ["3\n"]], ["1\n", "2\n", "3\n"]],
    ["a clock that went back", [[b, a], [c]], [b, a, c]],
  ];
  for (const [name, logs, merged] of rows) {
    await t.step(name, () => assertEquals(mergeLogs(logs), merged));
  }
});
