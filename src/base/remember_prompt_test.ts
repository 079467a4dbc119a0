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
    "a line that asks": [
      "remember: never run make without OSD=sdl\nThen build it.",
      "never run make without OSD=sdl",
    ],
    "a sentence that asks": [
      "remember: don't edit generated/. Now fix the bug in src/a.ts",
      "don't edit generated/",
    ],
    "asking behind a list": [
      "remember:\n- no tabs\n- no mocks\nNow run the tests",
      "no tabs | no mocks",
    ],
    "Korean, asking": ["기억해: 탭 금지\n이제 빌드해 줘", "탭 금지"],
    "a second sentence": [
      "remember: no tabs. They break YAML. then it fails",
      "no tabs. They break YAML",
    ],
    "a rule about now": ["remember: use now() in tests", "use now() in tests"],
    "a rule that begins so": ["remember: then() is banned", "then() is banned"],
    "a reason in the next line": [
      "remember: no tabs.\nThey break YAML.",
      "no tabs. They break YAML.",
    ],
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
