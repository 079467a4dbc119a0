/**
 * A session says once that there is data of an earlier tool. It costs reading
 * the index and two stats; after that the index notes that it was said.
 */

import { olderNote, withOlderNote } from "../session/memory_index.ts";
import type { Snapshot } from "../session/snapshot.ts";
import { findOlderMarks } from "./_older_marks.ts";
import {
  type Claim,
  ensureStore,
  type Store,
  withStoreLock,
} from "../store/store.ts";
import type { World } from "../base/world.ts";

/** The line, the first time there is something to say. */
export async function mentionOlder(
  store: Store,
  world: World,
  claim: Claim,
  snapshot: Snapshot,
): Promise<string | undefined> {
  const { index } = snapshot;
  const { toldAt, migratedAt } = olderNote(index);
  if (toldAt !== undefined || migratedAt !== undefined) return undefined;
  const { inPlace, home } = findOlderMarks(store, world, index);
  if (!inPlace && home === undefined) return undefined;
  ensureStore(store);
  await withStoreLock(store, claim, () => {
    snapshot.updateIndex((now) =>
      withOlderNote(now, { toldAt: world.now().toISOString() })
    );
  });
  return inPlace
    ? "An earlier tool's memory is in use here as it is; " +
      '"memory-keeper migrate legacy" shows what it would tidy up'
    : "An earlier tool kept memory for a project of this name; " +
      '"memory-keeper migrate legacy" shows how to bring it in';
}
