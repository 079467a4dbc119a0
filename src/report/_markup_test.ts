import { assertEquals } from "@std/assert";
import { listed, markup } from "./_markup.ts";

Deno.test("markup() takes everything for text but what it made itself", async (t) => {
  const rows: [string, Parameters<typeof markup>[1], string][] = [
    ["a tag", "<b>", "&lt;b&gt;"],
    ["the end of a script", "</script>", "&lt;/script&gt;"],
    ["quotes", `"'`, "&quot;&#39;"],
    ["an entity", "&lt;", "&amp;lt;"],
    ["its own markup", markup`<i>${"<"}</i>`, "<i>&lt;</i>"],
    ["a list", [markup`<i></i>`, "<", 3, null], "<i></i>&lt;3"],
    ["nothing", undefined, ""],
    ["a switch that is off", false, ""],
    ["zero", 0, "0"],
    ["a line separator", "a\u2028b", "a\nb"],
    ["a reversed text", "a\u202eb", "ab"],
    ["control characters", "a\0\x1b[31mb", "ab"],
    ["half a letter", "a\ud83d", "a\ufffd"],
  ];
  for (const [name, value, expected] of rows) {
    await t.step(
      name,
      () => assertEquals(markup`<p>${value}</p>`.html, `<p>${expected}</p>`),
    );
  }
});

Deno.test("listed() names a few and counts the rest", () => {
  const show = (length: number) => {
    const numbers = Array.from({ length }, (_, i) => i);
    return markup`${listed(numbers, (one) => markup`<i>${one}</i>`)}`.html;
  };
  assertEquals(show(0), "");
  assertEquals(show(2), "<i>0</i>, <i>1</i>");
  assertEquals(show(25).slice(-20), "<i>19</i> and 5 more");
});
