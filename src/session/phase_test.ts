import { assertEquals } from "@std/assert";
import {
  type Action,
  applyActions,
  type EventFacts,
  isOver,
  type Phase,
  phase,
  type SessionEvent,
  transition,
} from "./phase.ts";
import { newSessionState, type SessionState } from "./session_state.ts";

const BEGUN = newSessionState({
  stem: "2026-02-01_1700_abcd",
  transcript: "/t.jsonl",
  startedAt: null,
  firstUuid: null,
});
const [EARLY, LATER, NOW] = ["2026-02-01", "2026-02-02", "2026-02-03"] as const;

/** A state in each phase that has one. */
const STATES: Record<Exclude<Phase, "unseen">, SessionState> = {
  working: { ...BEGUN, seenAt: EARLY },
  ended: { ...BEGUN, seenAt: LATER, ended: LATER },
  dead: { ...BEGUN, seenAt: EARLY, ended: LATER },
  imported: { ...BEGUN, takenIn: true },
  past: { ...BEGUN, takenIn: true, ended: LATER },
};

Deno.test("phase() reads each phase from a state", async (t) => {
  assertEquals(phase(undefined), "unseen");
  for (const [name, state] of Object.entries(STATES)) {
    await t.step(name, () => assertEquals(phase(state), name));
  }
  await t.step("heard of after its end", () => {
    assertEquals(phase({ ...BEGUN, ended: EARLY, seenAt: LATER }), "working");
  });
  await t.step("imported, then heard of", () => {
    assertEquals(phase({ ...STATES.imported, seenAt: EARLY }), "working");
  });
});

type Row = readonly [
  event: SessionEvent,
  facts: EventFacts,
  from: Phase,
  to: Phase,
  actions: readonly Action[],
];

const all = { isComplete: true };
const silent = { isComplete: true, isSilent: true };
const spoken = { hasSpoken: true };
const never = { hasSpoken: false };
const heard: readonly Action[] = ["reopen", "see"];

const TABLE: readonly Row[] = [
  // A start says only that an end was none: startup, resume, clear, compact.
  ["start", {}, "unseen", "unseen", []],
  ["start", {}, "working", "working", []],
  ["start", {}, "ended", "working", ["reopen"]],
  ["start", {}, "dead", "working", ["reopen"]],
  ["start", {}, "imported", "imported", []],
  ["start", {}, "past", "imported", ["reopen"]],
  // A prompt leaves its sign the first time.
  ["prompt", never, "unseen", "unseen", ["mark"]],
  ["prompt", spoken, "unseen", "unseen", []],
  ["prompt", never, "working", "working", ["mark"]],
  ["prompt", spoken, "working", "working", []],
  ["prompt", spoken, "ended", "working", ["reopen"]],
  ["prompt", never, "dead", "working", ["mark", "reopen"]],
  ["prompt", spoken, "dead", "working", ["reopen"]],
  ["prompt", never, "imported", "imported", ["mark"]],
  ["prompt", never, "past", "imported", ["mark", "reopen"]],
  // Work is heard of, but after its own end the hook was only late.
  ...(["tool", "stop", "compaction"] as const).flatMap((event): Row[] => [
    [event, {}, "unseen", "working", heard],
    [event, {}, "working", "working", heard],
    [event, {}, "ended", "ended", []],
    [event, {}, "dead", "working", heard],
    [event, {}, "imported", "working", heard],
    [event, {}, "past", "working", heard],
  ]),
  // An end, once all is read; before that the session is still at work.
  ...(["unseen", "working", "ended", "dead", "imported", "past"] as const)
    .flatMap((from): Row[] => [
      ["end", all, from, "ended", [...heard, "close"]],
      ["end", {}, from, "working", heard],
    ]),
  // Another session reads it: alive, or silent for too long.
  ["found", all, "unseen", "working", []],
  ["found", { ...all, ...never }, "unseen", "imported", ["import"]],
  ["found", silent, "unseen", "dead", ["close"]],
  ["found", { ...silent, ...never }, "unseen", "past", ["close", "import"]],
  ["found", { isSilent: true }, "unseen", "working", []],
  ["found", all, "working", "working", []],
  ["found", silent, "working", "dead", ["close"]],
  ["found", { isSilent: true }, "working", "working", []],
  ["found", silent, "ended", "ended", []],
  ["found", silent, "dead", "dead", []],
  ["found", all, "imported", "imported", ["import"]],
  ["found", silent, "imported", "past", ["close", "import"]],
  ["found", silent, "past", "past", ["import"]],
  // Its transcript is gone.
  ["gone", {}, "unseen", "unseen", []],
  ["gone", {}, "working", "dead", ["close"]],
  ["gone", {}, "ended", "ended", []],
  ["gone", {}, "dead", "dead", []],
  ["gone", {}, "imported", "past", ["close"]],
  ["gone", {}, "past", "past", []],
];

