import { assertEquals } from "@std/assert";
import {
  FILE_MAX_CHARS,
  type GivenMoment,
  mayGive,
  type Moment,
  RECALL_MAX_CHARS,
  RULES_MAX_CHARS,
  TURN_MAX_CHARS,
} from "./moment_budget.ts";

const NOW = new Date("2026-02-01T17:00:00Z");
const given = (
  kind: Moment["kind"],
  id: string,
  more: Partial<GivenMoment> = {},
): GivenMoment => ({
  kind,
  id,
  chars: 400,
  at: "2026-02-01T16:50:00.000Z",
  turn: 3,
  ...more,
});
const moment = (kind: Moment["kind"], id: string, chars = 400): Moment => ({
  kind,
  id,
  chars,
});
const EARLY = { at: "2026-02-01T15:00:00.000Z", turn: 1 };

/** What, what was given before, and whether it may be given in turn 3. */
const CASES: readonly [string, Moment, readonly GivenMoment[], boolean][] = [
  ["the first", moment("fix", "a#1"), [], true],
  [
    "the same fix again",
    moment("fix", "a#1"),
    [given("fix", "a#1", EARLY)],
    false,
  ],
  [
    "a fourth in an hour",
    moment("fix", "d#1"),
    [given("fix", "a#1"), given("file", "d001"), given("fix", "c#1")]
      .map((one) => ({ ...one, turn: 2 })),
    false,
  ],
  [
    "a fourth in two hours",
    moment("fix", "d#1"),
    [given("fix", "a#1", EARLY), given("file", "d001"), given("fix", "c#1")],
    true,
  ],
  [
    "a rule after three others",
    moment("rule", "r001", 200),
    [given("fix", "a#1"), given("file", "d001"), given("fix", "c#1")],
    true,
  ],
  [
    "a rule twice a turn",
    moment("rule", "r001"),
    [given("rule", "r001")],
    false,
  ],
  [
    "a rule in the next turn",
    moment("rule", "r001"),
    [given("rule", "r001", { turn: 2 })],
    true,
  ],
  [
    "a fix after long passages",
    moment("fix", "a#1"),
    [given("recall", "memory.md#1", { chars: 1500 })],
    false,
  ],
  [
    "a fix in the turn after them",
    moment("fix", "a#1"),
    [given("recall", "memory.md#1", { chars: 1500, turn: 2 })],
    true,
  ],
  [
    "a second file in a turn",
    moment("file", "d002"),
    [given("file", "d001")],
    false,
  ],
  [
    "a fourth reminder, however short",
    moment("rule", "r004", 20),
    ["r001", "r002", "r003"].map((id) => given("rule", id, { chars: 20 })),
    false,
  ],
  [
    "too long reminders",
    moment("rule", "r004", 200),
    ["r001", "r002"].map((id) => given("rule", id, { chars: 250 })),
    false,
  ],
];

Deno.test("mayGive() keeps to the budget", async (t) => {
  for (const [name, one, before, expected] of CASES) {
    await t.step(
      name,
      () => assertEquals(mayGive(one, before, 3, NOW), expected),
    );
  }
});

Deno.test("passages, rules and files together fill a turn at most", () => {
  assertEquals(
    RECALL_MAX_CHARS + RULES_MAX_CHARS + FILE_MAX_CHARS,
    TURN_MAX_CHARS,
  );
});
