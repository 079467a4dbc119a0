/** Events that say of a session that it is over, or that it goes on. */

import { applyActions, phase, type SessionEvent, transition } from "./phase.ts";
import type { SessionState } from "./session_state.ts";
import { Snapshot } from "./snapshot.ts";
import { withSession } from "./session.ts";
import { statFile } from "../store/read_file.ts";
import { type Claim, ensureStore, type Store } from "../store/store.ts";
import type { World } from "../base/world.ts";

/** Whether one of the session's own events has been here. */
export function hasSpoken({ layout }: Store, sessionId: string): boolean {
  return statFile(layout.count(sessionId)) !== undefined;
}

/** A session that had ended speaks again. */
export const reopenSession = markAt("start");

/**
 * A prompt shows that a session is at work, before anything of it is ingested:
 * another session must not take it for work of the past, and one that was
 * thought dead goes on.
 */
export const noteSpoken = markAt("prompt");

/** A session is over and its transcript is gone: there is no more to ingest. */
export const endSession = (
  store: Store,
  world: World,
  sessionId: string,
  claim: Claim,
) => markAt("gone")(new Snapshot(store), world, sessionId, claim);

/** The lock is taken only for a change. */
function markAt(event: SessionEvent) {
  return async (
    snapshot: Snapshot,
    world: World,
    sessionId: string,
    claim: Claim,
  ): Promise<void> => {
    const { store } = snapshot;
    const seen = snapshot.state(sessionId);
    const plan = (state: SessionState | undefined) =>
      transition(phase(state), event, {
        hasSpoken: event === "prompt" && hasSpoken(store, sessionId),
      }).actions;
    const actions = plan(seen);
    if (actions.includes("mark")) {
      ensureStore(store);
      store.files.appendAtomically(store.layout.count(sessionId), "");
    }
    const isMarkOnly = actions.every((action) => action === "mark");
    if (seen === undefined || isMarkOnly) return;
    await withSession(store, sessionId, claim, (session) => {
      const { state } = session;
      if (state === undefined) return;
      const now = world.now().toISOString();
      session.change(applyActions(state, plan(state), now));
    }, snapshot);
  };
}
