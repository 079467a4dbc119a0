import { assertStrictEquals } from "@std/assert";
import { escapeControls, forTerminal } from "./plain_terminal.ts";

Deno.test("forTerminal() lets nothing through that a terminal obeys", async (t) => {
  const cases: readonly (readonly [string, string])[] = [
    ["a\x1b]52;c;aGFjaw==\x07b", "ab"],
    ["a\x1b]52;c;aGFjaw==\x1b\\b", "ab"],
    ["a\x9d52;c;aGFjaw==\x9cb", "ab"],
    ["a\x1b]0;title\x07b", "ab"],
    ["a\x1b]8;;https://evil.example\x1b\\link\x1b]8;;\x1b\\b", "alinkb"],
    ["a\x1bP1$r0m\x1b\\b", "ab"],
    ["a\x1b_hidden\x1b\\b", "ab"],
    ["a\x1b[2J\x1b[1;1H\x9b2Jb", "ab"],
    ["a\x1b[8mhidden\x1b[0mb", "ahidden\x1b[0mb"],
    [
      "a\x1b[1mbold\x1b[22m\x1b[33mb\x1b[39m",
      "a\x1b[1mbold\x1b[22m\x1b[33mb\x1b[39m",
    ],
    ["a\x1bcb", "ab"],
    ["a\x1b(0b", "ab"],
    ["cut\x1b]52;c;aGFj\nnext", "cut\nnext"],
    ["real\rfake", "realfake"],
    ["a\b\b\x7fb\x07\0", "ab"],
    ["one\r\ntwo\tthree\n", "one\ntwo\tthree\n"],
    ["\u202eabc\u2066", "abc"],
    ["é 한글 🎉 →", "é 한글 🎉 →"],
    ["a\x1b", "a"],
    ["\x1b\x1b]52;c;x\x07b", "b"],
  ];
  for (const [text, expected] of cases) {
    await t.step(JSON.stringify(text), () => {
      assertStrictEquals(forTerminal(text), expected);
      assertStrictEquals(forTerminal(expected), expected);
    });
  }
});

Deno.test("escapeControls() changes no value of a JSON text", () => {
  const value = { a: "\x9b2J\x7f\u202eé\x1b" };
  const json = escapeControls(JSON.stringify(value));
  assertStrictEquals(/[\x00-\x1f\x7f-\x9f\u202e]/.test(json), false);
  assertStrictEquals(JSON.parse(json).a, value.a);
});
