/** What is private, or was said while memory was off, is not kept. */

import {
  call,
  joins,
  operation,
  result,
  says,
  user,
} from "../../../tests/support/generator/entries.ts";
import { check } from "../../../tests/support/generator/refiner_lines.ts";

const PRIVATE = "The code is dusk.\n<private>\nand the key is dawn";

Deno.test("<private> alone on a line hides all up to the next prompt", async (t) => {
  await check(t, [
    ["answers, calls and what is typed in between", [
      user("Before"),
      says("yes"),
      user(PRIVATE),
      says("dusk it is"),
      call("c1", "Bash", { command: "echo dawn" }),
      result("c1", "dawn"),
      user("<command-name>/status</command-name>"),
      user("<bash-input>echo dawn</bash-input>"),
      says("dawn was printed"),
      user("After"),
      says("on we go"),
    ], ["u: Before", "a: yes", "u: After", "a: on we go"]],
    ["but a closed region hides itself alone", [
      user("Look at\n<private>\ndusk\n</private>\nthis"),
      says("I see"),
    ], ["u: Look at\n[PRIVATE]\nthis", "a: I see"]],
    ["from the queue, as a turn", [
      user("Before"),
      operation("enqueue", PRIVATE),
      says("yes"),
      operation("dequeue"),
      user(PRIVATE),
      says("dusk"),
      user("After"),
    ], ["u: Before", "a: yes", "u: After"]],
    ["from the queue, within a turn", [
      user("Before"),
      operation("enqueue", PRIVATE),
      operation("remove"),
      joins(PRIVATE),
      says("dusk"),
      user("After"),
    ], ["u: Before", "u: After"]],
    ["from the queue, without a record where it joined", [
      user("Before"),
      operation("enqueue", PRIVATE),
      operation("remove"),
      says("dusk"),
      user("After"),
    ], ["u: Before", "u: After"]],
    ["and the summary of a later compaction", [
      user("Before"),
      user("so far", { isCompactSummary: true }),
      user(PRIVATE),
      says("dusk"),
      user("After"),
      user("it was dusk", { isCompactSummary: true }),
    ], ["u: Before", "s: so far", "u: After"]],
  ]);
});

Deno.test("while memory was off nothing is kept, nor the answer after it", async (t) => {
  const lines = [
    user("Before"),
    call("c1", "Bash", { command: "date" }),
    result("c1", "dusk"),
    user("What is the code?"),
    says("dusk"),
    says("and dawn"),
    user("After"),
    says("yes"),
  ];
  const [from = "", to = ""] = [lines[2], lines[5]].map((line) =>
    line?.timestamp
  );
  await check(
    t,
    [["by the entries' times", lines, [
      "u: Before",
      "Bash -",
      "u: After",
      "a: yes",
    ]]],
    { off: [{ from, to }] },
  );
});
