/**
 * At the end of a turn or a session, while nobody waits: bring the search
 * index up to date as far as the time goes. The next search does the rest.
 */

import {
  isDamage,
  openSearchIndex,
  removeSearchIndex,
} from "../store/open_search_index.ts";
import { type Store, storeExists, withStoreLock } from "../store/store.ts";
import { Deadline } from "../timeout.ts";
import { updateSearchIndex } from "./update_search_index.ts";

const MOST_MS = 300;
/** Opening alone takes some; with less time left it is not worth it. */
const LEAST_MS = 50;

export async function freshenSearchIndex(
  store: Store,
  who: string,
  remainingMs: number,
): Promise<void> {
  if (remainingMs < LEAST_MS || !storeExists(store)) return;
  const budget = new Deadline(Math.min(MOST_MS, remainingMs / 2));
  const claim = { who, waitMs: LEAST_MS };
  try {
    using index = await openSearchIndex(store, claim);
    await updateSearchIndex(index, store.layout, { budget });
  } catch (error) {
    if (!isDamage(error)) throw error;
    // It is derived: the next end of a turn, or the next search, makes it anew.
    await withStoreLock(store, claim, () => removeSearchIndex(store));
  }
}
