/**
 * The index's list of sessions that are not over, so that the next session
 * finds those that died without looking at all that ever were.
 */

import { loadIndex, updateIndex } from "./memory_index.ts";
import { type Claim, type Store, withStoreLock } from "../store/store.ts";

/** Null where there is no list that can be read. */
export function isListedOpen(
  { layout }: Store,
  sessionId: string,
): boolean | null {
  const loaded = loadIndex(layout);
  return loaded.state === "ok"
    ? loaded.value.pending.includes(sessionId)
    : null;
}

/** Put a session on the list, or take it off. Its lock is held. */
export async function noteOpenSession(
  store: Store,
  sessionId: string,
  isOpen: boolean,
  claim: Claim,
): Promise<void> {
  const { layout, files } = store;
  await withStoreLock(store, claim, () => {
    updateIndex(files, layout, (index) => {
      const others = index.pending.filter((id) => id !== sessionId);
      return { ...index, pending: isOpen ? [...others, sessionId] : others };
    });
  });
}
