/** Times, sizes, paths and lists as people read them. */

import { WINDOWS } from "../base/path_text.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../base/durations.ts";
import { type Here, localStamp } from "../base/local_stamp.ts";

export { formatCount, plural } from "../base/format_count.ts";

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

/** A number of bytes as people read it: "1.2 MB". */
export function formatBytes(bytes: number): string {
  const units = ["bytes", "KB", "MB", "GB"];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}

/** "$1.23"; what is less than a cent says so. */
export function formatDollars(dollars: number): string {
  if (dollars === 0) return "$0";
  return dollars < 0.01 ? "<$0.01" : `$${dollars.toFixed(2)}`;
}

/** `~/notes` for a path below the home folder, alone or in a sentence. */
export function withTilde(
  text: string,
  home: string | undefined,
  windows = WINDOWS,
): string {
  if (home === undefined || home.length < 2) return text;
  const folder = home.replace(/[\\/]+$/, "");
  if (!windows) return text.replaceAll(`${folder}/`, "~/");
  const anyCase = folder.split(/[\\/]+/).map(literal).join("[\\\\/]+");
  return text.replace(new RegExp(`${anyCase}([\\\\/])`, "gi"), "~$1");
}

const literal = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "\\$&");

/** Parts of a text, mostly its lines; false, null and undefined are none. */
export type TextParts = readonly (
  | string
  | false
  | null
  | undefined
  | TextParts
)[];

export function joinText(parts: string | TextParts, between = "\n"): string {
  return listParts(parts).join(between);
}

export function listParts(parts: TextParts[number]): string[] {
  if (typeof parts === "string") return [parts];
  return parts ? parts.flatMap(listParts) : [];
}
