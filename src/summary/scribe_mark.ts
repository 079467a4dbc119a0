/**
 * Whether a session's hooks module is at work: `.cache/scribe/<session id>`,
 * written whenever the module starts the program. While it is, the model of the
 * session is asked for nothing.
 */

import { isCount } from "../base/json_values.ts";
import { isObject } from "../base/json.ts";
import { readText, statFile } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";

export interface ScribeMark {
  /** Ends of turns since the module was last here. */
  readonly missed: number;
  /** When it last brought an answer or a failure. */
  readonly wroteAt?: string;
  /** How many completions in a row brought nothing. */
  readonly failures: number;
}

/**
 * The module comes at the end of every turn, after Stop. One that has missed
 * two ends is dead.
 */
const MOST_MISSED = 1;
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
  if (!isObject(raw) || !isCount(raw["missed"])) return undefined;
  const { missed, wroteAt, failures } = raw;
  return {
    missed,
    ...(isTime(wroteAt) ? { wroteAt } : {}),
    failures: isCount(failures) ? failures : 0,
  };
}

const isTime = (value: unknown): value is string =>
  typeof value === "string" && !Number.isNaN(Date.parse(value));

/** The module has been here. The store must exist: a mark does not make one. */
export function markScribe(
  store: Store,
  sessionId: string,
  change: Partial<ScribeMark> = {},
): ScribeMark {
  const known = readScribeMark(store, sessionId);
  const mark = { failures: 0, ...known, ...change, missed: 0 };
  writeMark(store, sessionId, mark);
  return mark;
}

/** A turn is over; the module is expected next. */
export function expectScribe(store: Store, sessionId: string): void {
  const known = readScribeMark(store, sessionId);
  if (known === undefined) return;
  writeMark(store, sessionId, { ...known, missed: known.missed + 1 });
}

function writeMark(
  { files, layout }: Store,
  sessionId: string,
  mark: ScribeMark,
): void {
  files.writeUnsynced(layout.scribe(sessionId), JSON.stringify(mark));
}

export function forgetScribe({ layout, files }: Store, sessionId: string) {
  if (statFile(layout.scribe(sessionId))) {
    files.remove(layout.scribe(sessionId));
  }
}

/** Whether this session's summaries are written without its model. */
export function isScribeAtWork(store: Store, sessionId: string): boolean {
  const mark = readScribeMark(store, sessionId);
  return mark !== undefined && mark.missed <= MOST_MISSED;
}
