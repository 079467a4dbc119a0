import { assertEquals } from "@std/assert";
import { KnownLines } from "./_known_lines.ts";

Deno.test("KnownLines knows a line by its words, not by its marks", () => {
  const known = new KnownLines(["# Rules\r\n* Round  last, always\r\n- ok"]);
  assertEquals(known.has("Round last, always"), true);
  assertEquals(known.has("  2. Round last, always "), true);
  assertEquals(known.has("Round last, always."), false);
  assertEquals(known.has("ok"), false, "too short to mean the same");
  assertEquals(known.has(""), false);
});

Deno.test("KnownLines leaves headings and what is new", () => {
  const known = new KnownLines([
    "## How to run\n\ndeno task demo\n반올림은 마지막에 한다",
  ]);
  const lines = [
    "## How to run",
    "",
    "deno task demo",
    "deno task ok",
    "- 반올림은 마지막에 한다",
  ];
  assertEquals(known.without(lines), ["## How to run", "", "deno task ok"]);
});
