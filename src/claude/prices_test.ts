import { assertEquals } from "@std/assert";
import { dollarsFor } from "./prices.ts";

const MILLION = 1_000_000;
const NONE = { input: 0, output: 0, read: 0, written5m: 0, written1h: 0 };

Deno.test("dollarsFor() knows the models by their names", async (t) => {
  const rows: [model: string, input: number | undefined, output: number][] = [
    ["claude-opus-5-5", 4, 20],
    ["claude-opus-5", 5, 25],
    ["claude-opus-4-8", 5, 25],
    ["claude-opus-4-5-20251101", 5, 25],
    ["claude-opus-4-1-20250805", 15, 75],
    ["claude-opus-4-20250514", 15, 75],
    ["claude-sonnet-5-5", 2, 10],
    ["claude-sonnet-5", 2, 10],
    ["claude-sonnet-4-20250514", 3, 15],
    ["claude-sonnet-4-5-20250929", 3, 15],
    ["claude-3-7-sonnet-20250219", 3, 15],
    ["claude-haiku-4-5-20251001", 1, 5],
    ["claude-3-5-haiku-20241022", 0.8, 4],
    ["claude-fable-5-1", 10, 50],
    ["claude-opus-9", undefined, 0],
    ["gpt-6", undefined, 0],
  ];
  for (const [model, input, output] of rows) {
    await t.step(model, () => {
      const sent = dollarsFor(model, { ...NONE, input: MILLION });
      assertEquals(sent, input);
      if (input === undefined) return;
      const said = dollarsFor(model, { ...NONE, output: MILLION });
      assertEquals(said, output);
    });
  }
});

Deno.test("dollarsFor() knows caches and long prompts", () => {
  const opus = "claude-opus-5-5";
  const of = (model: string, tokens: Partial<typeof NONE>) =>
    Number(dollarsFor(model, { ...NONE, ...tokens })?.toFixed(6));
  assertEquals(of(opus, { read: MILLION }), 0.2);
  assertEquals(of(opus, { written5m: MILLION }), 5);
  assertEquals(of(opus, { written1h: MILLION }), 8);
  assertEquals(of("claude-opus-4-6", { read: MILLION }), 0.5);
  const haiku = "claude-haiku-5-5";
  assertEquals(of(haiku, { input: 100_000, output: 1000 }), 0.0105);
  assertEquals(of(haiku, { input: 200_000, output: 1000 }), 0.1025);
});
