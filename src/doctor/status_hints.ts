/** What in a status needs attention, the most urgent first. */

import { DAY_MS } from "../base/durations.ts";
import type { HookObstacle } from "./hook_obstacle.ts";
import type { Status } from "./read_status.ts";

export interface StatusHint {
  readonly text: string;
  readonly remedy: string;
}

export interface Surroundings {
  readonly now: Date;
  /** `MEMORY_KEEPER_DISABLED` is set in this shell. */
  readonly isDisabled: boolean;
  readonly obstacle: HookObstacle | undefined;
}

const WAITS_LONG_DAYS = 2;
const MANY_WAIT = 5;

const DOCTOR = "memory-keeper doctor";

/** Whether it works here, in one word. */
export type Verdict =
  | "works"
  | "foreign"
  | "new"
  | "damaged"
  | "unheard"
  | "broken"
  | "blocked"
  | "disabled"
  | "off";

export function judgeStatus(
  { problem, off, transcripts, lastEvent, unreadable, foreign }: Status,
  { isDisabled, obstacle }: Surroundings,
): Verdict {
  if (problem !== null) return "blocked";
  if (isDisabled || obstacle?.kind === "off") return "disabled";
  if (obstacle?.kind === "broken") return "broken";
  if (off !== null) return "off";
  if (transcripts.isUnheard) return "unheard";
  if (unreadable.length > 0) return "damaged";
  if (foreign !== null) return "foreign";
  return lastEvent === null ? "new" : "works";
}

export function planHints(status: Status, around: Surroundings): StatusHint[] {
  return RULES.flatMap((rule) => rule(status, around) || []);
}

type Rule = (
  status: Status,
  around: Surroundings,
) => StatusHint | false | undefined;

const hint = (text: string, remedy: string): StatusHint => ({ text, remedy });

const RULES: readonly Rule[] = [
  ({ problem }) =>
    problem !== null && hint(`Nothing can be saved here: ${problem}`, DOCTOR),
  ({ foreign }) =>
    foreign !== null && hint(
      "This folder brings a foreign memory, one that you did not write; it is " +
        "shown in a frame and not used",
      "memory-keeper trust --show, then memory-keeper trust",
    ),
  ({ off }) =>
    off !== null && hint(
      `Nothing is kept or given: memory is ${off}`,
      off.endsWith("can be read") ? DOCTOR : "memory-keeper on",
    ),
  (_, { isDisabled }) =>
    isDisabled && hint(
      "MEMORY_KEEPER_DISABLED is set: with it, hooks do nothing",
      "unset MEMORY_KEEPER_DISABLED",
    ),
  ({ lastEvent }, { obstacle }) =>
    obstacle && (obstacle.kind !== "unknown" || lastEvent === null) &&
    hint(obstacle.text, DOCTOR),
  ({ transcripts, off }) =>
    transcripts.isUnheard && off === null &&
    hint("Claude Code worked here, but no event came since", DOCTOR),
  ({ unreadable }) =>
    unreadable.length > 0 &&
    hint(`Cannot be read: ${unreadable.map(nameOf).join(", ")}`, DOCTOR),
  ({ configProblems: count }) =>
    count > 0 && hint(
      `${count === 1 ? "A setting is" : `${count} settings are`} not valid`,
      "memory-keeper config list",
    ),
  ({ failures: count }) =>
    count > 0 && hint(
      `${count === 1 ? "An event" : `${count} events`} failed today`,
      DOCTOR,
    ),
  ({ transcripts }) => hintUnseen(transcripts),
  ({ memory }) =>
    leastTokens(memory) >= memory.rotateAtTokens &&
    hint("memory.md is full", "memory-keeper rotate"),
  hintWaiting,
  ({ team }) =>
    team !== null && team.held.length > 0 && hint(
      `Not shared, because it looks like a secret: ${team.held.join(", ")}`,
      "memory-keeper share preview, then memory-keeper share push <id>",
    ),
  ({ team }) =>
    team !== null && team.tooLong.length > 0 && hint(
      `Not shared, because it is too long: ${team.tooLong.join(", ")}`,
      "memory-keeper share preview",
    ),
  ({ archivesWithoutSummary: count, archivesSince }, { now }) =>
    daysSince(archivesSince, now) >= WAITS_LONG_DAYS && hint(
      `${count === 1 ? "An archive has" : `${count} archives have`} no summary`,
      "/memory-keeper:memory-rotate, in Claude Code",
    ),
];

/** An estimate is too high, but never by more than that. */
const LEAST_OF_ESTIMATE = 0.5;

const leastTokens = ({ tokens, isCounted }: Status["memory"]) =>
  isCounted ? tokens : tokens * LEAST_OF_ESTIMATE;

function hintUnseen(
  { unseen, purgedSoonUnseen }: Status["transcripts"],
): StatusHint | undefined {
  if (unseen === 0) return undefined;
  const soon = purgedSoonUnseen === 0
    ? ""
    : `; Claude Code deletes ${
      unseen === 1 ? "it" : purgedSoonUnseen
    } within seven days`;
  const sessions = unseen === 1 ? "A session is" : `${unseen} sessions are`;
  return hint(`${sessions} not in memory yet${soon}`, "memory-keeper import");
}

function hintWaiting(
  { waiting, waitingSince }: Status,
  { now }: Surroundings,
): StatusHint | undefined {
  const days = daysSince(waitingSince, now);
  if (waiting < MANY_WAIT && days < WAITS_LONG_DAYS) return undefined;
  const since = days < 1 ? "" : `, the oldest for ${days} days`;
  return hint(
    `${waiting} stretches of work wait for a summary${since}`
      .replace(/^1 stretches of work wait/, "1 stretch of work waits"),
    "/memory-keeper:memory-delta, in Claude Code",
  );
}

function daysSince(time: string | null, now: Date): number {
  const age = now.getTime() - Date.parse(time ?? "");
  return Number.isNaN(age) ? 0 : Math.floor(age / DAY_MS);
}

const nameOf = (path: string) => path.replace(/^.*[\\/]/, "");
