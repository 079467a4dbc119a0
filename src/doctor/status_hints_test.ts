import { assertEquals } from "@std/assert";
import type { HookObstacle } from "./hook_obstacle.ts";
import type { Status } from "./read_status.ts";
import { judgeStatus, planHints } from "./status_hints.ts";

const NOW = new Date("2026-02-01T17:27:00Z");

const GOOD: Status = {
  project: "tides",
  root: "/tides",
  store: "/tides/.claude/memory",
  exists: true,
  problem: null,
  foreign: null,
  off: null,
  unreadable: [],
  configProblems: 0,
  lastEvent: "2026-02-01T17:25:00Z",
  lastSave: "2026-02-01T17:25:00Z",
  failures: 0,
  sessions: 3,
  sessionBytes: 4000,
  open: 1,
  waiting: 1,
  waitingSince: "2026-02-01T09:00:00Z",
  memory: {
    bytes: 400,
    tokens: 100,
    isCounted: false,
    rotateAtTokens: 23_750,
  },
  sections: 2,
  archives: 1,
  archivesWithoutSummary: 1,
  archivesSince: "2026-02-01T09:00:00Z",
  knowledge: {
    decisions: 0,
    patterns: 0,
    issues: 0,
    openIssues: 0,
    rules: 0,
    solutions: 0,
    coreLogic: 0,
    concepts: 0,
  },
  team: {
    share: false,
    sections: 0,
    facts: 0,
    waiting: 0,
    held: [],
    tooLong: [],
  },
  bytes: 5000,
  transcripts: {
    count: 3,
    known: 3,
    daysKept: 30,
    purgedSoon: 1,
    purgedSoonUnseen: 0,
    unseen: 0,
    lastChange: null,
    isUnheard: false,
  },
};
const AROUND = { now: NOW, isDisabled: false, obstacle: undefined };

Deno.test("planHints() is silent where nothing needs attention", () => {
  assertEquals(planHints(GOOD, AROUND), []);
  assertEquals(judgeStatus(GOOD, AROUND), "works");
});

Deno.test("planHints() names what does", async (t) => {
  const { transcripts, memory } = GOOD;
  const full = { ...memory, tokens: 23_750 };
  const rows: [Partial<Status>, string[]][] = [
    [{ problem: "it is read-only" }, [
      "Nothing can be saved here: it is read-only",
    ]],
    [{ unreadable: ["/a/facts.json", "/a/b/memory.md"] }, [
      "Cannot be read: facts.json, memory.md",
    ]],
    [{ configProblems: 1 }, ["A setting is not valid"]],
    [{ configProblems: 2 }, ["2 settings are not valid"]],
    [{ failures: 3 }, ["3 events failed today"]],
    [{ transcripts: { ...transcripts, isUnheard: true } }, [
      "Claude Code worked here, but no event came since",
    ]],
    [{ transcripts: { ...transcripts, unseen: 1 } }, [
      "A session is not in memory yet",
    ]],
    [
      { transcripts: { ...transcripts, unseen: 9, purgedSoonUnseen: 2 } },
      ["9 sessions are not in memory yet; Claude Code deletes 2 within seven days"],
    ],
    [{ memory: full }, []],
    [{ memory: { ...full, isCounted: true } }, ["memory.md is full"]],
    [{ memory: { ...memory, tokens: 200_000 } }, ["memory.md is full"]],
    [{ waiting: 5 }, ["5 stretches of work wait for a summary"]],
    [{ waitingSince: "2026-01-28T09:00:00Z" }, [
      "1 stretch of work waits for a summary, the oldest for 4 days",
    ]],
    [{ waitingSince: "no date" }, []],
    [{ archivesSince: "2026-01-28T09:00:00Z" }, ["An archive has no summary"]],
    [{ lastEvent: null }, []],
  ];
  for (const [change, expected] of rows) {
    await t.step(JSON.stringify(change), () => {
      const hints = planHints({ ...GOOD, ...change }, AROUND);
      assertEquals(hints.map(({ text }) => text), expected);
    });
  }
});

Deno.test("planHints() takes an unknown plugin for --plugin-dir once events came", () => {
  const texts = (kind: HookObstacle["kind"], lastEvent: string | null) =>
    planHints({ ...GOOD, lastEvent }, {
      ...AROUND,
      obstacle: { kind, text: "It is off" },
    }).map(({ text }) => text);
  assertEquals(texts("unknown", null), ["It is off"]);
  assertEquals(texts("unknown", GOOD.lastEvent), []);
  assertEquals(texts("off", GOOD.lastEvent), ["It is off"]);
});

Deno.test("judgeStatus() says the worst first", () => {
  const unheard = { ...GOOD.transcripts, isUnheard: true };
  const verdict = (
    change: Partial<Status>,
    isDisabled = false,
    kind?: HookObstacle["kind"],
  ) =>
    judgeStatus({ ...GOOD, ...change }, {
      ...AROUND,
      isDisabled,
      obstacle: kind && { kind, text: "x" },
    });
  assertEquals(verdict({ problem: "x", transcripts: unheard }), "blocked");
  assertEquals(verdict({ transcripts: unheard }, true), "disabled");
  assertEquals(verdict({ transcripts: unheard }), "unheard");
  assertEquals(verdict({ lastEvent: null }), "new");
  assertEquals(verdict({ transcripts: unheard }, false, "off"), "disabled");
  assertEquals(verdict({ transcripts: unheard }, false, "broken"), "broken");
  assertEquals(verdict({}, false, "unknown"), "works");
  assertEquals(verdict({ unreadable: ["/a"] }), "damaged");
});
