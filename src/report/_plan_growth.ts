/** How memory.md grew and when it was archived, as points of a line. */

import type { Generation } from "./_report_data.ts";

export interface GrowthPoint {
  /** Local milliseconds. */
  readonly at: number;
  readonly tokens: number;
}

export interface RotationPoint extends GrowthPoint {
  readonly file: string;
}

export interface Growth {
  /** Each value applies until the next point. */
  readonly points: readonly GrowthPoint[];
  readonly rotations: readonly RotationPoint[];
}

/** The usual share of the true count in an estimate. */
const USUAL_SHARE = 0.75;
/** More points than pixels show nothing more. */
const MOST_POINTS = 1200;

export function planGrowth(
  generations: readonly Generation[],
  msOf: (iso: string | null) => number | undefined,
): Growth {
  const points: GrowthPoint[] = [];
  const rotations: RotationPoint[] = [];
  const otherwise = usualShare(generations);
  let now = -Infinity;
  for (const generation of generations) {
    const { sections, preambleTokens, rotatedAt, file } = generation;
    const share = shareOf(generation) ?? otherwise;
    let estimate = preambleTokens;
    const add = (at: number | undefined) => {
      // A section edited by hand may have any date; the line must go forward.
      now = Math.max(now, at ?? now);
      if (now === -Infinity) return;
      points.push({ at: now, tokens: Math.round(estimate * share) });
    };
    const carried = sections.filter(({ isCarried }) => isCarried);
    estimate += sum(carried);
    if (points.length > 0) add(undefined);
    for (const { at, tokens, isCarried } of sections) {
      if (isCarried) continue;
      estimate += tokens;
      add(msOf(at));
    }
    if (rotatedAt === null) continue;
    const at = Math.max(now, msOf(rotatedAt) ?? now);
    if (at === -Infinity) continue;
    now = at;
    rotations.push({ at, tokens: Math.round(estimate * share), file });
    points.push({ at, tokens: Math.round(estimate * share) });
  }
  return { points: thinOut(points), rotations };
}

const sum = (parts: readonly { readonly tokens: number }[]) =>
  parts.reduce((all, { tokens }) => all + tokens, 0);

/** The share of the true count in a generation's estimate. */
function shareOf(one: Generation): number | undefined {
  const estimate = one.preambleTokens + sum(one.sections);
  return one.tokens === null || estimate === 0
    ? undefined
    : one.tokens / estimate;
}

function usualShare(generations: readonly Generation[]): number {
  const known = generations.flatMap((one) => shareOf(one) ?? []);
  return known.length === 0
    ? USUAL_SHARE
    : known.reduce((all, share) => all + share, 0) / known.length;
}

/** The lowest and the highest point of each interval, in order, and the last. */
function thinOut(points: readonly GrowthPoint[]): GrowthPoint[] {
  if (points.length <= MOST_POINTS) return [...points];
  const stretch = Math.ceil(2 * points.length / MOST_POINTS);
  const kept: GrowthPoint[] = [];
  for (let from = 0; from < points.length; from += stretch) {
    const part = points.slice(from, from + stretch);
    const byHeight = part.toSorted((a, b) => a.tokens - b.tokens);
    const ends = [byHeight[0], byHeight.at(-1), points.at(-1)];
    kept.push(...part.filter((point) => ends.includes(point)));
  }
  return kept;
}
