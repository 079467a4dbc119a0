import { assertEquals } from "@std/assert";
import { sealPaths } from "./seal_paths.ts";

const DIR = "C:/Users/지수/w-1";

Deno.test("sealPaths() knows a path in every form that Windows has", async (t) => {
  const rows: [string, string][] = [
    ["in C:\\Users\\지수\\w-1\\p\\a.md.", "in $WORLD/p/a.md."],
    ['"C:\\Users\\지수\\w-1\\p/.claude"', '"$WORLD/p/.claude"'],
    ["C:/Users/지수/w-1/p", "$WORLD/p"],
    ["file:///C:/Users/지수/w-1/p", "file://$WORLD/p"],
    [
      '{"a":"C:\\\\Users\\\\지수\\\\w-1\\\\p/d.txt\\n5 \\"more\\""}',
      '{"a":"$WORLD/p/d.txt\\n5 \\"more\\""}',
    ],
    ["in ~\\p\\.claude, not a~\\b", "in ~/p/.claude, not a~\\b"],
    ["\\d+\\n", "\\d+\\n"],
  ];
  for (const [text, expected] of rows) {
    await t.step(
      text,
      () => assertEquals(sealPaths(text, DIR, true), expected),
    );
  }
});
