import { assertEquals } from "@std/assert";
import { nativePaths, withNativePaths } from "./output.ts";

Deno.test("nativePaths() leaves no path with two kinds of separators", async (t) => {
  const rows: [string, string][] = [
    [
      "in C:\\Users\\지수\\p/.claude/memory (3 files)",
      "in C:\\Users\\지수\\p\\.claude\\memory (3 files)",
    ],
    [
      'Cannot read "D:\\my work\\p/.claude": it is 1/2 full',
      'Cannot read "D:\\my work\\p\\.claude": it is 1/2 full',
    ],
    ["store  ~\\p/.claude/memory", "store  ~\\p\\.claude\\memory"],
    ["~/all/of/one/kind, about~\\d+/x", "~/all/of/one/kind, about~\\d+/x"],
    ["C:/all/of/one/kind", "C:/all/of/one/kind"],
    ["https://example.org/a", "https://example.org/a"],
  ];
  for (const [text, expected] of rows) {
    await t.step(text, () => assertEquals(nativePaths(text, true), expected));
  }
  assertEquals(nativePaths("C:\\a/b", false), "C:\\a/b");
});

Deno.test("withNativePaths() changes values that are paths, and no text", () => {
  const change = (value: unknown) => withNativePaths("", value, true);
  assertEquals(change("C:\\a/b"), "C:\\a\\b");
  assertEquals(change("see C:\\a/b"), "see C:\\a/b");
  assertEquals(change(7), 7);
});
