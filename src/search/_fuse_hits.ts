/** The hits of several wordings of one question, as one list. */

import type { Found, Hit } from "./search_request.ts";

/** The first places of a list differ less than by their number. */
const EVEN = 10;
/** How much another wording counts against the question itself. */
const OTHER_WORDING = 0.3;

const keyOf = ({ session, id }: Hit) => session ?? id;

/** By rank alone: scores of different questions say nothing to each other. */
export function fuseHits(found: readonly Found[], limit: number): Found {
  const fused = new Map<string, { hit: Hit; score: number }>();
  found.forEach(({ hits }, wording) => {
    hits.forEach((hit, rank) => {
      const key = keyOf(hit);
      const score = (wording === 0 ? 1 : OTHER_WORDING) / (EVEN + rank);
      const known = fused.get(key);
      if (known) known.score += score;
      else fused.set(key, { hit, score });
    });
  });
  const ranked = [...fused.values()].toSorted((a, b) => b.score - a.score);
  return {
    hits: withBestOfEach(ranked, found, limit)
      .map(({ hit, score }) => ({ ...hit, score: EVEN * score })),
    total: Math.max(ranked.length, ...found.map(({ total }) => total)),
    deep: found.some(({ deep }) => deep),
    notes: [...new Set(found.flatMap(({ notes }) => notes))],
  };
}

interface Ranked {
  readonly hit: Hit;
  readonly score: number;
}

/**
 * The first ones, but no wording was asked for nothing: its best hit takes the
 * place of one that would be last.
 */
function withBestOfEach(
  ranked: readonly Ranked[],
  found: readonly Found[],
  limit: number,
): readonly Ranked[] {
  const best = new Set(
    found.flatMap(({ hits: [hit] }) => hit ? keyOf(hit) : []),
  );
  const isBest = ({ hit }: Ranked) => best.has(keyOf(hit));
  const others = Math.max(0, limit - ranked.filter(isBest).length);
  const kept = new Set(ranked.filter((one) => !isBest(one)).slice(0, others));
  return ranked.filter((one) => isBest(one) || kept.has(one)).slice(0, limit);
}
