/**
 * The index's list of sessions that are not over, so that the next session
 * finds those that died without looking at all that ever were.
 */

import { loadIndex, updateIndex } from "./memory_index.ts";
import { type Claim, type Store, withStoreLock } from "../store/store.ts";

export async function noteOpenSession(
  store: Store,
  sessionId: string,
  isOpen: boolean,
  claim: Claim,
): Promise<void> {
  const { layout, files } = store;
  const loaded = loadIndex(layout);
  const known = loaded.state === "ok" &&
    loaded.value.pending.includes(sessionId);
  // A missing index is written: rebuilding it for every reader costs more.
  if (loaded.state === "ok" && known === isOpen) return;
  await withStoreLock(store, claim, () => {
    updateIndex(files, layout, (index) => {
      const others = index.pending.filter((id) => id !== sessionId);
      return { ...index, pending: isOpen ? [...others, sessionId] : others };
    });
  });
}
