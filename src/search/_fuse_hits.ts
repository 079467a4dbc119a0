/** The hits of several wordings of one question, as one list. */

import type { Found, Hit } from "./search_request.ts";

/** The first places of a list differ less than by their number. */
const EVEN = 10;
/** How much another wording counts against the question itself. */
const OTHER_WORDING = 0.3;

/** By rank alone: scores of different questions say nothing to each other. */
export function fuseHits(found: readonly Found[], limit: number): Found {
  const fused = new Map<string, { hit: Hit; score: number }>();
  found.forEach(({ hits }, wording) => {
    hits.forEach((hit, rank) => {
      const key = hit.session ?? hit.id;
      const score = (wording === 0 ? 1 : OTHER_WORDING) / (EVEN + rank);
      const known = fused.get(key);
      if (known) known.score += score;
      else fused.set(key, { hit, score });
    });
  });
  const ranked = [...fused.values()].toSorted((a, b) => b.score - a.score);
  return {
    hits: ranked.slice(0, limit)
      .map(({ hit, score }) => ({ ...hit, score: EVEN * score })),
    total: Math.max(ranked.length, ...found.map(({ total }) => total)),
    deep: found.some(({ deep }) => deep),
    notes: [...new Set(found.flatMap(({ notes }) => notes))],
  };
}
