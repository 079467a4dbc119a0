import { assertEquals } from "@std/assert";
import { LineSplitter } from "./line_splitter.ts";

const encode = (text: string) => new TextEncoder().encode(text);

/** Every complete line with its byte range, read in chunks of a size. */
function split(bytes: Uint8Array, chunk: number, offset = 0) {
  const lines: [string, number, number][] = [];
  const splitter = new LineSplitter((line, from, to) => {
    lines.push([new TextDecoder().decode(line), from, to]);
  }, offset);
  for (let at = 0; at < bytes.length; at += chunk) {
    splitter.push(bytes.slice(at, at + chunk));
  }
  return lines;
}

Deno.test("LineSplitter gives the same lines whatever the chunks", () => {
  const text = '{"a":1}\n\n{"b":"가나다"}\r\nlast without end';
  const expected: [string, number, number][] = [
    ['{"a":1}', 100, 108],
    ["", 108, 109],
    ['{"b":"가나다"}\r', 109, 128],
  ];
  for (const chunk of [1, 2, 3, 7, 1000]) {
    assertEquals(split(encode(text), chunk, 100), expected);
  }
});

Deno.test("LineSplitter shortens the strings of a very long line to valid JSON", async (t) => {
  const MB = 1024 * 1024;
  const cases: Record<string, string> = {
    "plain": "x".repeat(12 * MB),
    "escapes": '\\"\\\\\\n'.repeat(3 * MB),
    "unicode escapes": "\\ud83d\\ude00".repeat(MB),
    "two bytes a letter": "é".repeat(5 * MB),
    "three bytes a letter": "가".repeat(4 * MB),
  };
  for (const [name, filling] of Object.entries(cases)) {
    await t.step(name, () => {
      const line = `{"type":"user","big":"${filling}","uuid":"u1","n":[1,2]}`;
      const bytes = encode(`${line}\n{"next":true}\n`);
      const lines = split(bytes, 64 * 1024 + 1);
      assertEquals(lines.length, 2);
      const { big, ...rest } = JSON.parse(lines[0]?.[0] ?? "");
      assertEquals(rest, { type: "user", uuid: "u1", n: [1, 2] });
      assertEquals(JSON.parse(line).big.startsWith(big), true);
      assertEquals(lines[1], [
        '{"next":true}',
        bytes.length - 14,
        bytes.length,
      ]);
    });
  }
});
