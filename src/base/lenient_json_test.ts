import { assertEquals } from "@std/assert";
import { sized } from "../../tests/support/world/thorough.ts";
import { findJson, parseLenient } from "./lenient_json.ts";

Deno.test("parseLenient() reads JSON as models write it", async (t) => {
  const rows: Record<string, [text: string, value: unknown]> = {
    "JSON": ['{"a":[1,"b"]}', { a: [1, "b"] }],
    "trailing commas": ['{"a":[1,],}', { a: [1] }],
    "a comma in a string": ['{"a":",]",}', { a: ",]" }],
    "a raw line break": ['{"a":"b\r\n\tc"}', { a: "b\n\tc" }],
    "an escaped quote": ['{"a":"\\",}",}', { a: '",}' }],
    "not JSON": ["words", undefined],
    "cut off": ['{"a":"b', undefined],
    "empty": ["", undefined],
  };
  for (const [name, [text, value]] of Object.entries(rows)) {
    await t.step(name, () => assertEquals(parseLenient(text), value));
  }
});

Deno.test("findJson() finds values with the fence around them", () => {
  const text = 'a {"x":1} b\n```json\n{"x":{"x":2}}\n```\nc {"x":';
  const found = findJson(text, /\{"x"/);
  assertEquals(found.map(({ value }) => value), [
    { x: 1 },
    { x: { x: 2 } },
    undefined,
  ]);
  assertEquals(found.map(({ start, end }) => text.slice(start, end)), [
    '{"x":1}',
    '\n```json\n{"x":{"x":2}}\n```',
    '{"x":',
  ]);
});

Deno.test("findJson() ends in time on brackets that never close", () => {
  // Looking for the end of each in turn would take hours.
  const found = findJson('{"x":'.repeat(sized(20_000, 100_000)), /\{"x"/);
  assertEquals(found.every(({ value }) => value === undefined), true);
});
