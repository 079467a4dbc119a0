import { assertEquals } from "@std/assert";
import { newSessionState } from "../../session/session_state.ts";
import { parseLogLine } from "../../store/read_event_log.ts";
import {
  judgeClientVersion,
  judgeProblems,
  judgeSettings,
} from "./check_client.ts";
import {
  judgeSessions,
  judgeTranscripts,
  type SessionFiles,
} from "./check_sessions.ts";
import { judgeLocks, judgeLog } from "./check_work.ts";
import type { Finding } from "./finding.ts";

const told = ({ outcome, reason }: Finding) => `${outcome}: ${reason}`;

Deno.test("judgeClientVersion() knows both ends of what was tested", async (t) => {
  const rows: [string | undefined, string][] = [
    [undefined, "good: not known before the first session here"],
    ["2.1.150", "bad: 2.1.150; 2.1.163 is needed"],
    ["2.1.197", "good: 2.1.197 (2.1.163 or later is needed)"],
    ["2.1.326", "good: 2.1.326 (2.1.163 or later is needed)"],
    ["2.2.0", "good: 2.2.0, tested up to 2.1.326; newer usually works"],
  ];
  for (const [version, expected] of rows) {
    await t.step(expected, () => {
      assertEquals(told(judgeClientVersion(version)), expected);
    });
  }
});

Deno.test("judgeProblems() tells the worst of what a client does", async (t) => {
  const entry = { text: '"Stopp" is no event', cost: "entry" } as const;
  const hooks = { text: "it is not valid JSON", cost: "hooks" } as const;
  const plugin = { text: '"PreToolUse" is bad', cost: "plugin" } as const;
  const rows: [Parameters<typeof judgeProblems>[0], string][] = [
    [
      [entry],
      `warning: ${entry.text}: Claude Code runs all our hooks but this`,
    ],
    [[entry, hooks], `bad: ${hooks.text}: Claude Code runs none of our hooks`],
    [
      [entry, plugin, hooks],
      `bad: ${plugin.text}: Claude Code does not load the plugin`,
    ],
  ];
  for (const [problems, expected] of rows) {
    await t.step(expected, () => {
      assertEquals(told(judgeProblems(problems)), expected);
    });
  }
});

Deno.test("judgeSettings() names what keeps hooks from working", async (t) => {
  const user = (values: Record<string, unknown> | undefined) => [
    { path: "/s.json", isManaged: false, isOwn: true, values },
  ];
  const ours = { command: "memory-keeper", args: ["hook", "stop"] };
  const rows: [string, ReturnType<typeof user>, boolean, string[]][] = [
    ["nothing", user({}), false, ["good: nothing in our way"]],
    ["all hooks off", user({ disableAllHooks: true }), false, [
      "bad: disableAllHooks in /s.json: no hook runs",
    ]],
    ["our own switch", user({ env: { MEMORY_KEEPER_DISABLED: "1" } }), false, [
      "bad: MEMORY_KEEPER_DISABLED is set in /s.json: hooks do nothing",
    ]],
    ["in this shell", user({}), true, [
      "bad: MEMORY_KEEPER_DISABLED is set in this shell: hooks do nothing",
    ]],
    ["twice", user({ hooks: { Stop: [{ hooks: [ours] }] } }), false, [
      "warning: /s.json starts our hooks too: each event comes twice",
    ]],
    ["no JSON", user(undefined), false, [
      "warning: /s.json is not valid JSON",
    ]],
  ];
  for (const [name, files, isDisabled, expected] of rows) {
    await t.step(name, () => {
      assertEquals(judgeSettings(files, isDisabled).map(told), expected);
    });
  }
});

Deno.test("judgeTranscripts() sees what is not kept and what goes", async (t) => {
  const status = {
    count: 4,
    known: 4,
    daysKept: 30,
    purgedSoon: 1,
    purgedSoonUnseen: 0,
    unseen: 0,
    lastChange: null,
    isUnheard: false,
  };
  const rows: [Partial<typeof status>, string][] = [
    [{}, "good: 4 of this project, all in memory; deleted after 30 days"],
    [
      { known: 3 },
      "good: 4 of this project, 3 in memory so far; deleted after 30 days",
    ],
    [
      { count: 0, known: 0 },
      "good: none of this project yet; they are kept 30 days",
    ],
    [{ unseen: 2 }, "warning: 2 of 4 are not in memory yet"],
    [
      { unseen: 2, purgedSoonUnseen: 1 },
      "warning: 2 of 4 are not in memory yet; Claude Code deletes 1 of them " +
      "within seven days",
    ],
    [
      { daysKept: 0 },
      "bad: cleanupPeriodDays is 0 in /s.json: Claude Code writes none",
    ],
  ];
  for (const [change, expected] of rows) {
    await t.step(expected, () => {
      const finding = judgeTranscripts({ ...status, ...change }, "/s.json");
      assertEquals(told(finding), expected);
    });
  }
});

