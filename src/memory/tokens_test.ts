import { assertEquals } from "@std/assert";
import { estimateTokens } from "./tokens.ts";

Deno.test("estimateTokens() counts a third of ASCII and all of the rest", () => {
  for (
    const [text, tokens] of [
      ["", 0],
      ["a", 1],
      ["abc", 1],
      ["abcd", 2],
      ["가나다", 3],
      ["ab가", 2],
      ["\ud83d\ude00", 2],
      ["é\n", 2],
    ] as const
  ) assertEquals(estimateTokens(text), tokens, text);
});
