/** The deltas that wait for a summary, whichever session they come from. */

import { isAlive, minutesSince, MOST_ASKS } from "./asking.ts";
import { readIndex } from "./memory_index.ts";
import { isSessionId } from "../store/layout.ts";
import {
  type Delta,
  loadSessionState,
  saveSessionState,
  sessionsCalled,
  type SessionState,
} from "./session_state.ts";
import type { Store } from "../store/store.ts";
import type { World } from "../base/world.ts";
import { countedAsks } from "./request_reached.ts";

const DAY_MINUTES = 24 * 60;

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
    // Not localeCompare: its first call takes longer than all else in a hook.
    a.delta.createdAt < b.delta.createdAt
      ? -1
      : a.delta.createdAt > b.delta.createdAt
      ? 1
      : a.delta.from - b.delta.from
  );
}

/** Sessions that are over, and each of whose deltas has waited long enough. */
export function findUnanswered(store: Store, world: World): string[] {
  const now = world.now();
  const isDone = (delta: Delta) =>
    (countedAsks(delta) >= MOST_ASKS && !hasLiveAgent(delta, now)) ||
    minutesSince(delta.createdAt, now) >
      store.config.digestAfterDays * DAY_MINUTES;
  const over = waitingDeltas(store)
    .filter(({ state }) => state.ended !== undefined);
  return [...new Set(over.map(({ sessionId }) => sessionId))].filter((id) =>
    over.every(({ sessionId, delta }) => sessionId !== id || isDone(delta))
  );
}

/** The session whose delta this is, by the delta's id. */
export function sessionOfDelta(
  { layout }: Store,
  deltaId: string,
): string | undefined {
  const short = deltaId.slice(0, deltaId.lastIndexOf("-"));
  return sessionsCalled(layout, short)[0];
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
