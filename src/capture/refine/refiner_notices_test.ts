/** What is said about our own agents is not kept, and all else is. */

import {
  call,
  joins,
  message,
  messageText,
  operation,
  OWN,
  result,
  says,
  starts,
  task,
  taskText,
  user,
} from "../../../tests/support/generator/entries.ts";
import { check } from "../../../tests/support/generator/refiner_lines.ts";

Deno.test("replies to notices of our own agents are not kept", async (t) => {
  const begun = [user("fix it"), ...starts("a1"), says("THE ANSWER")];
  const kept = ["u: fix it", "a: THE ANSWER"];
  await check(t, [
    ["to a notification", [...begun, task("a1"), says("recorded")], kept],
    ["to a message", [...begun, message("a1", OWN), says("recorded")], kept],
    [
      "to a message that does not name its type",
      [...begun, message("a1"), says("recorded")],
      kept,
    ],
    ["through the queue, to both", [
      ...begun,
      operation("enqueue", messageText("a1")),
      operation("dequeue"),
      operation("enqueue", taskText("a1")),
      message("a1", OWN),
      says("recorded"),
      operation("dequeue"),
      task("a1"),
      says("really"),
    ], kept],
    ["to several in a row", [
      user("fix it"),
      ...starts("a1"),
      ...starts("a2"),
      ...starts("a3"),
      says("THE ANSWER"),
      task("a2"),
      says("one"),
      task("a1"),
      task("a3"),
      says("two"),
    ], kept],
    ["to one that joins such a turn", [
      ...begun,
      ...starts("a2"),
      says("and one more"),
      task("a1"),
      joins(taskText("a2"), { commandMode: "task-notification" }),
      says("both are done"),
    ], [...kept, "a: and one more"]],
    ["after an interrupt", [
      user("fix it"),
      ...starts("a1"),
      user("[Request interrupted by user]"),
      task("a1"),
      says("recorded"),
    ], ["u: fix it"]],
    ["after a command that is not answered", [
      ...begun,
      user("<command-name>/model</command-name>"),
      user("<local-command-stdout>ok</local-command-stdout>"),
      task("a1"),
      says("recorded"),
    ], [...kept, "u: /model"]],
    ["but what was called in such a turn", [
      ...begun,
      task("a1"),
      says("looking"),
      call("t1", "Glob"),
      result("t1", "x"),
      says("recorded"),
    ], [...kept, "Glob x"]],
    ["only up to the next prompt", [
      ...begun,
      task("a1"),
      says("recorded"),
      user("and now?"),
      says("this"),
    ], [...kept, "u: and now?", "a: this"]],
  ]);
});

Deno.test("a reply that answers anything else is kept", async (t) => {
  const begun = [user("fix it"), ...starts("a1")];
  await check(t, [
    ["the notice joins a running turn", [
      ...begun,
      joins(taskText("a1"), { commandMode: "task-notification" }),
      says("fixed"),
    ], ["u: fix it", "a: fixed"]],
    ["it comes between a call and its result's answer", [
      ...begun,
      call("t1", "Glob"),
      result("t1", "x"),
      task("a1"),
      says("fixed"),
    ], ["u: fix it", "Glob x", "a: fixed"]],
    ["it comes behind an unanswered prompt", [
      ...begun,
      says("fixed"),
      user("and now?"),
      task("a1"),
      says("this"),
    ], ["u: fix it", "a: fixed", "u: and now?", "a: this"]],
    ["a prompt joins the reply", [
      ...begun,
      says("fixed"),
      task("a1"),
      call("t1", "Glob"),
      operation("enqueue", "wait"),
      operation("remove"),
      result("t1", "x"),
      joins("wait", { origin: { kind: "human" } }),
      says("I wait"),
    ], ["u: fix it", "a: fixed", "Glob x", "u: wait", "a: I wait"]],
    ["a prompt joins the reply, in an old version", [
      ...begun,
      says("fixed"),
      task("a1"),
      call("t1", "Glob"),
      operation("enqueue", "wait"),
      operation("remove"),
      result("t1", "x"),
      says("I wait"),
    ], ["u: fix it", "a: fixed", "Glob x", "u: wait", "a: I wait"]],
    ["the user refuses a call with words", [
      ...begun,
      says("fixed"),
      task("a1"),
      call("t1", "Glob"),
      result(
        "t1",
        "The tool use was rejected. The user said:\nno, sail",
        { is_error: true },
      ),
      says("I sail"),
    ], [
      "u: fix it",
      "a: fixed",
      "Glob The tool use was rejected. The user said:\nno, sail",
      "u: no, sail",
      "a: I sail",
    ]],
    ["another agent's notice comes too", [
      ...begun,
      ...starts("b2", "Explore"),
      says("wait"),
      task("b2"),
      task("a1"),
      says("it is in guard.ts"),
    ], [
      "u: fix it",
      "Agent -",
      "a: wait",
      "a: done (b2)",
      "a: it is in guard.ts",
    ]],
    ["a notice that the model was not given", [
      ...begun,
      says("fixed"),
      task("a1", { queueTranscriptOnly: true }),
      says("a late word"),
    ], ["u: fix it", "a: fixed", "a: a late word"]],
    ["a task that is none of our agents", [
      ...begun,
      says("fixed"),
      task("b7"),
      says("the build is done"),
    ], ["u: fix it", "a: fixed", "a: done (b7)", "a: the build is done"]],
    ["another session's message", [
      ...begun,
      says("fixed"),
      task("a1"),
      user(
        'Another Claude session sent a message:\n<cross-session-message from="x">help</cross-session-message>',
        { isMeta: true },
      ),
      says("I help"),
    ], ["u: fix it", "a: fixed", "a: I help"]],
  ]);
});

Deno.test("an agent is our own if its files say so", async (t) => {
  const lines = [user("hi"), says("ho"), task("a1"), says("recorded")];
  await check(t, [["by its files", lines, ["u: hi", "a: ho"]]], {
    isOwnAgent: (id) => id === "a1",
  });
});
