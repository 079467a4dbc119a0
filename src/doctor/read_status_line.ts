/** Runs several times a minute, so it reads three files and one folder. */

import { periodAt, periodsOf } from "../base/off_period.ts";
import { loadOff } from "../store/off.ts";
import { isSessionId } from "../store/layout.ts";
import { readIndex } from "../session/memory_index.ts";
import { namesIn, statFile } from "../store/read_file.ts";
import { readStates } from "../session/session_state.ts";
import { type Store, storeExists } from "../store/store.ts";
import { readMemoryFill } from "../memory/memory_fill.ts";

export interface StatusLine {
  readonly exists: boolean;
  readonly isOff: boolean;
  readonly sessions: number;
  readonly fullPercent: number;
  readonly waiting: number;
  /** When this session was last saved; without one, when memory.md was. */
  readonly lastSave: string | null;
  /** Whether an event of this session has come; null without a session. */
  readonly isHeard: boolean | null;
}

export function readStatusLine(
  store: Store,
  sessionId: string | undefined,
  now: Date,
): StatusLine {
  const { layout } = store;
  const index = readIndex(layout);
  const { tokens, rotateAtTokens } = readMemoryFill(store, index);
  const known = isSessionId(sessionId) ? sessionId : undefined;
  const state = known && statFile(layout.state(known));
  const saved = (state || statFile(layout.memory))?.mtime;
  return {
    exists: storeExists(store),
    isOff: isOff(store, known, now),
    sessions: countLogs(layout.sessions),
    fullPercent: Math.round(100 * tokens / rotateAtTokens),
    waiting: readStates(layout, index.pending)
      .reduce((sum, { state }) => sum + state.deltas.length, 0),
    lastSave: saved?.toISOString() ?? null,
    isHeard: known === undefined
      ? null
      : (state || statFile(layout.count(known))) !== undefined,
  };
}

function isOff(
  { layout, project }: Store,
  sessionId: string | undefined,
  now: Date,
): boolean {
  const periods = periodsOf(loadOff(layout), sessionId);
  return project.unreadForgotten !== undefined ||
    periodAt(periods, now.getTime()) !== undefined;
}

function countLogs(dir: string): number {
  let count = 0;
  for (const name of namesIn(dir)) {
    if (/\.l1\.jsonl(?:\.gz)?$/.test(name)) count++;
  }
  return count;
}
