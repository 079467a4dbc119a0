import { assertEquals } from "@std/assert";
import { LineSplitter, type LongLine } from "./line_splitter.ts";

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

Deno.test("LineSplitter keeps the same of a long line when it resumes after every chunk", async (t) => {
  const MB = 1024 * 1024;
  const text = (filling: string) => `"${filling}"`;
  const cases: Record<string, string> = {
    "one string": text('a\\"\\\\'.repeat(3 * MB)),
    "several": [1, 2, 3].map((n) => text(`${n}\\u00e9가`.repeat(MB))).join(","),
    "more than is kept": Array(90_000).fill(text("x".repeat(98))).join(","),
  };
  for (const [name, values] of Object.entries(cases)) {
    await t.step(name, () => {
      const bytes = encode(`{"a":1}\n{"big":[${values}],"n":1}\n{"b":2}\n`);
      const chunk = 512 * 1024 - 3;
      const lines: string[] = [];
      let note: LongLine | undefined;
      let from = 0;
      for (let at = 0; at < bytes.length; at += chunk) {
        // A new one each time, with only the notes of the last one.
        const splitter = new LineSplitter((line, _, to) => {
          lines.push(new TextDecoder().decode(line));
          from = to;
        }, from);
        if (note) splitter.resume(note, ([a, b]) => bytes.slice(a, b));
        else splitter.push(bytes.slice(from, at));
        splitter.push(bytes.slice(at, at + chunk));
        note = splitter.longLines.find(({ ended }) => !ended);
        note &&= JSON.parse(JSON.stringify(note));
      }
      assertEquals(lines, split(bytes, chunk).map(([line]) => line));
    });
  }
});
