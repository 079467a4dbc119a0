/** From the documents that a prompt recalls to what is told of them. */

import type { Recollection } from "./recall_for_prompt.ts";
import { cutPassage } from "./_passage.ts";
import type { Ranked } from "./rank/rank.ts";
import type { Probe } from "./rank/tally.ts";
import type { SearchIndex } from "./index/search_index.ts";
import type { Store } from "../store/store.ts";
import { HitReader, weightsOf } from "./_read_hits.ts";

const PASSAGE_CHARS = 500;

export async function readPassages(
  store: Store,
  index: SearchIndex,
  probes: readonly Probe[],
  chosen: readonly Ranked[],
): Promise<Recollection[]> {
  const reader = new HitReader(store, index);
  const weights = weightsOf(probes, chosen[0]?.rarity ?? []);
  const passages: Recollection[] = [];
  for (const { doc } of chosen) {
    const read = await reader.read(doc);
    const text = read && cutPassage(read.document.text, weights, PASSAGE_CHARS);
    if (!read || !text) continue;
    const { source, facts, session } = read;
    const at = facts.ts ?? source.firstTs ?? "";
    passages.push({
      text,
      date: at.slice(0, 10),
      at,
      source: `${source.path}#${facts.key}`,
      ...(session ? { session } : {}),
    });
  }
  return passages;
}
