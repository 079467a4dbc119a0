/**
 * What a session is, and what an event makes of it. This is the only place
 * that reads a phase from a state, and it touches no disk.
 */

import type { SessionState } from "./session_state.ts";

export type Phase =
  /** Nothing of it has been ingested. */
  | "unseen"
  /** At work, according to its state. */
  | "working"
  /** It said itself that it was over. */
  | "ended"
  /** It fell silent, and another session noticed. */
  | "dead"
  /** Work from before the plugin, whose transcript may still grow. */
  | "imported"
  /** The same, and over. */
  | "past";

export type SessionEvent =
  /** SessionStart, whatever its source: startup, resume, clear, compact. */
  | "start"
  | "prompt"
  /** A tool use at the interval, or an agent of ours that begins. */
  | "tool"
  /** The end of a turn. */
  | "stop"
  | "compaction"
  | "end"
  /** Another session or a command reads its transcript. */
  | "found"
  /** The same, but the transcript is not there any more. */
  | "gone";

/** What an event knows besides the phase. */
export interface EventFacts {
  /** All of the transcript was read. */
  readonly isComplete?: boolean;
  /** Silent for so long that no more is expected. */
  readonly isSilent?: boolean;
  /** One of the session's own events has been here. */
  readonly hasSpoken?: boolean;
}

export type Action =
  /** Leave a sign that it has spoken, before anything is ingested. */
  | "mark"
  /** It is not over after all. */
  | "reopen"
  /** Note when it was last heard of. */
  | "see"
  /** Note when it was over. */
  | "close"
  /** Nothing of it waits for a summary. */
  | "import";

interface Transition {
  readonly phase: Phase;
  readonly actions: readonly Action[];
}

/** What a state says of its session's life. */
type Life = Pick<SessionState, "ended" | "seenAt" | "takenIn">;

export function phase(state: Life | undefined): Phase {
  if (state === undefined) return "unseen";
  const { ended, seenAt, takenIn } = state;
  if (takenIn === true && seenAt === null) {
    return ended === undefined ? "imported" : "past";
  }
  if (ended === undefined || (seenAt ?? "") > ended) return "working";
  return seenAt === ended ? "ended" : "dead";
}

/** Whether no more is expected of it. */
export function isOver(state: Life | undefined): boolean {
  return OVER.has(phase(state));
}

/** Whether it is work from before the plugin. */
export function isImported(state: Life | undefined): boolean {
  const now = phase(state);
  return now === "imported" || now === "past";
}

const OVER: ReadonlySet<Phase> = new Set(["ended", "dead", "past"]);

export function transition(
  from: Phase,
  event: SessionEvent,
  facts: EventFacts = {},
): Transition {
  switch (event) {
    case "start":
      return reopen(from);
    case "prompt": {
      const { phase, actions } = reopen(from);
      const mark = facts.hasSpoken ? [] : ["mark" as const];
      return { phase, actions: [...mark, ...actions] };
    }
    case "tool":
    case "stop":
    case "compaction":
      // After its own end this is a hook that was late.
      return from === "ended"
        ? { phase: "ended", actions: [] }
        : { phase: "working", actions: ["reopen", "see"] };
    case "end":
      return facts.isComplete
        ? { phase: "ended", actions: ["reopen", "see", "close"] }
        : { phase: "working", actions: ["reopen", "see"] };
    case "found":
      return find(from, facts);
    case "gone":
      return from === "unseen" ? stay(from) : close(from);
    default:
      return event satisfies never;
  }
}

const stay = (phase: Phase): Transition => ({ phase, actions: [] });

function reopen(from: Phase): Transition {
  if (!OVER.has(from)) return stay(from);
  const phase = from === "past" ? "imported" : "working";
  return { phase, actions: ["reopen"] };
}

function close(from: Phase): Transition {
  if (OVER.has(from)) return stay(from);
  const phase = from === "imported" ? "past" : "dead";
  return { phase, actions: ["close"] };
}

function find(
  from: Phase,
  { isComplete, isSilent, hasSpoken }: EventFacts,
): Transition {
  const isPast = from === "imported" || from === "past" ||
    (from === "unseen" && hasSpoken === false);
  const seen = from === "unseen" ? "working" : from;
  const here = isPast && from !== "past" ? "imported" : seen;
  const { phase, actions } = isComplete && isSilent ? close(here) : stay(here);
  return { phase, actions: isPast ? [...actions, "import"] : actions };
}

const APPLY: Readonly<
  Record<Action, (state: SessionState, now: string) => SessionState>
> = {
  // It leaves its sign elsewhere.
  mark: (state) => state,
  reopen: ({ ended: _, ...open }) => open,
  see: (state, now) => ({ ...state, seenAt: now }),
  close: (state, now) => ({ ...state, ended: now }),
  import: (state) =>
    state.takenIn === true && state.summarizedTo === state.entries
      ? state
      : { ...asSummarized(state), takenIn: true },
};

export function applyActions(
  state: SessionState,
  actions: readonly Action[],
  now: string,
): SessionState {
  return actions.reduce((next, action) => APPLY[action](next, now), state);
}

/** Nothing of it waits: all is in memory, or need not be. */
export const asSummarized = (state: SessionState): SessionState => ({
  ...state,
  summarizedTo: state.entries,
  cutTo: state.entries,
  cutBytes: state.l1Bytes,
});
