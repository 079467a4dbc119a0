/**
 * At the end of a turn or a session, while nobody waits: bring the search
 * index up to date as far as the time goes. The next search does the rest.
 */

import { openSearchIndex } from "../store/open_search_index.ts";
import { type Store, storeExists } from "../store/store.ts";
import { Deadline } from "../timeout.ts";
import { updateSearchIndex } from "./update_search_index.ts";

const MOST_MS = 300;
/** How long a command waits for another process that writes. */
const PATIENT_MS = 10_000;
/** Opening alone takes some; with less time left it is not worth it. */
const LEAST_MS = 50;

export async function freshenSearchIndex(
  store: Store,
  who: string,
  remainingMs: number,
): Promise<void> {
  if (remainingMs < LEAST_MS || !storeExists(store)) return;
  const budget = new Deadline(Math.min(MOST_MS, remainingMs / 2));
  using index = await openSearchIndex(store, { who, waitMs: LEAST_MS });
  await updateSearchIndex(index, store.layout, { budget });
}

/** However long it takes; returns why it cannot be done, if so. */
export async function completeSearchIndex(
  store: Store,
  who: string,
  progress: (done: number, total: number) => void,
): Promise<string | undefined> {
  if (!storeExists(store)) return undefined;
  try {
    using index = await openSearchIndex(store, { who, waitMs: PATIENT_MS });
    const budget = new Deadline(Infinity);
    await updateSearchIndex(index, store.layout, { budget, progress });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
