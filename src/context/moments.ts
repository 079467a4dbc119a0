/**
 * The shared budget of what a session is given at a moment: a fix, a file's
 * memories, a rule's reminder, passages with a prompt. What was given is noted
 * with ids, no words, in a small file of the session; it may be lost, and then
 * something may come twice.
 */

import { isSystemError, UserError } from "../base/errors.ts";
import { isObject } from "../base/json.ts";
import { readText, statFile } from "../store/read_file.ts";
import { readQuiet } from "../store/quiet_list.ts";
import { type Store, storeExists } from "../store/store.ts";
import type { World } from "../base/world.ts";

/** Of all kinds together, between two prompts. */
export const TURN_MAX_CHARS = 2500;
/** Of that for rules' reminders: the hooks module gives at most three a turn. */
export const RULES_MAX_CHARS = 750;
const MOST_AN_HOUR = 3;
const HOUR_MS = 60 * 60_000;
const MAX_BYTES = 64 * 1024;

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
    return !given.some((one) => isSame(one) && one.turn === turn);
  }
  const since = new Date(now.getTime() - HOUR_MS).toISOString();
  const lately = given.filter(({ kind, at }) =>
    (kind === "fix" || kind === "file") && at > since
  );
  return !given.some(isSame) && lately.length < MOST_AN_HOUR;
}

/** Characters that are left in a turn; rules have their own. */
function roomFor(
  kind: MomentKind,
  given: readonly GivenMoment[],
  turn: number,
): number {
  const isRule = kind === "rule";
  const told = given.filter((one) =>
    one.turn === turn && (one.kind === "rule") === isRule
  ).reduce((sum, { chars }) => sum + chars, 0);
  const most = isRule ? RULES_MAX_CHARS : TURN_MAX_CHARS - RULES_MAX_CHARS;
  return Math.max(0, most - told);
}

/** True if it may be given; then it is noted as given. */
export function claimMoment(
  store: Store,
  world: World,
  sessionId: string,
  moment: Moment,
): boolean {
  if (!storeExists(store) || readQuiet(store).includes(moment.id)) return false;
  const turn = turnOf(store, sessionId);
  const now = world.now();
  if (!mayGive(moment, readMoments(store, sessionId), turn, now)) return false;
  noteMoment(store, sessionId, { ...moment, at: now.toISOString(), turn });
  return true;
}

/** How many prompts the session has had. */
function turnOf({ layout }: Store, sessionId: string): number {
  return statFile(layout.prompts(sessionId))?.size ?? 0;
}

/** How much passages may take that come with the prompt. */
export const RECALL_MAX_CHARS = TURN_MAX_CHARS - RULES_MAX_CHARS;

export function readMoments(
  { layout }: Store,
  sessionId: string,
): GivenMoment[] {
  let text: string;
  try {
    text = readText(layout.moments(sessionId), MAX_BYTES) ?? "";
  } catch (error) {
    if (isExpected(error)) return [];
    throw error;
  }
  return text.split("\n").flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line || "null");
      return isMoment(value) ? [value] : [];
    } catch {
      return []; // half of a line
    }
  });
}

function isMoment(value: unknown): value is GivenMoment {
  if (!isObject(value)) return false;
  const { kind, id, chars, at, turn } = value;
  return typeof kind === "string" && typeof id === "string" &&
    typeof chars === "number" && typeof at === "string" &&
    typeof turn === "number";
}

/** Given already, or by the hooks module. */
export function noteMoments(
  store: Store,
  world: World,
  sessionId: string,
  moments: readonly Moment[],
): void {
  if (moments.length === 0 || !storeExists(store)) return;
  const turn = turnOf(store, sessionId);
  const at = world.now().toISOString();
  for (const one of moments) noteMoment(store, sessionId, { ...one, at, turn });
}

function noteMoment(
  { layout, files }: Store,
  sessionId: string,
  moment: GivenMoment,
): void {
  try {
    const line = `${JSON.stringify(moment)}\n`;
    files.appendAtomically(layout.moments(sessionId), line);
  } catch (error) {
    if (!isExpected(error)) throw error;
    // Then it may come again.
  }
}

const isExpected = (error: unknown) =>
  error instanceof UserError || isSystemError(error);
