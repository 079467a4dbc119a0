/**
 * The list of sessions that are not over, so that the next session finds those
 * that died without looking at all that ever were. It is an index of the state
 * files: where it looks wrong, it is rebuilt from them.
 */

import {
  digestOfList,
  type MemoryIndex,
  openSessions,
  readOpenNote,
  writeOpenNote,
} from "./memory_index.ts";
import { isSessionId, shortNames } from "../store/layout.ts";
import { Snapshot } from "./snapshot.ts";
import { namesIn } from "../store/read_file.ts";
import {
  type Claim,
  type Store,
  storeExists,
  withStoreLock,
} from "../store/store.ts";

/** Put a session on the list, or take it off. Its lock is held. */
export async function noteOpenSession(
  snapshot: Snapshot,
  sessionId: string,
  isOpen: boolean,
  claim: Claim,
): Promise<void> {
  await snapshot.changeIndex(claim, (index) => {
    const others = index.pending.filter((id) => id !== sessionId);
    return { ...index, pending: isOpen ? [...others, sessionId] : others };
  });
}

/** Open sessions that the list lacks. Every state is read. */
export function unlistedSessions(
  { layout }: Store,
  { pending }: Pick<MemoryIndex, "pending">,
): string[] {
  return openSessions(layout).filter((id) => !pending.includes(id));
}

/** Delta files whose session is not on the list: mostly none. */
function looseDeltas({ layout }: Store, pending: readonly string[]): string[] {
  const shorts = new Set(pending.filter(isSessionId).flatMap(shortNames));
  return [...namesIn(layout.delta(""))].filter((name) => {
    const short = /^(.+)-\d+\.txt$/.exec(name)?.[1];
    return short !== undefined && !shorts.has(short);
  });
}

/**
 * Put back what is missing from a list that looks wrong: it is not the one we
 * wrote, or a delta waits whose session is not on it.
 */
export async function relistSessions(snapshot: Snapshot, claim: Claim) {
  const { store, index: { pending } } = snapshot;
  const { list, loose } = readOpenNote(store.layout);
  const isRight = list === digestOfList(pending) &&
    looseDeltas(store, pending).every((name) => loose.includes(name));
  if (isRight || !storeExists(store)) return;
  await addUnlisted(store, claim, snapshot);
}

export async function addUnlisted(
  store: Store,
  claim: Claim,
  snapshot = new Snapshot(store),
): Promise<void> {
  const { layout, files } = store;
  await withStoreLock(store, claim, () => {
    const { pending } = snapshot.updateIndex((index) => {
      const missing = unlistedSessions(store, index);
      if (missing.length === 0) return index;
      return { ...index, pending: [...index.pending, ...missing] };
    });
    writeOpenNote(files, layout, pending, looseDeltas(store, pending));
  });
}
