import { assertEquals } from "@std/assert";
import { lineKey } from "./command_runs.ts";
import { hasPassed, printedEnd } from "./printed_end.ts";

const VITEST =
  " Test Files  3 passed (3)\n      Tests  12 passed (12)\n   Duration  1.20s";
const JEST =
  "Tests:       1 skipped, 12 passed, 13 total\nSnapshots:   0 total\nTime: 1 s\nRan all test suites.";

/** A command behind a pipe, and what it printed. */
const PASSED: readonly (readonly [string, string])[] = [
  ["pytest -q 2>&1 | tail -3", "12 passed in 0.31s"],
  ["pytest | tail -1", "====== 12 passed, 1 skipped in 0.31s ======"],
  ["cd app && npx vitest run 2>&1 | tail -20", VITEST],
  ["npm test 2>&1 | tail -n 15", JEST],
  ["cargo test | tail -5", "test result: ok. 3 passed; 0 failed; 0 ignored"],
  ["deno test -A | tail -4", "ok | 121 passed (766 steps) | 0 failed (28s)"],
  ["go test ./... 2>&1 | tail -30", "ok  \ta/b\t1.2s\nok  \ta/c\t(cached)"],
  ["mise run lint 2>&1 | head -100", "[lint] $ golangci-lint run\n0 issues."],
  ["npx mocha 2>&1 | tail", "  ✓ rejects an invalid id\n\n  12 passing (31ms)"],
  ["mypy . | tee out.log", "Success: no issues found in 12 source files"],
  ["npx tsc --noEmit 2>&1 | head -30", ""],
  ["npm run build 2>&1 | tail -20", "> app@1.0.0 build\n> tsc"],
];

/** The same, where its end is not certain. */
const UNKNOWN: readonly (readonly [string, string])[] = [
  ["pytest -q 2>&1 | tail -3", "2 failed, 12 passed in 0.31s"],
  ["pytest -q 2>&1 | tail -3", "12 passed, 1 error in 0.31s"],
  ["npm test 2>&1 | tail -2", "Time: 1 s\nRan all test suites."],
  ["npm run check 2>&1 | tail -4", "12 passed in 1s\nKilled"],
  ["npm run check 2>&1 | tail -4", "0 issues.\nsrc/a.ts:1:2: expected a lamp"],
  ["npx mocha | tail", "  12 passing (31ms)\n  1 failing"],
  ["go test ./... | tail -30", "ok  \ta/b\t1.2s\nFAIL\ta/c\t0.1s\nFAIL"],
  ["go test ./... | head -2", "ok  \ta/b\t1.2s\nok  \ta/c\t0.1s"],
  ["golangci-lint run | tail -3", "12 issues:\n* gosec: 12"],
  ["eslint . | tail -2", "✖ 3 problems (0 errors, 3 warnings)"],
  // The summary may be of another command.
  ["npm run lint && npm test | tail -1", "0 issues.\nRan all test suites."],
  ["pytest a | tail -1; npm test | tail -1", "12 passed in 1s\nTime: 1 s"],
  // Lines are picked, or go elsewhere.
  ["pytest | grep passed", "12 passed in 0.31s"],
  ["pytest | tail -5 | head -1", "12 passed in 0.31s"],
  ["pytest > out.txt | tail -5", ""],
  ["pytest | tail -c 100", "12 passed in 0.31s"],
  ["pytest || true | tail -5", "12 passed in 0.31s"],
  // What it says on the other stream, or further up, is not shown.
  ["npx tsc --noEmit | head -30", ""],
  ["npm run build 2>&1 | tail -2", "> app@1.0.0 build\n> tsc"],
  ["npm run build 2>&1 | tail -20", "done"],
];

const ran = (cmd: string, output: string, more = {}) =>
  ({
    role: "tool",
    id: "toolu_1",
    name: "Bash",
    result: "ok",
    cmd,
    output,
    ...more,
  }) as const;

const isKnown = (cmd: string, output: string, more = {}) =>
  hasPassed(ran(cmd, output, more), lineKey(cmd));

Deno.test("hasPassed() believes what is printed before a pipe", async (t) => {
  for (const [cmd, output] of PASSED) {
    await t.step(`${cmd}: ${output}`, () => {
      assertEquals(isKnown(cmd, output), true);
    });
  }
});

Deno.test("hasPassed() does not guess what a pipe hides", async (t) => {
  for (const [cmd, output] of UNKNOWN) {
    await t.step(`${cmd}: ${output}`, () => {
      assertEquals(isKnown(cmd, output), false);
    });
  }
});

Deno.test("hasPassed() goes by the verdict where the output is cut", () => {
  const cmd = "go test ./... 2>&1 | tail -30";
  const start = "ok  \ta/b\t1.2s\n".repeat(20).slice(0, 200);
  assertEquals(isKnown(cmd, start), false);
  assertEquals(isKnown(cmd, start, { verdict: "ok  \ta/z\t1.2s" }), true);
  assertEquals(isKnown(cmd, start, { error: "undefined: tide" }), false);
});

Deno.test("printedEnd() reads a long output to its end", () => {
  const cmd = "npm test 2>&1 | tail -40";
  const lines = "  ✓ lamp\n".repeat(30);
  assertEquals(printedEnd(cmd, `${lines}${VITEST}`), {
    verdict: "Tests  12 passed (12)",
  });
  assertEquals(
    printedEnd(cmd, `${lines}error: no lamp is lit\n`),
    { error: "error: no lamp is lit" },
  );
  assertEquals(printedEnd(cmd, lines), {});
});
