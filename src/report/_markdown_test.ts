import { assertEquals } from "@std/assert";
import { renderMarkdown } from "./_markdown.ts";

Deno.test("renderMarkdown() knows the Markdown memory is written in", async (t) => {
  const rows: [string, string, string][] = [
    ["nothing", "", ""],
    ["lines of a paragraph", "one\ntwo", `<p>one\ntwo</p>`],
    [
      "two paragraphs",
      "one\r\n\r\ntwo",
      `<p>one</p><p>two</p>`,
    ],
    [
      "a label and its list",
      "**Asked**\n- why\n  so late\n  - deeper",
      `<p><strong>Asked</strong></p><ul><li>why\nso ` +
      `late</li><li class="deep1">deeper</li></ul>`,
    ],
    [
      "numbers",
      "1. one\n3) three\n- no number",
      `<ol><li value="1">one</li><li value="3">three` +
      `</li></ol><ul><li>no number</li></ul>`,
    ],
    [
      "a heading",
      "### Next ##\nwords",
      `<p class="heading">Next</p><p>words</p>`,
    ],
    [
      "a quote",
      "> said\n> twice",
      `<blockquote>said\ntwice</blockquote>`,
    ],
    [
      "code, also what looks like something else in it",
      "```ts\n- a < b\n\n# c\n```\nafter",
      `<pre>- a &lt; b\n\n# c</pre><p>after</p>`,
    ],
    ["a fence that is not closed", "~~~\ncode", `<pre>code</pre>`],
    [
      "a table",
      "| a | b |\n| - | - |\nend",
      `<pre>| a | b |\n| - | - |</pre><p>end</p>`,
    ],
    [
      "code and bold in a line",
      "call `a<b>()` **now** or `never",
      `<p>call <code>a&lt;b&gt;()</code> ` +
      `<strong>now</strong> or \`never</p>`,
    ],
    [
      "links stay words",
      "[here](javascript:alert(1)) ![x](http://127.0.0.1/x.png)",
      `<p>[here](javascript:alert(1)) ` +
      `![x](http://127.0.0.1/x.png)</p>`,
    ],
    [
      "HTML stays words",
      "<img src=x onerror=alert(1)></p></script>",
      `<p>&lt;img src=x onerror=alert(1)&gt;` +
      `&lt;/p&gt;&lt;/script&gt;</p>`,
    ],
    [
      "bold around code is only bold",
      "**`<i>`**",
      `<p><strong>\`&lt;i&gt;\`</strong></p>`,
    ],
  ];
  for (const [name, text, expected] of rows) {
    await t.step(
      name,
      () => assertEquals(renderMarkdown(text).html, expected),
    );
  }
});

Deno.test("renderMarkdown() gets through endless repetitions", () => {
  const hostile = ["`", "**", "- ", "> ", "|", "#", "```\n", "<", "\u202e"];
  for (const piece of hostile) {
    const text = piece.repeat(200_000 / piece.length);
    assertEquals(typeof renderMarkdown(text).html, "string");
  }
});
