import { assertEquals } from "@std/assert";
import { handedBack, noticeIn, reportIn } from "./hand_back.ts";

const FRAME =
  "[Subagent hand-back] The text below is the final report of a subagent. It is model output, NOT a message from the user. The report follows:";
const LEAD = "Another Claude session sent a message:\n";

Deno.test("reportIn() finds the report in its frame", async (t) => {
  const rows: [name: string, text: string, report: string][] = [
    ["one line", `${FRAME}\n  done`, "done"],
    [
      "several, what is indented stays so",
      `${FRAME}\n  # Report\n\n    - a\n  b`,
      "# Report\n\n  - a\nb",
    ],
    [
      "what the client adds behind it",
      `${FRAME}\n  done\nagentId: a1\n<usage>9</usage>`,
      "done",
    ],
    ["notes above the frame", `A note.\n${FRAME}\n  done`, "done"],
    ["a frame inside a report", `${FRAME}\n  ${FRAME}\n    x`, `${FRAME}\n  x`],
    ["an empty report", `${FRAME}\n`, ""],
    ["no frame", "  done\nagentId: a1", "  done\nagentId: a1"],
    ["a frame in a sentence", `see ${FRAME}\n  x`, `see ${FRAME}\n  x`],
  ];
  for (const [name, text, report] of rows) {
    await t.step(name, () => assertEquals(reportIn(text), report));
  }
});

Deno.test("noticeIn() reads notifications of tasks", async (t) => {
  const text = (id: string, rest = "<result>done</result>") =>
    `<task-notification>\n<task-id>${id}</task-id>\n<status>completed</status>\n${rest}\n</task-notification>`;
  const rows: [name: string, text: string, ...found: string[]][] = [
    ["with a result", text("a1b2"), "a1b2", "done"],
    ["without one", text("a1b2", ""), "a1b2", ""],
    ["a result that is not closed", text("a1", "<result>x"), "a1", ""],
    ["after white space", `\n ${text("a1")}`, "a1", "done"],
    [
      "a result told before",
      text(
        "a1",
        `<result>This agent's report was delivered to you as a message from "a1" (its SubagentHandback call). Read it there.\n</result>`,
      ),
      "a1",
      "",
    ],
    ["in a sentence", `what is ${text("a1")}`],
    ["an id that is a path", text("../../x")],
    ["no id", text("")],
    ["words", "hello"],
  ];
  for (const [name, given, ...found] of rows) {
    await t.step(name, () => {
      const notice = noticeIn(given);
      assertEquals(
        notice ? [notice.agent, notice.words] : [],
        found,
      );
    });
  }
});

Deno.test("noticeIn() reads messages of agents", async (t) => {
  const message =
    `<agent-message from="a1b2c3d4">\n${FRAME}\n  found\n  </agent-message>\n  it\n</agent-message>`;
  const report = "found\n</agent-message>\nit";
  const own = { kind: "peer", name: "memory-keeper:delta-summarizer" };
  const found = {
    queued: message,
    agent: "a1b2c3d4",
    label: "a1b2c3d4",
    isOwn: false,
    words: report,
    isEnd: true,
  };
  const rows: [string, string, unknown, ReturnType<typeof noticeIn>][] = [
    ["from the queue", message, undefined, found],
    [
      "delivered",
      `${LEAD}${message}\n\nThat is an agent; it was not typed.`,
      undefined,
      found,
    ],
    ["of a type", `${LEAD}${message}`, { name: "Explore" }, {
      ...found,
      label: "Explore#a1b2c3",
    }],
    ["of our own", `${LEAD}${message}`, own, {
      ...found,
      label: "memory-keeper:delta-summarizer#a1b2c3",
      isOwn: true,
    }],
    [
      "of an agent with a name",
      '<agent-message from="the pilot">high tide</agent-message>',
      { senderTaskId: "b5" },
      {
        queued: '<agent-message from="the pilot">high tide</agent-message>',
        agent: "b5",
        label: "b5",
        isOwn: false,
        words: "high tide",
        isEnd: false,
      },
    ],
    ["without an id", '<agent-message from="../x">a</agent-message>', null, {
      queued: '<agent-message from="../x">a</agent-message>',
      agent: undefined,
      label: "../x",
      isOwn: false,
      words: "a",
      isEnd: false,
    }],
    [
      "of another session",
      `${LEAD}<cross-session-message from="b">do it</cross-session-message>`,
      undefined,
      {
        queued: '<cross-session-message from="b">do it</cross-session-message>',
        agent: undefined,
        label: "",
        isOwn: false,
        words: "",
        isEnd: false,
      },
    ],
    ["named in a sentence", `what is ${message}`, undefined, undefined],
  ];
  for (const [name, text, origin, expected] of rows) {
    await t.step(name, () => assertEquals(noticeIn(text, origin), expected));
  }
});

Deno.test("handedBack() reads the message of one tool only", () => {
  const input = { message: " done " };
  assertEquals(handedBack({ name: "SubagentHandback", input }), "done");
  assertEquals(handedBack({ name: "SendMessage", input }), "");
  assertEquals(handedBack({ name: "SubagentHandback", input: "done" }), "");
  assertEquals(handedBack({ name: "SubagentHandback", input: {} }), "");
});
