import { assertEquals } from "@std/assert";
import { parseOlderDelta } from "./older_delta.ts";

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

Deno.test("parseOlderDelta() takes text of nobody in pieces, every line of it", () => {
  const lines = Array.from({ length: 500 }, (_, i) => `line ${i} of the log`);
  const entries = parseOlderDelta(lines.join("\n"));
  assertEquals(entries.length > 1, true);
  const texts = entries.map((one) => one.role === "tool" ? "" : one.text);
  assertEquals(texts.join("\n").split("\n"), lines);
});
