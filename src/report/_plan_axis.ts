/** The axes of the charts: round numbers, first days, buckets. */

import { DAY_MS } from "../base/durations.ts";
import { isoDay, monthName, shortDay } from "./_local_time.ts";

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

export interface Tick {
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
