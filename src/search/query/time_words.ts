/**
 * Words that name a time: "last week", "in March", "on 2026-02-01", "지난주".
 * Days are days where the user is, not in Greenwich.
 */

import { DAY_MS } from "../../base/durations.ts";
import type { Here } from "../../base/local_stamp.ts";

/** In lower case, as `MONTHS[0]` is january. */
export const MONTHS =
  "january february march april may june july august september october november december"
    .split(" ");
export const MONTH_NAME = MONTHS.map((name) => `${name}|${name.slice(0, 3)}`)
  .join("|")
  .replace("may|may", "may");

/** Days before today, first and last, for words that mean a stretch. */
const STRETCHES: readonly (readonly [RegExp, number, number])[] = [
  [/\btoday\b|오늘|今日|今天/iu, 0, 0],
  [/\byesterday\b|어제|昨日|昨天/iu, 1, 1],
  [/그저께|그제|엊그제|一昨日|おととい|前天/u, 2, 2],
  [/\bthis week\b|이번 ?주|今週|[这這本][周週]|[这這]个?星期/iu, 0, 6],
  [/\blast week\b|(?:지난|저번) ?주|先週|上[周週]|上[个個]?星期/iu, 3, 14],
  [/\bthis month\b|이번 ?달|今月|[这這][个個]月|本月/iu, 0, 31],
  [/\blast month\b|(?:지난|저번) ?달|先月|上[个個]月/iu, 14, 62],
  [/\blast year\b|작년|昨年|去年/iu, 180, 730],
];

const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^(?:day|일|日|天)/i, 1],
  [/^(?:week|주|週|周|个?星期)/i, 7],
  [/./, 30],
];
const COUNTS: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  두: 2,
  세: 3,
  二: 2,
  两: 2,
  三: 3,
};
const AGO =
  /\b(\d{1,3}|an?|two|three)\s+(day|week|month)s?\s+ago\b|(\d{1,3}|한|두|세|[一二两三])\s*(일|주일?|달|개월|日|週間|[かヶ]月|天|周|个星期|个月)\s*[전前]/iu;

/** A day, a month, a weekday or a stretch that a question names. */
export const readTimeWords = (text: string, here: Here) =>
  namedDay(text, here) ?? namedWeekday(text, here) ?? stretch(text, here);

/** From 0 to 1, how well a moment (ISO, UTC) fits what is meant. */
export type Fits = (ts: string) => number;

export interface NamedTime {
  readonly fits: Fits;
  /** Where the question names it. */
  readonly at: readonly [start: number, end: number];
  /** Its ends, as ISO, the second exclusive, where it names them. */
  readonly bounds?: { readonly since?: string; readonly until?: string };
}

const named = (fits: Fits, match: RegExpExecArray): NamedTime => ({
  fits,
  at: [match.index, match.index + match[0].length],
});

/** What is dated is often told later: so many days a day or month goes on. */
const DAYS_AFTER_DAY = 14;
const DAYS_AFTER_MONTH = 21;
/** How well the last of them fits. */
const LEAST_FIT = 0.4;

/** From a day on, best on the day itself. */
export function fromDay(
  daysSince: (day: string) => number,
  length: number,
): Fits {
  const after = length > 1 ? DAYS_AFTER_MONTH : DAYS_AFTER_DAY;
  return (day) => {
    const since = daysSince(day);
    if (since < 0 || since >= length + after) return 0;
    if (since < length) return 1;
    return 1 - (1 - LEAST_FIT) * (since - length + 1) / after;
  };
}

export const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** Of any year, unless one is given. */
function fromDate(
  year: string | undefined,
  month: number,
  day: number | undefined,
  here: Here,
): Fits {
  const length = day === undefined
    ? new Date(Date.UTC(Number(year ?? 2025), month, 0)).getUTCDate()
    : 1;
  const start = (of: number | string) =>
    `${String(of).padStart(4, "0")}-${two(month)}-${two(day ?? 1)}`;
  const since = (date: string) => {
    if (year !== undefined) return daysBetween(start(year), date);
    const own = Number(date.slice(0, 4));
    const days = daysBetween(start(own), date);
    return days < 0 ? daysBetween(start(own - 1), date) : days;
  };
  return onLocalDay(fromDay(since, length), here);
}

