/** Say of a session that it is over, or that it goes on after all. */

import {
  isOpen,
  loadSessionState,
  saveSessionState,
  type SessionState,
} from "./session_state.ts";
import { statFile } from "../store/read_file.ts";
import {
  type Claim,
  ensureStore,
  type Store,
  withSessionLock,
} from "../store/store.ts";
import type { World } from "../base/world.ts";
import { noteOpenSession } from "./open_sessions.ts";

/** A session that had ended speaks again. */
export function reopenSession(
  store: Store,
  sessionId: string,
  claim: Claim,
): Promise<void> {
  return mark(store, sessionId, claim, ({ ended: _, ...open }) => open);
}

/**
 * A prompt shows that a session is at work, before anything of it is taken in:
 * a session beside it must not take it for work of the past, and one that was
 * thought dead goes on.
 */
export async function noteSpoken(
  store: Store,
  sessionId: string,
  claim: Claim,
): Promise<void> {
  if (!hasSpoken(store, sessionId)) {
    ensureStore(store);
    store.files.appendAtomically(store.layout.count(sessionId), "");
  }
  await reopenSession(store, sessionId, claim);
}

/** Whether one of the session's own events has been here. */
export function hasSpoken({ layout }: Store, sessionId: string): boolean {
  return statFile(layout.count(sessionId)) !== undefined;
}

/** A session is over and its transcript is gone: there is no more to take in. */
export function endSession(
  store: Store,
  world: World,
  sessionId: string,
  claim: Claim,
): Promise<void> {
  const ended = world.now().toISOString();
  return mark(store, sessionId, claim, (state) => ({ ended, ...state }));
}

async function mark(
  store: Store,
  sessionId: string,
  claim: Claim,
  change: (state: SessionState) => object,
): Promise<void> {
  const { layout, files } = store;
  const load = () => loadSessionState(layout, sessionId);
  const changed = (state: SessionState) => change(state) as SessionState;
  const seen = load();
  if (seen.state !== "ok") return;
  if (changed(seen.value).ended === seen.value.ended) return;
  await withSessionLock(store, sessionId, claim, async () => {
    const loaded = load();
    if (loaded.state !== "ok") return;
    const next = changed(loaded.value);
    saveSessionState(files, layout, sessionId, next);
    await noteOpenSession(store, sessionId, isOpen(next), claim);
  });
}
