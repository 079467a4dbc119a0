import { assertEquals } from "@std/assert";
import type { HookRun } from "../../claude/hook_trace.ts";
import { weighEvidence } from "./hook_evidence.ts";
import type { TracedSession } from "./traced_sessions.ts";

const REGISTERED = [
  { event: "SessionStart", word: "session-start" },
  { event: "UserPromptSubmit", word: "user-prompt-submit" },
  { event: "PostToolUse", word: "post-tool-use" },
  { event: "Stop", word: "stop" },
  { event: "StopFailure", word: "stop-failure" },
  { event: "SubagentStop", word: "subagent-stop" },
  { event: "PreCompact", word: "pre-compact" },
  { event: "SessionEnd", word: "session-end" },
];

const SESSION: TracedSession = {
  sessionId: "3f2a9c11",
  trace: {
    version: "2.1.197",
    startedAt: "2026-02-01T17:00:00Z",
    lastAt: "2026-02-01T17:10:00Z",
    isListed: true,
    runs: [{
      event: "SessionStart",
      outcome: "ran",
      ms: 245,
      at: "2026-02-01T17:00:00Z",
      words: "",
    }],
    texts: [],
    prompts: 2,
    toolUses: 4,
    answers: 3,
    apiErrors: 0,
    compactions: 1,
    ownAgents: 1,
  },
  counted: 4,
  logged: new Set(["stop", "subagent-stop"]),
  isKept: true,
  isOver: false,
};

const BARE: TracedSession = {
  ...SESSION,
  sessionId: "b0b",
  trace: { ...SESSION.trace, runs: [], apiErrors: 1 },
  counted: undefined,
  logged: new Set(),
  isKept: false,
  isOver: true,
};

Deno.test("weighEvidence() counts where an event was due and where it came", () => {
  const evidence = weighEvidence(REGISTERED, [SESSION, BARE]);
  assertEquals(
    evidence.map(({ event, sessions, came }) => [event, sessions, came]),
    [
      ["SessionStart", 2, 1],
      ["UserPromptSubmit", 2, 1],
      ["PostToolUse", 2, 1],
      ["Stop", 2, 1],
      ["StopFailure", 1, 0],
      ["SubagentStop", 2, 1],
      ["PreCompact", 2, 1],
      ["SessionEnd", 1, 0],
    ],
  );
  assertEquals(evidence.map(({ heard }) => heard), [1, 1, 1, 1, 0, 1, 1, 0]);
  assertEquals(
    evidence.map(({ unexplained }) => unexplained),
    [1, 1, 1, 1, 1, 1, 1, 1],
  );
});

Deno.test("weighEvidence() takes a failure for the reason of what is missing", () => {
  const [run] = SESSION.trace.runs;
  const failed = { ...run, outcome: "failed" } as HookRun;
  const broken = { ...BARE, trace: { ...BARE.trace, runs: [failed] } };
  const evidence = weighEvidence(REGISTERED, [broken]);
  assertEquals(evidence.every(({ unexplained }) => unexplained === 0), true);
});

Deno.test("weighEvidence() does not wait for the end of a first turn", () => {
  const first = { ...SESSION, trace: { ...SESSION.trace, prompts: 1 } };
  const due = (one: TracedSession) =>
    weighEvidence(REGISTERED, [one]).find(({ event }) => event === "Stop")
      ?.sessions;
  assertEquals([due(first), due({ ...first, isOver: true })], [0, 1]);
});

Deno.test("weighEvidence() knows trouble that the newest session does not show", () => {
  const run = (event: string, outcome: HookRun["outcome"]): HookRun => ({
    event,
    outcome,
    ms: 2,
    at: "2026-01-31T17:00:00Z",
    words: "",
  });
  const older = {
    ...SESSION,
    trace: {
      ...SESSION.trace,
      runs: ["SessionStart", "PostToolUse", "PreCompact"]
        .map((event) => run(event, "failed")),
    },
  };
  // In it nothing was compacted.
  const newer = { ...SESSION, trace: { ...SESSION.trace, compactions: 0 } };
  const since = (...sessions: TracedSession[]) =>
    Object.fromEntries(
      weighEvidence(REGISTERED, sessions).map((one) => [one.event, one.since]),
    );
  const after = since(newer, older);
  assertEquals(
    [after["SessionStart"], after["PostToolUse"], after["PreCompact"]],
    ["well", "well", "untried"],
  );
  const during = since(older, newer);
  assertEquals([during["SessionStart"], during["PreCompact"]], [
    undefined,
    undefined,
  ]);
});

Deno.test("weighEvidence() has the newest run last", () => {
  const older = {
    ...SESSION,
    trace: {
      ...SESSION.trace,
      runs: SESSION.trace.runs.map((run) => ({
        ...run,
        at: "2026-01-31T17:00:00Z",
        ms: 1,
      })),
    },
  };
  const [start] = weighEvidence(REGISTERED, [SESSION, older]);
  assertEquals(start?.runs.map(({ ms }) => ms), [1, 245]);
});
