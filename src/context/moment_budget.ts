/**
 * The shared budget of what a session is given at a moment: a fix, a file's
 * memories, a rule's reminder, passages with a prompt. Pure.
 */

import { HOUR_MS } from "../base/durations.ts";

/** Of all kinds together, between two prompts. */
export const TURN_MAX_CHARS = 2500;
/** Of that for rules' reminders, and how many there may be. */
export const RULES_MAX_CHARS = 600;
const MOST_RULES = 3;
/** Of that for a file's memories: the module gives one a turn. */
export const FILE_MAX_CHARS = 400;
const MOST_AN_HOUR = 3;

export type MomentKind = "fix" | "file" | "rule" | "recall";

export interface Moment {
  readonly kind: MomentKind;
  /** What it is from: `r003`, `3f2a9c11#41`, `memory.md#7`. */
  readonly id: string;
  readonly chars: number;
}

/** One that was given. */
export interface GivenMoment extends Moment {
  readonly at: string;
  /** Prompts of the session so far. */
  readonly turn: number;
}

/**
 * Whether there is room for it. A rule's reminder is not counted by the hour
 * and comes once a turn; passages with a prompt have their own gate.
 */
export function mayGive(
  moment: Moment,
  given: readonly GivenMoment[],
  turn: number,
  now: Date,
): boolean {
  const { kind, id, chars } = moment;
  if (chars > roomFor(kind, given, turn)) return false;
  if (kind === "recall") return true;
  const isSame = (one: GivenMoment) => one.kind === kind && one.id === id;
  if (kind === "rule") {
    const told = given.filter((one) => one.kind === kind && one.turn === turn);
    return told.length < MOST_RULES && !told.some(isSame);
  }
  return !given.some(isSame) && leftInHour(given, now) > 0;
}

/** Characters that are left in a turn; rules and files have their own. */
function roomFor(
  kind: MomentKind,
  given: readonly GivenMoment[],
  turn: number,
): number {
  const purse = purseOf(kind);
  const told = given.filter((one) =>
    one.turn === turn && purseOf(one.kind) === purse
  ).reduce((sum, { chars }) => sum + chars, 0);
  return Math.max(0, purse - told);
}

/** What fixes and passages share, and what the module may give unasked. */
const purseOf = (kind: MomentKind) =>
  kind === "rule"
    ? RULES_MAX_CHARS
    : kind === "file"
    ? FILE_MAX_CHARS
    : RECALL_MAX_CHARS;

/** How many more may be given in this hour. */
export function leftInHour(given: readonly GivenMoment[], now: Date): number {
  const since = new Date(now.getTime() - HOUR_MS).toISOString();
  const lately = given.filter(({ kind, at }) =>
    (kind === "fix" || kind === "file") && at > since
  );
  return Math.max(0, MOST_AN_HOUR - lately.length);
}

/** How much passages may take that come with the prompt. */
export const RECALL_MAX_CHARS = TURN_MAX_CHARS - RULES_MAX_CHARS -
  FILE_MAX_CHARS;
