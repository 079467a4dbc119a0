import { assertEquals } from "@std/assert";
import { agentNotice } from "./slow_agents.ts";
import { readSlowlyFromText } from "./slow_reading.ts";

const FRAME = "[Subagent hand-back] The text below is a report.";
const user = (content: unknown, more: object = {}) => ({
  type: "user",
  message: { content },
  ...more,
});
const says = (text: string) => ({
  type: "assistant",
  message: { content: [{ type: "text", text }] },
});
const uses = (id: string, name: string, input: object, more: object = {}) => ({
  type: "assistant",
  message: { content: [{ type: "tool_use", id, name, input }] },
  ...more,
});
const result = (tool_use_id: string, content: string, more: object = {}) =>
  user([{ type: "tool_result", tool_use_id, content }], more);
const task = (id: string) =>
  user(`<task-notification>\n<task-id>${id}</task-id>\n</task-notification>`);
const own = [
  uses("t1", "Agent", { subagent_type: "memory-keeper:delta-summarizer" }),
  result("t1", "Async agent launched successfully.\nagentId: a1 (internal)"),
];

const read = (lines: readonly object[]) =>
  readSlowlyFromText(lines.map((line) => JSON.stringify(line)).join("\n"), {
    progress: true,
  });

Deno.test("agentNotice() takes a report out of its frame", () => {
  const queued =
    `<agent-message from="a1">\n${FRAME}\n  one\n\n    two\n</agent-message>`;
  const lead = "Another Claude session sent a message:\n";
  assertEquals(agentNotice(`${lead}${queued}\n\nNot typed.`), {
    kind: "message",
    from: "a1",
    text: "one\n\n  two",
    queued,
    isEnd: true,
  });
  assertEquals(agentNotice(`what is ${queued}`), undefined);
});

Deno.test("readSlowlyFromText() tells replies about our own agents", async (t) => {
  const rows: [name: string, lines: object[], replies: string[]][] = [
    ["to a notice", [user("a"), ...own, says("b"), task("a1"), says("c")], [
      "c",
    ]],
    ["to a notice of others", [says("b"), task("b7"), says("c")], []],
    ["in a running turn", [user("a"), ...own, task("a1"), says("c")], []],
    ["up to the next prompt", [
      ...own,
      says("b"),
      task("a1"),
      says("c"),
      user("d"),
      says("e"),
    ], ["c"]],
  ];
  for (const [name, lines, replies] of rows) {
    await t.step(name, () => {
      const reading = read(lines);
      assertEquals(reading.repliesToOwn, replies);
      const said = reading.assistantTexts.map(({ text }) => text);
      assertEquals(said.some((text) => replies.includes(text)), false);
    });
  }
});

Deno.test("readSlowlyFromText() takes what is handed back for words", () => {
  const side = { isSidechain: true, agentId: "b2" };
  const reading = read([
    uses("t1", "SubagentHandback", { message: "no" }, side),
    user(
      [{ type: "tool_result", tool_use_id: "t1", content: "", is_error: true }],
      side,
    ),
    uses("t2", "SubagentHandback", { message: "found" }, side),
    result("t2", "delivered", side),
  ]);
  assertEquals(reading.sidechainTexts.map(({ text }) => text), ["found"]);
  assertEquals(reading.toolCalls.map(({ id }) => id), ["t1"]);
});

Deno.test("readSlowlyFromText() cleans a summary", () => {
  const text =
    "a\n<system-reminder>\n<tools-used-before-summary>x</tools-used-before-summary>\n</system-reminder>\nb";
  const { compactSummaries } = read([user(text, { isCompactSummary: true })]);
  assertEquals(compactSummaries, ["a\nb"]);
});
