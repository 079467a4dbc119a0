/**
 * Hits in files that git tracks: others may have written them. A team's items
 * say themselves who wrote them.
 */

import type { Store } from "../store/store.ts";
import { readTracked } from "../store/tracked_files.ts";
import type { Found } from "./search_request.ts";

export function markTracked(store: Store, found: Found): Found {
  const isMarked = trackedBy(store);
  const hits = found.hits.map((hit) =>
    isMarked(hit) ? { ...hit, isTracked: true } : hit
  );
  return { ...found, hits };
}

/** Whether git tracks the file that something was found in. */
export function trackedBy(store: Store) {
  const tracked = readTracked(store.layout.dir);
  return (
    { file, layer }: { readonly file: string; readonly layer?: string },
  ) => layer !== "team" && tracked.has(file);
}
