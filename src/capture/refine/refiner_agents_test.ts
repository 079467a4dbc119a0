/** What other agents bring into a session. */

import { assert, assertEquals } from "@std/assert";
import { Redactor } from "../../redact/redactor.ts";
import { Refiner } from "./refiner.ts";
import {
  call,
  FRAME,
  joins,
  message,
  messageText,
  operation,
  result,
  says,
  starts,
  taskText,
  user,
} from "../../../tests/support/generator/entries.ts";
import {
  check,
  read,
  type Row,
  short,
  TOKEN,
} from "../../../tests/support/generator/refiner_lines.ts";

Deno.test("what an agent hands back is its last word", async (t) => {
  const words = `found ${"it ".repeat(400)}`.trim();
  const hands = (id: string, message: unknown = words) =>
    call(id, "SubagentHandback", { message });
  const rows: Row[] = [
    ["whole", [
      call("t1", "Glob"),
      result("t1", "x"),
      hands("t2"),
      result("t2", '{"success":true}'),
    ], ["Glob x (scout)", `a: ${words} (scout)`]],
    ["before its result is written", [hands("t2")], [`a: ${words} (scout)`]],
    ["once, if it was refused at first", [
      hands("t1", "x"),
      result("t1", "no", { is_error: true }),
      hands("t2"),
      result("t2"),
    ], ["SubagentHandback no (scout)", `a: ${words} (scout)`]],
    ["without a secret", [hands("t1", `use ${TOKEN} here`)], [
      "a: use [REDACTED:github-token] here (scout)",
    ]],
    ["nothing", [hands("t1", 7), result("t1", "x")], [
      "SubagentHandback x (scout)",
    ]],
  ];
  await check(t, rows, { agent: "scout" });
});

Deno.test("words of agents are never the user's", async (t) => {
  const said = (by: string) => [`a: found it (${by})`];
  const text = messageText("a1b2c3d4", "found it");
  const whole = [
    message("a1b2c3d4", "Explore", "found it"),
  ];
  await check(t, [
    ["a message", whole, said("Explore#a1b2c3")],
    ["from the queue", [
      operation("enqueue", text),
      operation("dequeue"),
      ...whole,
    ], said("Explore#a1b2c3")],
    ["joining a turn", [
      operation("enqueue", text),
      operation("remove"),
      joins(text, { origin: { kind: "peer", name: "Explore" }, isMeta: true }),
    ], said("Explore#a1b2c3")],
    ["without a word about its origin", [user(text)], said("a1b2c3d4")],
    ["and told of again", [
      ...whole,
      user(
        taskText(
          "a1b2c3d4",
          "This agent's report was delivered to you as a message from it.",
        ),
      ),
    ], said("Explore#a1b2c3")],
    ["of another session", [
      operation("enqueue", "<cross-session-message>x</cross-session-message>"),
      operation("remove"),
      joins("<cross-session-message>x</cross-session-message>"),
      user("<cross-session-message>x</cross-session-message>"),
    ], []],
    ["without a secret", [message("a1", undefined, `use ${TOKEN}`)], [
      "a: use [REDACTED:github-token] (a1)",
    ]],
  ]);
  await t.step("what it says while it works is taken from the message", () => {
    const asks = user('<agent-message from="a1b2c3d4">which?</agent-message>', {
      isMeta: true,
      origin: { kind: "peer", name: "Explore" },
    });
    const options = { progress: false };
    assertEquals(read([asks], 1, options), ["a: which? (Explore#a1b2c3)"]);
  });
  await t.step("its transcript comes first", () => {
    assertEquals(read(whole, 1, { progress: false }), ["work of a1b2c3d4"]);
  });
});

Deno.test("the output of an agent's call is its own words", async (t) => {
  const started = call("t1", "Agent", { subagent_type: "Explore" });
  const framed = `${FRAME}\n  ${"word ".repeat(100)}\nagentId: a1\n<usage>`;
  await check(
    t,
    [
      ["without the frame", [started, result("t1", framed)], [
        `Agent ${"word ".repeat(40)}`,
        "work of a1",
      ]],
      ["not that it was started", starts("a1", "Explore"), ["Agent -"]],
      ["why it could not be started", [
        started,
        result("t1", "Async agent launched successfully?", { is_error: true }),
      ], ["Agent Async agent launched successfully?"]],
    ].map(([name, lines, said]) => [name, lines, said] as Row),
  );
  await t.step("nothing of it is read while it runs", () => {
    const pieces = read(starts("a1", "Explore"), 9, { progress: false });
    assertEquals(pieces, ["Agent -"]);
  });
});

Deno.test("nothing waits for words that were not typed", () => {
  const refiner = new Refiner({ redactor: new Redactor(), progress: true });
  let at = 0;
  for (
    const line of [
      user("hi"),
      operation("enqueue", messageText("a1")),
      operation("dequeue"),
      says("ho"),
    ]
  ) {
    const bytes = new TextEncoder().encode(JSON.stringify(line));
    refiner.line(bytes, at, at += bytes.length + 1);
  }
  const { pieces, offset } = refiner.take();
  assertEquals(pieces.map(short), ["u: hi", "a: ho"]);
  assertEquals(offset, at);
  assert(!refiner.isWaitingFor("ho"));
});
