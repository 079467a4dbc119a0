import { assertEquals } from "@std/assert";
import { isTornLine, isTornText, splitEntries } from "./_torn_line.ts";

const encode = (text: string) => new TextEncoder().encode(text);

const ENTRY = '{"parentUuid":"20731404-8ee8","type":"user"}';
const QUEUED = '{"type":"queue-operation","operation":"enqueue"}';
const SNAPSHOT = '{"type":"file-history-snapshot","messageId":"m"';

Deno.test("isTornLine() finds an entry wherever it begins", () => {
  for (const second of [ENTRY, QUEUED]) {
    for (let filling = 0; filling < 60; filling++) {
      for (const letter of ["x", "é", "고", "{", '"']) {
        const line = `${SNAPSHOT},"a":"${letter.repeat(filling)}"}${second}`;
        assertEquals(isTornLine(encode(line)), true, line);
        assertEquals(isTornText(line), true, line);
        const from = line.length - second.length;
        assertEquals(isTornText(line, from), true);
        assertEquals(isTornText(line, from + 1), false);
        const bytesFrom = encode(line).length - second.length;
        assertEquals(isTornLine(encode(line), bytesFrom), true);
        assertEquals(
          isTornLine(encode(line), bytesFrom + second.length - 10),
          false,
        );
      }
    }
  }
});

Deno.test("isTornLine() is false for one entry", () => {
  const quoted = JSON.stringify(`${ENTRY}${QUEUED}`);
  const lines = [
    "",
    "{",
    ENTRY,
    `${SNAPSHOT}}`,
    `${SNAPSHOT},"text":${quoted}}`,
    `{"parentUuid":null,"attachment":{"content":[${quoted}]}}`,
    `${SNAPSHOT},"parentUuid":"x"}`,
    `${SNAPSHOT},"operation":"x"}`,
  ];
  for (const line of lines) {
    assertEquals(isTornLine(encode(line)), false, line);
    assertEquals(isTornText(line), false, line);
  }
});

Deno.test("splitEntries() cuts a line where entries begin", () => {
  const rows = [
    [""],
    [ENTRY],
    [ENTRY, QUEUED],
    [QUEUED, ENTRY, ENTRY],
    ["half of an entry", QUEUED, QUEUED, ENTRY],
    [`${SNAPSHOT}}`, ENTRY],
  ];
  for (const parts of rows) assertEquals(splitEntries(parts.join("")), parts);
});