Deno.test("transition() for every phase and event", async (t) => {
  for (const [event, facts, from, to, actions] of TABLE) {
    const name = `${from}, ${event} ${JSON.stringify(facts)}`;
    await t.step(name, () => {
      assertEquals(transition(from, event, facts), { phase: to, actions });
      if (from === "unseen") return;
      const next = applyActions(STATES[from], actions, NOW);
      assertEquals(phase(next), to);
    });
  }
  await t.step("no pair is left out", () => {
    const pairs = new Set(TABLE.map(([event, , from]) => `${from} ${event}`));
    assertEquals(pairs.size, 6 * 8);
  });
});

type Step = readonly [event: SessionEvent, facts: EventFacts, to: Phase];

const STORIES: Record<string, readonly Step[]> = {
  "a day": [
    ["start", {}, "unseen"],
    ["prompt", never, "unseen"],
    ["tool", {}, "working"],
    ["stop", {}, "working"],
    ["end", all, "ended"],
  ],
  "killed, then found dead": [
    ["prompt", never, "unseen"],
    ["stop", {}, "working"],
    ["found", silent, "dead"],
  ],
  "resumed": [
    ["stop", {}, "working"],
    ["end", all, "ended"],
    ["start", {}, "working"],
    ["prompt", spoken, "working"],
    ["stop", {}, "working"],
  ],
  "a fork begins like any other": [
    ["start", {}, "unseen"],
    ["prompt", never, "unseen"],
    ["stop", {}, "working"],
  ],
  "cleared: this one ends, another starts": [
    ["stop", {}, "working"],
    ["end", all, "ended"],
  ],
  "compacted": [
    ["stop", {}, "working"],
    ["compaction", {}, "working"],
    ["start", {}, "working"],
    ["tool", {}, "working"],
  ],
  "a hook that is late": [
    ["end", all, "ended"],
    ["stop", {}, "ended"],
  ],
  "imported": [
    ["found", { ...silent, ...never }, "past"],
    ["found", silent, "past"],
  ],
  "imported and resumed": [
    ["found", { ...silent, ...never }, "past"],
    ["start", {}, "imported"],
    ["prompt", never, "imported"],
    ["stop", {}, "working"],
  ],
  "taken for dead, and speaks again": [
    ["stop", {}, "working"],
    ["found", silent, "dead"],
    ["stop", {}, "working"],
  ],
  "its transcript is deleted": [
    ["stop", {}, "working"],
    ["gone", {}, "dead"],
  ],
};

Deno.test("transition() through the life of a session", async (t) => {
  for (const [name, steps] of Object.entries(STORIES)) {
    await t.step(name, () => {
      let at: Phase = "unseen";
      for (const [event, facts, to] of steps) {
        at = transition(at, event, facts).phase;
        assertEquals(at, to, event);
      }
    });
  }
});

Deno.test("isOver() is true for what no more is expected of", () => {
  const over = Object.entries(STATES).filter(([, state]) => isOver(state));
  assertEquals(over.map(([name]) => name), ["ended", "dead", "past"]);
  assertEquals(isOver(undefined), false);
});
