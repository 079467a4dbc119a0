/** The deltas that wait for a summary, whichever session they come from. */

import { isAlive } from "../memory/asking.ts";
import { readIndex } from "../store/memory_index.ts";
import { isSessionId, shortId } from "../store/layout.ts";
import {
  type Delta,
  listSessionIds,
  loadSessionState,
  saveSessionState,
  type SessionState,
} from "../store/session_state.ts";
import type { Store } from "../store/store.ts";

export interface Waiting {
  readonly sessionId: string;
  readonly state: SessionState;
  readonly delta: Delta;
}

/** All that wait, oldest first. */
export function waitingDeltas({ layout }: Store): Waiting[] {
  return readIndex(layout).pending.filter(isSessionId).flatMap((sessionId) => {
    const loaded = loadSessionState(layout, sessionId);
    if (loaded.state !== "ok") return [];
    const state = loaded.value;
    return state.deltas.map((delta) => ({ sessionId, state, delta }));
  }).sort((a, b) =>
    a.delta.createdAt.localeCompare(b.delta.createdAt) ||
    a.delta.from - b.delta.from
  );
}

/** The session whose delta this is, by the delta's id. */
export function sessionOfDelta(
  { layout }: Store,
  deltaId: string,
): string | undefined {
  const short = deltaId.slice(0, deltaId.lastIndexOf("-"));
  return listSessionIds(layout).find((id) =>
    isSessionId(id) && shortId(id) === short
  );
}

export function hasLiveAgent({ agent }: Delta, now: Date): boolean {
  return isAlive(agent, now);
}

/** Change one waiting delta. The caller holds the session's lock. */
export function changeDelta(
  { layout, files }: Store,
  sessionId: string,
  deltaId: string,
  change: (delta: Delta) => Delta,
): void {
  const loaded = loadSessionState(layout, sessionId);
  if (loaded.state !== "ok") return;
  const deltas = loaded.value.deltas.map((delta) =>
    delta.id === deltaId ? change(delta) : delta
  );
  saveSessionState(files, layout, sessionId, { ...loaded.value, deltas });
}
