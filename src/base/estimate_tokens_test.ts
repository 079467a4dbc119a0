import { assertEquals } from "@std/assert";
import { estimateTokens } from "./estimate_tokens.ts";

Deno.test("estimateTokens() counts a third of ASCII and all of the rest", () => {
  for (
    const [text, tokens] of [
      ["", 0],
      ["a", 1],
      ["the", 1],
      ["then", 2],
      ["가나다", 3],
      ["an가", 2],
      ["\ud83d\ude00", 4],
      ["─", 2],
      ["é\n", 2],
      ["的是", 2],
      ["鼈鼉", 4],
      ["㐀", 3],
    ] as const
  ) assertEquals(estimateTokens(text), tokens, text);
});

Deno.test("estimateTokens() counts marks and changes of kind where those are more", () => {
  for (
    const [text, tokens] of [
      ["{}[]()", 6],
      ["a1b2", 4],
      ["| 1 |", 4],
      ["0123", 2],
      ["x 1", 3],
      ["word", 2],
      ["qzjx", 4],
      ["QZJX", 4],
    ] as const
  ) assertEquals(estimateTokens(text), tokens, text);
});
