/**
 * What a session was given at a moment: ids, no words, in a small file of the
 * session. It may be lost, and then something may come twice.
 */

import { isSystemError, UserError } from "../base/errors.ts";
import { isObject } from "../base/json.ts";
import { readText, statFile } from "../store/read_file.ts";
import { readQuiet } from "../store/quiet_list.ts";
import { type Store, storeExists } from "../store/store.ts";
import type { World } from "../base/world.ts";
import { type GivenMoment, mayGive, type Moment } from "./moment_budget.ts";

const MAX_BYTES = 64 * 1024;

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
    !Number.isNaN(Date.parse(at)) &&
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
