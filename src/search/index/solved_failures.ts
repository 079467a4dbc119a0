/** What the index knows of an error; where there is a list, it is not needed. */

import { textDigest } from "../../base/text_digest.ts";
import type { Store } from "../../store/store.ts";
import { isDamage, openExistingIndex } from "./open_search_index.ts";
import type { SolvedFailure } from "./search_index.ts";

export async function solvedFailures(
  store: Store,
  error: string,
  waitMs: number,
): Promise<SolvedFailure[]> {
  try {
    using index = await openExistingIndex(store, waitMs);
    return index?.solved(textDigest(error)) ?? [];
  } catch (error) {
    // A damaged index is rebuilt when the turn is over.
    if (isDamage(error)) return [];
    throw error;
  }
}
