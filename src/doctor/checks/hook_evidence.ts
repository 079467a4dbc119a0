/** From traced sessions to what is known about each event, pure. */

import { compareTexts } from "../../base/compare_texts.ts";
import type { HookRun, HookText } from "../../claude/hook_trace.ts";
import type { RegisteredHook } from "../../claude/hooks_file.ts";
import type { TracedSession } from "./traced_sessions.ts";

export interface HookEvidence {
  readonly event: string;
  /** Sessions in which it was due, and those in which it came. */
  readonly sessions: number;
  readonly came: number;
  /** Sessions in which it did not come although no hook of ours failed. */
  readonly unexplained: number;
  /** Sessions in which some event came, as the store shows. */
  readonly heard: number;
  /** Oldest first. */
  readonly runs: readonly HookRun[];
  readonly texts: readonly HookText[];
  readonly counted: number;
  /**
   * What the newest sessions say about older trouble: "well" if it ran in the
   * newest session in which it was due, "untried" if it was not due there and
   * nothing went wrong. Undefined while the trouble may last.
   */
  readonly since: "well" | "untried" | undefined;
  /** Runs in the newest session in which it was due. */
  readonly newest: readonly HookRun[];
}

const OCCASIONS: Readonly<Record<string, (one: TracedSession) => boolean>> = {
  SessionStart: () => true,
  UserPromptSubmit: ({ trace }) => trace.prompts > 0,
  PostToolUse: ({ trace }) => trace.toolUses > 0,
  // In its first turn a session has not stopped yet.
  Stop: ({ trace, isOver }) =>
    trace.answers > 0 && (isOver || trace.prompts > 1),
  StopFailure: ({ trace }) => trace.apiErrors > 0,
  SubagentStart: ({ trace }) => trace.ownAgents > 0,
  SubagentStop: ({ trace }) => trace.ownAgents > 0,
  PreCompact: ({ trace }) => trace.compactions > 0,
  // A session may be older than the hook, so only its own log line counts.
  PostCompact: ({ logged }) => logged.has("post-compact"),
  SessionEnd: ({ isOver }) => isOver,
};

/** The sign in the store of a hook that prints nothing. */
const SIGNS: Readonly<Record<string, (one: TracedSession) => boolean>> = {
  UserPromptSubmit: ({ counted }) => counted !== undefined,
  PostToolUse: ({ counted }) => (counted ?? 0) > 0,
  Stop: ({ isKept }) => isKept,
  StopFailure: ({ isKept }) => isKept,
  PreCompact: ({ isKept }) => isKept,
};

/** Newest session first. */
export function weighEvidence(
  registered: readonly RegisteredHook[],
  sessions: readonly TracedSession[],
): HookEvidence[] {
  return registered.map(({ event, word }) => {
    const runsOf = ({ trace }: TracedSession) =>
      trace.runs.filter((run) => run.event === event);
    const textsOf = ({ trace }: TracedSession) =>
      trace.texts.filter((text) => text.event === event);
    const came = (one: TracedSession) =>
      runsOf(one).some(({ outcome }) => outcome === "ran") ||
      textsOf(one).length > 0 || one.logged.has(word) ||
      (SIGNS[event]?.(one) ?? false);
    const due = sessions.filter((one) =>
      runsOf(one).length > 0 || OCCASIONS[event]?.(one)
    );
    const [newest] = due;
    const isWell = newest !== undefined && came(newest) &&
      isClean(runsOf(newest), textsOf(newest));
    return {
      event,
      sessions: due.length,
      came: due.filter(came).length,
      unexplained: due.filter((one) =>
        !came(one) && one.trace.runs.every(({ outcome }) =>
          outcome === "ran"
        )
      ).length,
      heard:
        due.filter(({ counted, isKept }) => counted !== undefined || isKept)
          .length,
      runs: sessions.flatMap(runsOf)
        .toSorted((a, b) => compareTexts(a.at, b.at)),
      texts: sessions.flatMap(textsOf),
      counted: sessions.reduce((sum, one) => sum + (one.counted ?? 0), 0),
      since: isWell
        ? "well"
        : newest !== sessions[0] && isHealthy(sessions[0])
        ? "untried"
        : undefined,
      newest: newest ? runsOf(newest) : [],
    };
  });
}

const isClean = (runs: readonly HookRun[], texts: readonly HookText[]) =>
  runs.every(({ outcome }) => outcome === "ran") &&
  !texts.some(({ isCut }) => isCut);

/** Some event came, and none went wrong. */
function isHealthy(one: TracedSession | undefined): boolean {
  if (one === undefined) return false;
  const { runs, texts } = one.trace;
  return isClean(runs, texts) &&
    (runs.length > 0 || texts.length > 0 || one.isKept);
}
