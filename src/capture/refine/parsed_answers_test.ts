/** How much of an answer is parsed: counts of tokens are half of its line. */

import { assertEquals } from "@std/assert";
import { parseRawLine } from "./raw_line.ts";

/** An answer with fields behind its message, as a client writes it. */
function answer(content: unknown, more: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({
    parentUuid: null,
    isSidechain: false,
    message: {
      type: "message",
      role: "assistant",
      content,
      stop_reason: "end_turn",
      usage: { output_tokens: 9, cache: { hour: 1 }, tier: "standard" },
    },
    requestId: "req_1",
    ...more,
    type: "assistant",
    uuid: "28cfc0d0-84d5",
    timestamp: "2026-03-01T09:00:17.366Z",
  }));
}

Deno.test("parseRawLine() parses no more of an answer than its content", async (t) => {
  const rows: Record<string, object> = {
    "of 2.1.197": {},
    "of 2.1.326": {
      toolInputStreamMs: 2,
      apiBlockIndex: 0,
      requestRef: "866a283a-0dc5-4c36-a885-0380acaceded",
      requestedModel: "claude-opus-5-5",
      promptCacheRequested: null,
    },
  };
  const content = [{ type: "text", text: "x" }];
  for (const [name, more] of Object.entries(rows)) {
    await t.step(name, () => {
      const parse = JSON.parse;
      const parsed: string[] = [];
      JSON.parse = (text, ...rest) => {
        parsed.push(text);
        return parse(text, ...rest);
      };
      try {
        const entries = parseRawLine(answer(content, more));
        assertEquals(entries.map(({ entry }) => entry["message"]), [{
          content,
        }]);
      } finally {
        JSON.parse = parse;
      }
      assertEquals(parsed, [JSON.stringify(content)]);
    });
  }
});
