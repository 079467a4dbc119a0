/**
 * Whether a session's hooks module is at work: `.cache/scribe/<session id>`,
 * written whenever the module starts the program. While it is, the model of the
 * session is asked for nothing.
 */

import { isObject } from "../base/json.ts";
import { readText, statFile } from "../store/read_file.ts";
import { Snapshot } from "../session/snapshot.ts";
import type { Store } from "../store/store.ts";
import type { World } from "../base/world.ts";

export interface ScribeMark {
  /** When the module last started the program. */
  readonly seenAt: string;
  /** When it last brought an answer or a failure. */
  readonly wroteAt?: string;
  /** How many completions in a row brought nothing. */
  readonly failures: number;
}

/** As long as a claim holds: a completion may be on its way. */
const ALIVE_MS = 15 * 60_000;
/** Stop is handled before the module hears of the end of the turn. */
const SLACK_MS = 60_000;
const MAX_BYTES = 10_000;

export function readScribeMark(
  { layout }: Store,
  sessionId: string,
): ScribeMark | undefined {
  let raw: unknown;
  try {
    raw = JSON.parse(readText(layout.scribe(sessionId), MAX_BYTES) ?? "null");
  } catch {
    return undefined; // damaged or unreadable: as if the module had not come
  }
  if (!isObject(raw) || !isTime(raw["seenAt"])) return undefined;
  const { seenAt, wroteAt, failures } = raw;
  return {
    seenAt,
    ...(isTime(wroteAt) ? { wroteAt } : {}),
    failures: Number.isInteger(failures) ? failures as number : 0,
  };
}

const isTime = (value: unknown): value is string =>
  typeof value === "string" && !Number.isNaN(Date.parse(value));

/** The module has been here. The store must exist: a mark does not make one. */
export function markScribe(
  store: Store,
  world: World,
  sessionId: string,
  change: Partial<ScribeMark> = {},
): ScribeMark {
  const known = readScribeMark(store, sessionId);
  const seenAt = world.now().toISOString();
  const mark = { failures: 0, ...known, ...change, seenAt };
  store.files.writeUnsynced(
    store.layout.scribe(sessionId),
    JSON.stringify(mark),
  );
  return mark;
}

/** The session is over. */
export function forgetScribe(
  { layout, files }: Store,
  sessionId: string,
): void {
  if (statFile(layout.scribe(sessionId))) {
    files.remove(layout.scribe(sessionId));
  }
}

/** Whether this session's summaries are written without its model. */
export function isScribeAtWork(
  store: Store,
  world: World,
  sessionId: string,
  snapshot = new Snapshot(store),
): boolean {
  const mark = readScribeMark(store, sessionId);
  if (mark === undefined) return false;
  const seenAt = snapshot.state(sessionId)?.seenAt ?? null;
  return isScribeAlive(mark, seenAt, world.now());
}

/**
 * The module comes at the end of every turn. One that did not come after the
 * last answer was taken in is given a quarter of an hour, then it is dead.
 */
export function isScribeAlive(
  mark: ScribeMark | undefined,
  lastIngestedAt: string | null,
  now: Date,
): boolean {
  if (mark === undefined) return false;
  const seenMs = Date.parse(mark.seenAt);
  const lastMs = Date.parse(lastIngestedAt ?? "");
  const isCurrent = Number.isNaN(lastMs) || seenMs >= lastMs - SLACK_MS;
  return isCurrent || Math.abs(now.getTime() - seenMs) < ALIVE_MS;
}
