import { assertEquals } from "@std/assert";
import { lastHandBack } from "./hand_back.ts";

const call = (message: unknown, name = "SubagentHandback") =>
  JSON.stringify({
    type: "assistant",
    message: {
      content: [{ type: "tool_use", id: "t1", name, input: { message } }],
    },
  });

const CASES: readonly [name: string, text: string, expected?: string][] = [
  ["an empty transcript has none", ""],
  ["the message of the call", call("Fixed it."), "Fixed it."],
  [
    "the last of two calls",
    `${call("First.")}\n${call("Second.")}\n`,
    "Second.",
  ],
  [
    "entries after the call do not matter",
    `${call("Done.")}\n{"type":"user"}\n{"type":"api-request"}\n`,
    "Done.",
  ],
  [
    "a line cut off by the window is passed over",
    `${call("Whole.").slice(20)}\n${call("Kept.")}\n${
      call("Torn.").slice(0, -9)
    }`,
    "Kept.",
  ],
  ["another tool's message is not a hand-back", call("x", "SendMessage")],
  ["a message that is not text is none", call(7)],
  [
    "the tool's name in a text is not a call",
    JSON.stringify({ type: "user", message: { content: "SubagentHandback" } }),
  ],
  [
    "a forged entry of another type is no call",
    call("x").replace('"assistant"', '"user"'),
  ],
  ["Windows line ends", `${call("Done.")}\r\n`, "Done."],
];

for (const [name, text, expected] of CASES) {
  Deno.test(`lastHandBack(): ${name}`, () => {
    assertEquals(lastHandBack(text), expected);
  });
}
