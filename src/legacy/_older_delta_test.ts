import { assertEquals } from "@std/assert";
import { parseOlderDelta, splitOlderDelta } from "./_older_delta.ts";

Deno.test("splitOlderDelta() cuts before stamps, else speakers, else lines", async (t) => {
  const rows: [name: string, parts: string[]][] = [
    ["nothing", []],
    ["all of it", ["◆ User: short\n"]],
    ["a cut", ["◆ User: a\n◆ User: b\n", "--- [x] ---\n◆ User: c\n"]],
    ["a speaker", ["◆ User: a and more\n", "◆ User: b\nand\nmore\nlines"]],
    ["a line", ["words\nand more words\n", "and even more words\n"]],
    ["none", ["a line that is too long to be cut\n", "b\n"]],
  ];
  for (const [name, parts] of rows) {
    await t.step(name, () => {
      const bytes = new TextEncoder().encode(parts.join(""));
      const text = (part: Uint8Array) => new TextDecoder().decode(part);
      assertEquals(splitOlderDelta(bytes, 32).map(text), parts);
    });
  }
});

const ROWS: Record<string, { text: string; entries: unknown[] }> = {
  "what was said and done": {
    text: "\n--- [2026-02-01T12:00:00.000Z] ---\n" +
      "◆ User: Paint the lighthouse\n\n◆ Claude: Done.\nTwice.\n\n" +
      "◆ Tool(Bash): deno test\n",
    entries: [
      {
        ts: "2026-02-01T12:00:00.000Z",
        role: "user",
        text: "Paint the lighthouse",
      },
      {
        ts: "2026-02-01T12:00:00.000Z",
        role: "assistant",
        text: "Done.\nTwice.",
      },
      {
        ts: "2026-02-01T12:00:00.000Z",
        role: "tool",
        id: "older-2",
        name: "Bash",
        info: "deno test",
        result: "ok",
      },
    ],
  },
  "two cuts, the first without its beginning": {
    text: "the end of a sentence.\n\n◆ Claude: one\n" +
      "--- [2026-02-02T08:00:00.000Z] ---\n◆ User: two",
    entries: [
      { role: "summary", text: "the end of a sentence." },
      { role: "assistant", text: "one" },
      { ts: "2026-02-02T08:00:00.000Z", role: "user", text: "two" },
    ],
  },
  "the marks before those": {
    text: "[User]: 등대를 칠해 줘\r\n[Assistant] 네\r\n",
    entries: [
      { role: "user", text: "등대를 칠해 줘" },
      { role: "assistant", text: "네" },
    ],
  },
  "nothing at all": { text: " \n\n", entries: [] },
};

Deno.test("parseOlderDelta()", async (t) => {
  for (const [name, { text, entries }] of Object.entries(ROWS)) {
    await t.step(
      name,
      () => assertEquals(parseOlderDelta(text), entries as never),
    );
  }
});

Deno.test("parseOlderDelta() splits text without a speaker, every line of it", () => {
  const lines = Array.from({ length: 500 }, (_, i) => `line ${i} of the log`);
  const entries = parseOlderDelta(lines.join("\n"));
  assertEquals(entries.length > 1, true);
  const texts = entries.map((one) => one.role === "tool" ? "" : one.text);
  assertEquals(texts.join("\n").split("\n"), lines);
});
