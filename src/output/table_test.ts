import { assert, assertEquals } from "@std/assert";
import {
  clipPath,
  clipToWidth,
  displayWidth,
  fitLines,
  renderTable,
  wrapText,
} from "./table.ts";

const KOREAN = "반올림은 마지막에 한 번만 하고, 중간 값은 그대로 둔다";

Deno.test("displayWidth() counts columns", () => {
  const rows: [string, number][] = [
    ["abc", 3],
    ["한글", 4],
    ["한글", 4], // NFD
    ["é e\u0301", 3],
    ["🎉 →", 4],
    ["\x1b[1mbold\x1b[22m", 4],
  ];
  for (const [text, width] of rows) assertEquals(displayWidth(text), width);
});

Deno.test("wrapText() breaks no word, and Chinese between letters", () => {
  const wrapped = wrapText(KOREAN, 20).split("\n");
  for (const line of wrapped) assert(displayWidth(line) <= 20, line);
  assertEquals(wrapped.join(" "), KOREAN);
  assertEquals(
    wrapText("a https://example.org/long b", 10),
    [
      "a",
      "https://example.org/long",
      "b",
    ].join("\n"),
  );
  const chinese = "四舍五入只在最后进行一次";
  for (const line of wrapText(chinese, 10).split("\n")) {
    assert(displayWidth(line) <= 10, line);
  }
});

Deno.test("renderTable() wraps the widest column under itself", () => {
  assertEquals(
    renderTable([["r001", KOREAN, "user"], ["r2", "short", "x"]], 40),
    [
      "r001  반올림은 마지막에 한 번만     user",
      "      하고, 중간 값은 그대로 둔다",
      "r2    short                         x",
    ].join("\n"),
  );
  assertEquals(renderTable([["a", "b c"]]), "a  b c");
  assertEquals(renderTable([]), "");
});

Deno.test("fitLines() wraps under the beginning of a line, and no command", () => {
  assertEquals(
    fitLines("  - one two three four five\nkept", 25),
    "  - one two three four\n    five\nkept",
  );
  assertEquals(
    fitLines("section   memory.md#1, branch main", 31),
    "section   memory.md#1, branch\n          main",
  );
  const commands = [
    "  → claude plugin install memory-keeper@memory-keeper",
    "    rm '/home/a/.claude/projects/-home-a-my project/3f2a9c11.jsonl'",
    "    git filter-repo --invert-paths --path .claude/memory",
    "    ${EDITOR:-vi} '/home/a/.claude/a long path to history.jsonl'",
  ];
  for (const command of commands) assertEquals(fitLines(command, 30), command);
  assertEquals(
    fitLines('Remove it with "memory-keeper rules remove g1" or not', 40),
    'Remove it with\n"memory-keeper rules remove g1" or not',
  );
  assertEquals(
    fitLines("hint: Undo that first: memory-keeper undo 3fa9c1", 40),
    "hint: Undo that first:\nmemory-keeper undo 3fa9c1",
  );
});

Deno.test("clipToWidth() ends at a word and counts wide letters", () => {
  assertEquals(clipToWidth("one two three", 9), "one two…");
  assertEquals(clipToWidth(KOREAN, 20), "반올림은 마지막에…");
  assertEquals(clipToWidth("short", 9), "short");
  assert(displayWidth(clipToWidth("가".repeat(50), 21)) <= 21);
});

Deno.test("clipPath() keeps the end of a path", () => {
  assertEquals(clipPath("~/work/tides", 20), "~/work/tides");
  assertEquals(clipPath("/home/ada/work/항구/tides", 16), "…/항구/tides");
  assertEquals(clipPath("/tmp/a-very-long-name", 8), "…/a-very-long-name");
});
