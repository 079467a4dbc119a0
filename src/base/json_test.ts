import { assertEquals } from "@std/assert";
import { objectOf, tryParseJson } from "./json.ts";

Deno.test("tryParseJson() is undefined for what is no JSON", () => {
  assertEquals(tryParseJson('{"a":1}'), { a: 1 });
  assertEquals(tryParseJson("null"), null);
  for (const text of [undefined, "", "{", "undefined", "\ufeff{}"]) {
    assertEquals(tryParseJson(text), undefined);
  }
});

Deno.test("objectOf() is empty for what is no object", () => {
  assertEquals(objectOf({ a: 1 }), { a: 1 });
  for (const value of [undefined, null, 1, "a", [1]]) {
    assertEquals(objectOf(value), {});
  }
});