const NONE_LOST = { stems: [], found: [] };

Deno.test("judgeSessions() compares state, log and deltas", async (t) => {
  const state = {
    ...newSessionState({
      stem: "s",
      transcript: "/t",
      startedAt: null,
      firstUuid: null,
    }),
    l1Bytes: 100,
  };
  const whole: SessionFiles = {
    id: "3f2a9c11-x",
    state,
    logBytes: 100,
    isPacked: false,
    missingDeltas: [],
    isBehind: false,
  };
  const rows: [Partial<SessionFiles>, string[]][] = [
    [{}, ["good: 1, each with its log and state"]],
    [{ logBytes: 120 }, ["good: 1, each with its log and state"]],
    [{ logBytes: 40, isPacked: true }, [
      "good: 1, each with its log and state",
    ]],
    [{ state: undefined, logBytes: undefined }, [
      "bad: the state of 3f2a9c11 is damaged",
    ]],
    [{ logBytes: 99 }, [
      "bad: the log of 3f2a9c11 is missing or shorter than it was",
    ]],
    [{ logBytes: undefined }, [
      "bad: the log of 3f2a9c11 is missing or shorter than it was",
    ]],
    [{ missingDeltas: ["3f2a9c11-1"], isBehind: true }, [
      "warning: the text of 3f2a9c11-1 is gone; the log still has that work",
      "warning: 1 session not saved to the end",
    ]],
  ];
  for (const [change, expected] of rows) {
    await t.step(expected.join(), () => {
      const findings = judgeSessions([{ ...whole, ...change }], NONE_LOST);
      assertEquals(findings.map(told), expected);
    });
  }
  const lost = (stems: string[], ids: string[], sessions = [whole]) =>
    judgeSessions(sessions, {
      stems,
      found: ids.map((sessionId) => ({
        sessionId,
        transcript: "/t",
        size: 1,
        modifiedMs: 1,
      })),
    }).map(told);
  assertEquals(lost([], [], []), ["good: none yet"]);
  assertEquals(lost(["a", "b"], []), [
    "good: 1, each with its log and state; 2 logs without a state",
  ]);
  assertEquals(lost(["a"], [], []), ["good: 1 log without a state"]);
  assertEquals(lost(["a"], ["0badbad0-1"]), [
    "warning: the state of 0badbad0 is gone; the log is there",
  ]);
});

Deno.test("judgeLocks() says who holds a lock, and when that is too long", () => {
  const held = { name: "store.lock", holder: "process 7 (hook stop)" };
  assertEquals(judgeLocks(3, []).map(told), ["good: 3 locks, none is held"]);
  assertEquals(judgeLocks(3, [{ ...held, heldMs: 20 }]).map(told), [
    "good: store is held by process 7 (hook stop)",
  ]);
  assertEquals(judgeLocks(3, [{ ...held, heldMs: 90_000 }]).map(told), [
    "warning: store is held by process 7 (hook stop)",
  ]);
});

Deno.test("judgeLog() counts the failures of a week", () => {
  const world = {
    now: () => new Date("2026-02-01T17:27:00Z"),
    localOffsetMinutes: () => 60,
  };
  const lines = [
    "2026-01-02T10:00:00.000Z stop 3f2a9c11 failed error=TypeError",
    "2026-02-01T10:00:00.000Z stop 3f2a9c11 done added=3",
    "not a line",
    "2026-02-01T11:00:00.000Z session-end 3f2a9c11 late",
  ].flatMap((line) => parseLogLine(line) ?? []);
  assertEquals(
    told(judgeLog(lines, world, "/log")),
    "warning: 1 of 2 events in seven days failed, last session-end at " +
      "2026-02-01 12:00 +01:00 (late)",
  );
  assertEquals(
    told(judgeLog(lines.slice(0, 2), world, "/log")),
    "good: 1 event in seven days, none failed",
  );
});
