import { assertEquals } from "@std/assert";
import { rulesInPrompt } from "./remember_prompt.ts";

Deno.test("rulesInPrompt() finds a rule at the start of a prompt", async (t) => {
  const rows: Record<string, [prompt: string, rule: string | undefined]> = {
    "plain": ["remember: no tabs", "no tabs"],
    "capitals and space": ["  Remember :  No tabs ", "No tabs"],
    "Korean": ["기억해: 탭을 쓰지 않는다", "탭을 쓰지 않는다"],
    "Korean, polite": ["기억해 줘: 탭 금지", "탭 금지"],
    "a wide colon": ["기억해:탭 금지", "탭 금지"],
    "a full-width colon": ["기억해\uff1a탭 금지", "탭 금지"],
    "letter by letter": ["기억해: 탭 금지".normalize("NFD"), "탭 금지"],
    "a list": [
      "remember:\n- no tabs\n- no mocks\n  in tests",
      "no tabs | no mocks in tests",
    ],
    "a list behind words": [
      "remember: two things\n1. no tabs",
      "two things | no tabs",
    ],
    "one bullet": ["remember: - no tabs", "no tabs"],
    "several lines": ["remember: no tabs\r\nin YAML", "no tabs in YAML"],
    "a prompt behind it": ["remember: no tabs\n\nNow fix it", "no tabs"],
    "nothing": ["remember:", ""],
    "another prompt": ["fix the tests", undefined],
    "in the middle": ["please remember: no tabs", undefined],
    "no colon": ["remember the tabs", undefined],
    "a longer word": ["remembered: x", undefined],
    "empty": ["", undefined],
  };
  for (const [name, [prompt, rule]] of Object.entries(rows)) {
    await t.step(
      name,
      () => assertEquals(rulesInPrompt(prompt)?.join(" | "), rule),
    );
  }
});
