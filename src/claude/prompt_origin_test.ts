import { assertEquals } from "@std/assert";
import { isNotice } from "./prompt_origin.ts";

const CASES: readonly [prompt: string, expected: boolean][] = [
  ["<task-notification>\n<task-id>a1</task-id>", true],
  ['<agent-message from="a1">\nDone.\n</agent-message>', true],
  [
    'Another Claude session sent a message:\n<agent-message from="a1">',
    true,
  ],
  ['<cross-session-message from="b2">Hello', true],
  ["<system-reminder>\n<task-notification>\nx", true],
  ["What does <agent-message from=…> mean?", false],
  ["<agent-messages> is the tag I want", false],
  ["", false],
  ["작업을 계속해 주세요", false],
];

for (const [prompt, expected] of CASES) {
  Deno.test(`isNotice(${JSON.stringify(prompt)}) is ${expected}`, () => {
    assertEquals(isNotice(prompt), expected);
  });
}
