/** Hits that may be outdated say so and come after the others. */

import { baseName } from "../base/path_text.ts";
import type { World } from "../base/world.ts";
import type { Store } from "../store/store.ts";
import type { Found } from "./search_request.ts";

export async function markOutdated(
  store: Store,
  world: World,
  found: Found,
): Promise<Found> {
  const own = baseName(store.layout.facts);
  const ids = new Set(
    found.hits.filter(({ file }) => file === own).map(({ entry }) => entry),
  );
  if (ids.size === 0) return found;
  const [{ readFacts }, { allItems, readDoubts }] = await Promise.all([
    import("../knowledge/knowledge_files.ts"),
    import("../knowledge/read_doubts.ts"),
  ]);
  const items = allItems(readFacts(store.layout))
    .filter(({ id }) => ids.has(String(id)));
  const doubts = readDoubts(store, world, items);
  if (doubts.size === 0) return found;
  const hits = found.hits.map((hit) => {
    const doubt = hit.file === own && doubts.get(String(hit.entry));
    return doubt ? { ...hit, doubt } : hit;
  });
  const isDoubtful = (hit: object) => "doubt" in hit;
  return {
    ...found,
    hits: [
      ...hits.filter((hit) => !isDoubtful(hit)),
      ...hits.filter(isDoubtful),
    ],
  };
}