/** A date, or a month by its name, of any year unless one is given. */
function namedDay(text: string, here: Here): NamedTime | undefined {
  const iso =
    /\b((?:19|20)\d\d)[-/](0?[1-9]|1[0-2])(?:[-/](0?[1-9]|[12]\d|3[01]))?\b/
      .exec(text);
  if (iso) {
    const [, year, month, day] = iso;
    const number = day ? Number(day) : undefined;
    return named(fromDate(year, Number(month), number, here), iso);
  }
  const english = new RegExp(
    `\\b(?:(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?)?(${MONTH_NAME})\\b` +
      `(?:\\s+(\\d{1,2})(?:st|nd|rd|th)?\\b(?!\\d))?(?:,?\\s+(\\d{4})\\b)?`,
    "i",
  ).exec(text);
  if (english) {
    const [, before, name = "", after, year] = english;
    const day = before ?? after;
    // "may" and "march" are more often not a month.
    const isName = /^[A-Z]/.test(name) || day !== undefined ||
      new RegExp(`\\b(?:in|since|last|of|during)\\s+${name}`, "i").test(text);
    if (
      !isName ||
      (/^may$/i.test(name) && !/\b(?:in|since|of)\s+may\b/i.test(text) && !day)
    ) {
      return undefined;
    }
    const month = MONTHS.findIndex((one) =>
      one.startsWith(name.toLowerCase().slice(0, 3))
    ) + 1;
    const number = day ? Number(day) : undefined;
    return named(fromDate(year, month, number, here), english);
  }
  const eastern =
    /(?:(\d{4})\s*[년年]\s*)?(\d{1,2})\s*[월月](?:\s*(\d{1,2})\s*[일日号])?/u
      .exec(text);
  if (!eastern) return undefined;
  const [, year, month, day] = eastern;
  const number = day ? Number(day) : undefined;
  return named(fromDate(year, Number(month), number, here), eastern);
}

const WEEKDAYS = [
  /\b(?:last|this|on) sunday\b|일요일|日曜|周日|星期天/i,
  /\b(?:last|this|on) monday\b|월요일|月曜|周一|星期一/i,
  /\b(?:last|this|on) tuesday\b|화요일|火曜|周二|星期二/i,
  /\b(?:last|this|on) wednesday\b|수요일|水曜|周三|星期三/i,
  /\b(?:last|this|on) thursday\b|목요일|木曜|周四|星期四/i,
  /\b(?:last|this|on) friday\b|금요일|金曜|周五|星期五/i,
  /\b(?:last|this|on) saturday\b|토요일|土曜|周六|星期六/i,
];

/** From 0 for Sunday; -1 where none is named. */
export const weekdayIn = (text: string) =>
  WEEKDAYS.findIndex((pattern) => pattern.test(text));

/** The last one before today. */
function namedWeekday(text: string, here: Here): NamedTime | undefined {
  const weekday = weekdayIn(text);
  const match = WEEKDAYS[weekday]?.exec(text);
  if (!match) return undefined;
  const today = localDay(here.now, here);
  const ago = (new Date(today).getUTCDay() - weekday + 6) % 7 + 1;
  const day = localDay(new Date(here.now.getTime() - ago * DAY_MS), here);
  const fits = fromDay((date) => daysBetween(day, date), 1);
  return named(onLocalDay(fits, here), match);
}

function stretch(text: string, here: Here): NamedTime | undefined {
  const ago = AGO.exec(text);
  if (ago) {
    const [, number = ago[3] ?? "", unit = ago[4] ?? ""] = ago;
    const count = COUNTS[number.toLowerCase()] ?? (Number(number) || 1);
    const length = UNITS.find(([pattern]) => pattern.test(unit))?.[1] ?? 1;
    const newest = count * length - length / 2;
    return named(between(newest, count * length + length, here), ago);
  }
  for (const [pattern, newest, oldest] of STRETCHES) {
    const match = pattern.exec(text);
    if (match) return named(between(newest, oldest, here), match);
  }
  return undefined;
}

/** From so many days ago to so many, both included. */
function between(newest: number, oldest: number, here: Here): Fits {
  const day = (ago: number) =>
    localDay(new Date(here.now.getTime() - ago * DAY_MS), here);
  const [from, to] = [day(oldest), day(newest)];
  return onLocalDay((date) => date >= from && date <= to ? 1 : 0, here);
}

export function onLocalDay(fitsDay: Fits, here: Here): Fits {
  return (ts) => {
    const at = new Date(ts);
    return Number.isNaN(at.getTime()) ? 0 : fitsDay(localDay(at, here));
  };
}

export const localDay = (at: Date, { offsetMinutes }: Here) =>
  new Date(at.getTime() + offsetMinutes * 60_000).toISOString().slice(0, 10);

const two = (number: number) => String(number).padStart(2, "0");
