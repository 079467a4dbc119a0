/** How memory.md grew, as points of a line, and the axes of the charts. */

import { DAY_MS } from "../base/durations.ts";
import { isoDay, monthName, shortDay } from "./_local_time.ts";
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

/** Local milliseconds. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

export type Bucket = "day" | "week" | "month";

/** More bars would be too thin. */
const MOST_BARS = 62;

export interface TimeAxis extends TimeSpan {
  readonly bucket: Bucket;
}

/** An axis of whole buckets around all moments; undefined without moments. */
export function planTimeAxis(moments: readonly number[]): TimeAxis | undefined {
  if (moments.length === 0) return undefined;
  const first = moments.reduce((a, b) => Math.min(a, b));
  const last = moments.reduce((a, b) => Math.max(a, b));
  const days = (last - first) / DAY_MS;
  const bucket = days < MOST_BARS
    ? "day"
    : days < MOST_BARS * 7
    ? "week"
    : "month";
  const from = bucketStart(first, bucket);
  return { from, to: bucketEnd(bucketStart(last, bucket), bucket), bucket };
}

export function bucketStart(ms: number, bucket: Bucket): number {
  const day = Math.floor(ms / DAY_MS) * DAY_MS;
  if (bucket === "day") return day;
  const date = new Date(day);
  if (bucket === "week") return day - ((date.getUTCDay() + 6) % 7) * DAY_MS;
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

export function bucketEnd(start: number, bucket: Bucket): number {
  if (bucket !== "month") return start + (bucket === "day" ? 1 : 7) * DAY_MS;
  return addMonths(start, 1);
}

function addMonths(start: number, months: number): number {
  const date = new Date(start);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
}

interface Tick {
  readonly at: number;
  readonly label: string;
}

const MOST_TICKS = 5;

/** First days of days, weeks, months or years, a handful of them. */
export function timeTicks({ from, to }: TimeSpan): Tick[] {
  for (const days of [1, 2, 7, 14]) {
    if ((to - from) / DAY_MS / days > MOST_TICKS) continue;
    const ticks: Tick[] = [];
    for (let at = from; at < to; at += days * DAY_MS) {
      ticks.push({ at, label: shortDay(isoDay(at)) });
    }
    return ticks;
  }
  return monthTicks({ from, to });
}

function monthTicks({ from, to }: TimeSpan): Tick[] {
  for (const months of [1, 2, 3, 6, 12, 24, 60, 120, 1200]) {
    const ticks: Tick[] = [];
    const begun = new Date(from);
    const count = begun.getUTCFullYear() * 12 + begun.getUTCMonth();
    // Not from year 0, which Date.UTC takes for 1900.
    let at = Date.UTC(2000, count - count % months - 2000 * 12, 1);
    for (; at < to; at = addMonths(at, months)) {
      // The year is shown once, and when it changes.
      const [name = "", year] = monthName(isoDay(at)).split(" ");
      const isNew = ticks.length === 0 || months >= 12 || name === "January";
      const label = name.slice(0, 3) + (isNew ? ` ${year}` : "");
      if (at >= from) ticks.push({ at, label });
    }
    if (ticks.length <= MOST_TICKS) return ticks;
  }
  return [];
}

/** Round numbers above 0, up to a maximum, at most four. */
export function countTicks(max: number): number[] {
  if (!(max > 0)) return [];
  const magnitude = 10 ** Math.floor(Math.log10(max));
  const step = [0.1, 0.2, 0.25, 0.5, 1, 2, 2.5, 5].map((n) => n * magnitude)
    .find((one) => one >= 1 && max / one < 4.5) ?? magnitude;
  const whole = Math.max(1, Math.round(step));
  return Array.from(
    { length: Math.floor(max / whole) },
    (_, i) => (i + 1) * whole,
  ).slice(0, 4);
}
