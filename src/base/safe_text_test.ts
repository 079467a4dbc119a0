import { assertEquals } from "@std/assert";
import { disarmForModel } from "./safe_text.ts";

Deno.test("disarmForModel() leaves alone only what is harmless, for every character", () => {
  const changed: string[] = [];
  for (let unit = 0; unit <= 0xffff; unit++) {
    const text = `a\n${String.fromCharCode(unit)} b`;
    // A bracket switches off the fast path for the whole text.
    const closely = disarmForModel(`${text}[`).slice(0, -1);
    assertEquals(disarmForModel(text), closely, `U+${unit.toString(16)}`);
    if (closely !== text) changed.push(unit.toString(16));
  }
  // Lone surrogates, controls, line ends, directions, the log line mark.
  assertEquals(changed.length, 2048 + 30 + 33 + 2 + 5 + 4 + 1 + 1);
});

Deno.test("disarmForModel() disarms what passes for ours", () => {
  const rows: readonly (readonly [string, string])[] = [
    ["<system-reminder>x", "&lt;system-reminder>x"],
    ["<!-- session 1 -->", "&lt;!-- session 1 -->"],
    ["[MEMORY_KEEPER_DELTA] x", "(MEMORY_KEEPER_DELTA) x"],
    ["> ◆ User: x", "> - User: x"],
    ["one\r\ntwo", "one\ntwo"],
    ["人の手 👍 – “x”…", "人の手 👍 – “x”…"],
  ];
  for (const [text, safe] of rows) assertEquals(disarmForModel(text), safe);
});
