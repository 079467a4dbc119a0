import { assertEquals, assertThrows } from "@std/assert";
import { UserError } from "../base/errors.ts";
import { editJsonc, parseJsonc } from "./_jsonc.ts";

Deno.test("parseJsonc() reads comments, trailing commas and odd keys", async (t) => {
  const rows: [string, unknown][] = [
    ['{"a":1}', { a: 1 }],
    ['// top\n{"a": 1, /* b */ "b": [2,],}\n// end', { a: 1, b: [2] }],
    ['{\r\n  "a": "// no comment" // one\r\n}\r\n', { a: "// no comment" }],
  ];
  for (const [text, expected] of rows) {
    await t.step(JSON.stringify(text), () => {
      assertEquals(parseJsonc(text), expected);
    });
  }
  await t.step("a key named __proto__ is a key like others", () => {
    const value = parseJsonc('{"__proto__": {"a": 1}} // c') as object;
    assertEquals(Object.keys(value), ["__proto__"]);
    assertEquals(Object.getPrototypeOf(value), Object.prototype);
  });
  for (const text of ["", "// nothing", "{", '{"a": }', "{a: 1}"]) {
    await t.step(`refuses ${JSON.stringify(text)}`, () => {
      assertThrows(() => parseJsonc(text), SyntaxError);
    });
  }
});

/** Lines joined by a newline, with one at the end. */
const lines = (...parts: string[]) => parts.map((part) => `${part}\n`).join("");

interface Row {
  readonly name: string;
  readonly text: string;
  readonly key: string;
  readonly value: unknown;
  readonly expected: string;
}

async function check(t: Deno.TestContext, rows: readonly Row[]): Promise<void> {
  for (const { name, text, key, value, expected } of rows) {
    await t.step(name, () => {
      const edited = editJsonc(text, key.split("."), value);
      assertEquals(edited, expected);
      parseJsonc(edited);
      const crlf = (s: string) => s.replaceAll("\n", "\r\n");
      if (!text.includes("\n")) return;
      assertEquals(
        editJsonc(crlf(text), key.split("."), value),
        crlf(expected),
      );
    });
  }
}

Deno.test("editJsonc() sets a key and keeps everything else", (t) =>
  check(t, [
    {
      name: "in an empty text",
      text: "",
      key: "a",
      value: 1,
      expected: lines("{", '  "a": 1', "}"),
    },
    {
      name: "in a text of spaces",
      text: "  ",
      key: "m.t",
      value: 1,
      expected: lines("{", '  "m": {', '    "t": 1', "  }", "}"),
    },
    {
      name: "that is there, between comments",
      text: lines(
        "// top",
        "{",
        '  "a": 1, // one',
        "  /* b */",
        '  "b": 2',
        "}",
      ),
      key: "a",
      value: "x",
      expected: lines(
        "// top",
        "{",
        '  "a": "x", // one',
        "  /* b */",
        '  "b": 2',
        "}",
      ),
    },
    {
      name: "that is new, below the others",
      text: lines("{", "  // one", '  "a": 1', "}"),
      key: "b",
      value: true,
      expected: lines("{", "  // one", '  "a": 1,', '  "b": true', "}"),
    },
    {
      name: "that is new, without taking the last one's comment",
      text: lines("{", '  "a": 1 // about a', "}"),
      key: "b",
      value: true,
      expected: lines("{", '  "b": true,', '  "a": 1 // about a', "}"),
    },
    {
      name: "that is new, behind a trailing comma",
      text: lines("{", '  "a": 1,', "}"),
      key: "b",
      value: 2,
      expected: lines("{", '  "a": 1,', '  "b": 2,', "}"),
    },
    {
      name: "in a group that is there",
      text: lines("{", '  "m": {', '    "c": 1', "  }", "}"),
      key: "m.t",
      value: 2,
      expected: lines("{", '  "m": {', '    "c": 1,', '    "t": 2', "  }", "}"),
    },
    {
      name: "that is written in one piece",
      text: lines("{", '  "m.t": 1 // flat', "}"),
      key: "m.t",
      value: 2,
      expected: lines("{", '  "m.t": 2 // flat', "}"),
    },
  ]));

Deno.test("editJsonc() removes a key and keeps every comment", (t) =>
  check(t, [
    {
      name: "the only one",
      text: lines("{", "  // top", '  "a": 1', "}"),
      key: "a",
      value: undefined,
      expected: lines("{", "  // top", "}"),
    },
    {
      name: "the first",
      text: lines("{", '  "a": 1,', '  "b": 2', "}"),
      key: "a",
      value: undefined,
      expected: lines("{", '  "b": 2', "}"),
    },
    {
      name: "the last, behind another one's comment",
      text: lines("{", '  "a": 1, // about a', '  "b": 2', "}"),
      key: "b",
      value: undefined,
      expected: lines("{", '  "a": 1 // about a', "}"),
    },
    {
      name: "one in the middle, above another one's comment",
      text: lines(
        "{",
        '  "a": 1,',
        '  "b": 2,',
        "  // about c",
        '  "c": 3',
        "}",
      ),
      key: "b",
      value: undefined,
      expected: lines("{", '  "a": 1,', "  // about c", '  "c": 3', "}"),
    },
    {
      name: "with a trailing comma",
      text: lines("{", '  "a": 1,', '  "b": 2,', "}"),
      key: "b",
      value: undefined,
      expected: lines("{", '  "a": 1,', "}"),
    },
    {
      name: "with a comment before its comma",
      text: '{"a": 1, "b": 2 /* b */, "c": 3}',
      key: "b",
      value: undefined,
      expected: '{"a": 1,  /* b */ "c": 3}',
    },
    {
      name: "in a group",
      text: lines("{", '  "m": {', '    "t": 2', "  }", "}"),
      key: "m.t",
      value: undefined,
      expected: lines("{", '  "m": {', "  }", "}"),
    },
    {
      name: "that is not there",
      text: lines("{", '  "a": 1', "}"),
      key: "m.t",
      value: undefined,
      expected: lines("{", '  "a": 1', "}"),
    },
    {
      name: "in an empty text",
      text: "",
      key: "a",
      value: undefined,
      expected: "{}\n",
    },
  ]));

Deno.test("editJsonc() refuses to write where there is no object", async (t) => {
  const rows: [string, string][] = [
    ["[1]", "array"],
    ["null", "null"],
    ["5", "number"],
    ['{"m": true}', "boolean"],
    ['{"m": "x"}', "string"],
    ['{"m": [1]}', "array"],
  ];
  for (const [text, type] of rows) {
    await t.step(text, () => {
      const error = assertThrows(
        () => editJsonc(text, ["m", "t"], 1),
        UserError,
        `the file has ${type} where an object must be`,
      );
      assertEquals([error.kind, error.hints.length], ["store", 1]);
    });
  }
});
