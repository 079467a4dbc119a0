/**
 * The shared budget of what a session is given at a moment: a fix, a file's
 * memories, a rule's reminder, passages with a prompt. What was given is noted
 * with ids, no words, in a small file of the session; it may be lost, and then
 * something may come twice.
 */

import { isSystemError, UserError } from "../base/errors.ts";
import { isObject } from "../base/json.ts";
import { readText, statFile } from "../store/read_file.ts";
import {
  type Claim,
  type Store,
  storeExists,
  withStoreLock,
} from "../store/store.ts";
import type { World } from "../base/world.ts";

/** Of all kinds together, between two prompts. */
export const TURN_MAX_CHARS = 2500;
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
 * and may come again; passages with a prompt have their own gate.
 */
export function mayGive(
  moment: Moment,
  given: readonly GivenMoment[],
  turn: number,
  now: Date,
): boolean {
  const told = given.filter((one) => one.turn === turn)
    .reduce((sum, { chars }) => sum + chars, 0);
  if (told + moment.chars > TURN_MAX_CHARS) return false;
  if (moment.kind === "rule" || moment.kind === "recall") return true;
  if (given.some(({ id, kind }) => id === moment.id && kind === moment.kind)) {
    return false;
  }
  const since = new Date(now.getTime() - HOUR_MS).toISOString();
  return given.filter(({ kind, at }) =>
    (kind === "fix" || kind === "file") && at > since
  ).length < MOST_AN_HOUR;
}

/** True if it may be given; then it is noted as given. */
export function claimMoment(
  store: Store,
  world: World,
  sessionId: string,
  moment: Moment,
): boolean {
  if (!storeExists(store) || isQuiet(store, moment.id)) return false;
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

/** How much room the turn has left. */
export function roomInTurn(store: Store, sessionId: string): number {
  const turn = turnOf(store, sessionId);
  const told = readMoments(store, sessionId)
    .filter((one) => one.turn === turn)
    .reduce((sum, { chars }) => sum + chars, 0);
  return Math.max(0, TURN_MAX_CHARS - told);
}

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

/** The ids the user wants to hear no more of. */
export function readQuiet({ layout }: Store): string[] {
  try {
    return (readText(layout.quiet, MAX_BYTES) ?? "").split("\n")
      .map((line) => line.trim()).filter((line) => line !== "");
  } catch (error) {
    if (isExpected(error)) return [];
    throw error;
  }
}

/** The ids as they are then. */
export async function changeQuiet(
  store: Store,
  id: string,
  isQuiet: boolean,
  claim: Claim,
): Promise<string[]> {
  return await withStoreLock(store, claim, () => {
    const others = readQuiet(store).filter((one) => one !== id);
    const ids = isQuiet ? [...others, id] : others;
    store.files.replace(
      store.layout.quiet,
      ids.map((one) => `${one}\n`).join(""),
    );
    return ids;
  });
}

const isQuiet = (store: Store, id: string) => readQuiet(store).includes(id);

const isExpected = (error: unknown) =>
  error instanceof UserError || isSystemError(error);
