/** When something was, as people say it, by their own clock. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from "../base/durations.ts";
import { type Here, localStamp } from "../base/local_stamp.ts";

const LONG_AGO_DAYS = 60;

/** "just now", "3 min ago", "2 h ago", "2 days ago", or a date. */
export function timeAgo(then: Date, here: Here): string {
  const age = here.now.getTime() - then.getTime();
  // In the future: the clock was set back, or the file is from another machine.
  if (age < -MINUTE_MS) return `at ${localMinute(then, here)}`;
  if (age < MINUTE_MS) return "just now";
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min ago`;
  if (age < DAY_MS) return `${Math.floor(age / HOUR_MS)} h ago`;
  const days = Math.floor(age / DAY_MS);
  if (days < LONG_AGO_DAYS) return `${days} day${days === 1 ? "" : "s"} ago`;
  return `on ${localMinute(then, here).slice(0, 10)}`;
}

/** For lists: how long ago within a day, else `2026-02-01 18:27`. */
export function localTime(ts: string, here: Here): string {
  const at = new Date(ts);
  // A fact has a day and no time.
  if (Number.isNaN(at.getTime()) || /^\d{4}-\d\d-\d\d$/.test(ts)) return ts;
  const age = here.now.getTime() - at.getTime();
  return age > -MINUTE_MS && age < DAY_MS
    ? timeAgo(at, here)
    : localMinute(at, here);
}

function localMinute(at: Date, { offsetAt, offsetMinutes }: Here): string {
  return localStamp(at, offsetAt?.(at) ?? offsetMinutes).slice(0, 16);
}

/** The short form: "now", "3m", "2d". */
export function shortAge(then: Date, now: Date): string {
  const age = Math.max(0, now.getTime() - then.getTime());
  if (age < MINUTE_MS) return "now";
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)}m`;
  if (age < DAY_MS) return `${Math.floor(age / HOUR_MS)}h`;
  return `${Math.floor(age / DAY_MS)}d`;
}
