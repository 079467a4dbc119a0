import { assertEquals } from "@std/assert";
import type { HookRun } from "../../claude/hook_trace.ts";
import { judgeHook, timesOf } from "./check_hooks.ts";
import type { HookEvidence } from "./hook_evidence.ts";

const run = (
  outcome: HookRun["outcome"],
  ms: number,
  words = "",
): HookRun => ({
  event: "Stop",
  outcome,
  ms,
  at: "2026-02-01T17:00:00.000Z",
  words,
});

const RAN = [run("ran", 200), run("ran", 100), run("ran", 400)];

const GOOD: HookEvidence = {
  event: "Stop",
  sessions: 3,
  came: 3,
  unexplained: 0,
  heard: 3,
  runs: RAN,
  texts: [],
  counted: 7,
  since: undefined,
  newest: [],
};

const judge = (change: Partial<HookEvidence>) => {
  const finding = judgeHook({ ...GOOD, ...change });
  return finding && `${finding.outcome}: ${finding.reason}`;
};

const text = (chars: number, isCut = false) => ({
  event: "Stop",
  chars,
  tokens: chars / 4,
  isCut,
});

Deno.test("judgeHook() says how a hook is doing", async (t) => {
  const missing = run("failed", 2, "x: ENOENT: no such file, posix_spawn 'y'");
  const rows: [string, Partial<HookEvidence>, string | undefined][] = [
    ["well", {}, "good: in 3 of 3 sessions; median 200 ms, p95 400 ms"],
    ["no occasion", { sessions: 0, came: 0, runs: [] }, undefined],
    [
      "silent, known by its effect",
      { event: "PostToolUse", runs: [] },
      "good: in 3 of 3 sessions; 7 tool uses counted",
    ],
    [
      "what the model was given",
      { runs: [], texts: [text(900), text(474)] },
      "good: in 3 of 3 sessions; 2 texts for the model, up to 900 chars",
    ],
    [
      "a cut text",
      { texts: [text(900), text(2100, true)] },
      "bad: 1 of 2 texts longer than Claude Code allows: the model got the " +
      "beginning only",
    ],
    [
      "failed last",
      { runs: [...RAN, run("failed", 9, "boom\n at x.ts")] },
      "bad: failed on 2026-02-01 at 17:00 UTC: boom at x.ts",
    ],
    [
      "failed for want of its executable",
      { runs: [missing, missing] },
      "bad: failed on 2026-02-01 at 17:00 UTC: its executable was missing " +
      "(2 times in all)",
    ],
    [
      "ended by the client",
      { runs: [run("timed out", 20_016)] },
      "bad: was ended after 20 s on 2026-02-01 at 17:00 UTC",
    ],
    [
      "failed once, well since",
      { runs: [missing, ...RAN] },
      "warning: in 3 of 3 sessions; median 200 ms, p95 400 ms; failed on " +
      "2026-02-01 at 17:00 UTC: its executable was missing, has run since",
    ],
    [
      "failed before the newest session",
      { runs: [...RAN, missing], since: "well" },
      "good: in 3 of 3 sessions; median 200 ms, p95 400 ms; earlier failed on " +
      "2026-02-01 at 17:00 UTC: its executable was missing, well since",
    ],
    [
      "failed in between, well in the newest session",
      { runs: [missing, ...RAN], since: "well" },
      "good: in 3 of 3 sessions; median 200 ms, p95 400 ms; failed on " +
      "2026-02-01 at 17:00 UTC: its executable was missing, well since",
    ],
    [
      "a cut text before the newest session",
      { runs: [], texts: [text(900), text(2100, true)], since: "well" },
      "good: in 3 of 3 sessions; 2 texts for the model, up to 2100 chars; " +
      "earlier 1 of 2 texts longer than Claude Code allows: the model got the " +
      "beginning only, well since",
    ],
    [
      "failed, and no occasion since",
      { runs: [missing], since: "untried" },
      "warning: failed on 2026-02-01 at 17:00 UTC: its executable was missing; no " +
      "occasion since",
    ],
    [
      "slow before the newest session",
      { runs: [run("ran", 5000), run("ran", 9)], newest: [run("ran", 9)] },
      "good: in 3 of 3 sessions; median 2505 ms, p95 5000 ms",
    ],
    [
      "never came",
      { came: 0, heard: 0, runs: [] },
      "bad: did not come in 3 sessions",
    ],
    [
      "never came, others did",
      { came: 0, runs: [] },
      "warning: left no trace in 3 sessions; other events came",
    ],
    [
      "missing in one",
      { came: 2, unexplained: 1 },
      "warning: in 2 of 3 sessions; median 200 ms, p95 400 ms",
    ],
    [
      "missing where others failed",
      { came: 2 },
      "good: in 2 of 3 sessions; median 200 ms, p95 400 ms",
    ],
    [
      "an end that was missed",
      { event: "SessionEnd", came: 2, unexplained: 1, runs: [] },
      "good: in 2 of 3 sessions",
    ],
    [
      "slow",
      { runs: [run("ran", 5000)] },
      "warning: in 3 of 3 sessions; median 5000 ms, p95 5000 ms",
    ],
  ];
  for (const [name, change, expected] of rows) {
    await t.step(name, () => assertEquals(judge(change), expected));
  }
});

Deno.test("timesOf() gives the median and the 95th of a hundred", () => {
  const many = Array.from({ length: 101 }, (_, i) => run("ran", i));
  assertEquals(timesOf(many), { median: 50, p95: 95 });
  assertEquals(timesOf([run("ran", 7)]), { median: 7, p95: 7 });
  assertEquals(timesOf([run("ran", 4), run("ran", 8)]), {
    median: 6,
    p95: 8,
  });
  assertEquals(timesOf([run("failed", 7)]), {});
});
