import { assert, assertEquals } from "@std/assert";
import { LocalClock } from "./local_clock.ts";
import {
  columnsOf,
  RECEIPT_COLUMNS,
  type ReceiptFacts,
  renderReceipt,
} from "./receipt.ts";
import { randomText } from "../../tests/support/world/random_text.ts";

/** Friday noon in Seoul. */
const CLOCK = new LocalClock({
  now: () => new Date("2026-11-13T03:00:00Z"),
  localOffsetMinutes: () => 540,
});
const NONE = { decisions: 0, rules: 0, issues: 0, hasLogs: false };
const AT = new Date("2026-11-12T04:40:00Z");

const say = (facts: Partial<ReceiptFacts>, added = 0) =>
  renderReceipt({ ...NONE, ...facts }, added, CLOCK);

Deno.test("renderReceipt() says when, what, what is open and how much", () => {
  assertEquals(
    say({
      newest: {
        at: AT,
        body: "Customer report as PDF. It took long.\n\nFiles: src/pdf.mjs\n" +
          "Failed: npm test\nOpen: page numbers. And more.\nOpen: other",
      },
      decisions: 3,
      rules: 1,
    }),
    "Memory: Thu 13:40: Customer report as PDF; open: page numbers · " +
      "3 decisions · 1 rule",
  );
});

Deno.test("renderReceipt() reads digests and what people write", () => {
  const rows = [
    ["**Asked**\n- Why is `spring` late?", "Why is spring late?"],
    [
      "**Asked**\n- Fix it\n\n**Open at the end**\n- the tests fail",
      "Fix it; open: the tests fail",
    ],
    ["## Plan\n\n1. **Round** last, never before.", "Round last, never before"],
    ["- Good. Send the fares out. Then stop.", "Good. Send the fares out"],
    ["Open: the pier", "open: the pier"],
    ["항구를 고쳤다. 늦었다.", "항구를 고쳤다"],
    ["The door stays open for now.", "The door stays open for now"],
  ] as const;
  for (const [body, said] of rows) {
    const newest = { at: AT, body };
    assertEquals(say({ newest }), `Memory: Thu 13:40: ${said}`);
  }
});

Deno.test("renderReceipt() says nothing that is not so", () => {
  assertEquals(say({}), "Memory: none yet; it begins with this session");
  assertEquals(
    say({ hasLogs: true }),
    "Memory: earlier sessions are logged, nothing is summarised yet",
  );
  assertEquals(say({ rules: 2, issues: 1 }), "Memory: 2 rules · 1 open issue");
  assertEquals(say({ hasLogs: true }, 4), "Memory: 4 sessions added");
  assertEquals(say({ newest: { body: "Undated." } }), "Memory: Undated");
  assertEquals(
    say({ newest: { at: AT, body: "" }, rules: 1 }),
    "Memory: 1 rule",
  );
});

Deno.test("renderReceipt() has at most 100 columns, whatever there is", () => {
  const words = randomText(3, [
    "a ",
    "가",
    "𝒳",
    "\n",
    "x".repeat(90),
    "Open: ",
  ]);
  for (let round = 0; round < 500; round++) {
    const [decisions, rules] = [round * 997, round * 31];
    const newest = { at: AT, body: words(12) };
    const line = say({ newest, decisions, rules, issues: round }, round % 7);
    assert(columnsOf(line) <= RECEIPT_COLUMNS, line);
    assert(line.isWellFormed() && !line.includes("\n"), line);
  }
});

Deno.test("LocalClock.short() names a weekday only within a week", () => {
  const rows = [
    ["2026-11-13T02:59:00Z", "Fri 11:59"],
    ["2026-11-12T15:01:00Z", "Fri 00:01"],
    ["2026-11-06T15:00:00Z", "Sat 00:00"],
    ["2026-11-06T14:59:00Z", "2026-11-06"],
    ["2025-12-31T15:00:00Z", "2026-01-01"],
    ["2026-11-14T03:00:00Z", "2026-11-14"],
  ] as const;
  for (const [at, said] of rows) {
    assertEquals(CLOCK.short(new Date(at)), said);
  }
});

Deno.test("LocalClock.exact() has the offset of that day", () => {
  const at = new Date("2026-07-01T12:00:00Z");
  const rows = [[540, "21:00 +09:00"], [0, "12:00 UTC"], [
    -210,
    "08:30 -03:30",
  ]];
  for (const [offset, said] of rows) {
    const clock = new LocalClock({
      now: () => at,
      localOffsetMinutes: () => Number(offset),
    });
    assertEquals(clock.exact(at), `2026-07-01 ${said}`);
  }
});

Deno.test("LocalClock.age() counts whole units, and nothing to come", () => {
  const rows = [
    ["2026-11-13T03:00:20Z", "1 minute"],
    ["2026-11-13T02:01:00Z", "59 minutes"],
    ["2026-11-13T02:00:00Z", "1 hour"],
    ["2026-11-11T04:00:00Z", "1 day"],
    ["2026-10-13T03:00:00Z", "31 days"],
    ["2026-11-14T03:00:00Z", undefined],
  ] as const;
  for (const [at, said] of rows) {
    assertEquals(CLOCK.age(new Date(at)), said);
  }
});
