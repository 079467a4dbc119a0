/** Events that say of a session that it is over, or that it goes on. */

import { applyActions, phase, type SessionEvent, transition } from "./phase.ts";
import { loadSessionState, type SessionState } from "./session_state.ts";
import { withSession } from "./session.ts";
import { statFile } from "../store/read_file.ts";
import { type Claim, ensureStore, type Store } from "../store/store.ts";
import type { World } from "../base/world.ts";

/** A session that had ended speaks again. */
export function reopenSession(
  store: Store,
  world: World,
  sessionId: string,
  claim: Claim,
): Promise<SessionState | undefined> {
  return mark(store, world, sessionId, "start", claim);
}

/**
 * A prompt shows that a session is at work, before anything of it is ingested:
 * another session must not take it for work of the past, and one that was
 * thought dead goes on.
 */
export function noteSpoken(
  store: Store,
  world: World,
  sessionId: string,
  claim: Claim,
): Promise<SessionState | undefined> {
  return mark(store, world, sessionId, "prompt", claim);
}

/** Whether one of the session's own events has been here. */
export function hasSpoken({ layout }: Store, sessionId: string): boolean {
  return statFile(layout.count(sessionId)) !== undefined;
}

/** A session is over and its transcript is gone: there is no more to ingest. */
export async function endSession(
  store: Store,
  world: World,
  sessionId: string,
  claim: Claim,
): Promise<void> {
  await mark(store, world, sessionId, "gone", claim);
}

/** Returns its state as it is then. The lock is taken only for a change. */
async function mark(
  store: Store,
  world: World,
  sessionId: string,
  event: SessionEvent,
  claim: Claim,
): Promise<SessionState | undefined> {
  const loaded = loadSessionState(store.layout, sessionId);
  const seen = loaded.state === "ok" ? loaded.value : undefined;
  const plan = (state: SessionState | undefined) =>
    transition(phase(state), event, {
      hasSpoken: event === "prompt" && hasSpoken(store, sessionId),
    }).actions;
  const actions = plan(seen);
  if (actions.includes("mark")) {
    ensureStore(store);
    store.files.appendAtomically(store.layout.count(sessionId), "");
  }
  if (seen === undefined || actions.every((action) => action === "mark")) {
    return seen;
  }
  return await withSession(store, sessionId, claim, (session) => {
    const { state } = session;
    if (state === undefined) return undefined;
    const now = world.now().toISOString();
    session.change(applyActions(state, plan(state), now));
    return session.state;
  });
}
