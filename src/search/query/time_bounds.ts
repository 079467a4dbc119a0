/**
 * Bounds in time as people write them: `2026-02`, `friday`, `last week`,
 * `yesterday evening`, `지난주`, `어제 저녁`, `2w`. Days are days where the user
 * is, weeks begin on Monday.
 */

import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../base/durations.ts";
import type { Here } from "../../base/local_stamp.ts";
import { MONTHS, weekdayIn } from "./time_words.ts";

/** A stretch by the user's clock, in milliseconds as if that showed UTC. */
type Stretch = readonly [from: number, to: number];

/** As ISO in UTC; `end` gives the first moment after what is named. */
export function parseBound(
  text: string,
  here: Here,
  end: boolean,
): string | undefined {
  const asked = text.trim().toLowerCase().replace(/\s+/g, " ");
  if (/^\d{4}-\d\d-\d\dt/.test(asked)) {
    const exact = new Date(asked.toUpperCase());
    return isNaN(exact.getTime()) ? undefined : exact.toISOString();
  }
  const age = ageOf(asked);
  if (age !== undefined && (age < DAY_MS || !/(?:ago|전)$/.test(asked))) {
    return new Date(here.now.getTime() - age).toISOString();
  }
  const stretch = age === undefined
    ? partOfDay(asked, here) ?? calendar(asked, here)
    : daysAgo(Math.round(age / DAY_MS), here);
  if (stretch === undefined) return undefined;
  const local = new Date(stretch[end ? 1 : 0] - here.offsetMinutes * MINUTE_MS);
  const offset = here.offsetAt?.(local) ?? here.offsetMinutes;
  return new Date(stretch[end ? 1 : 0] - offset * MINUTE_MS).toISOString();
}

const UNITS_MS: readonly (readonly [RegExp, number])[] = [
  [/^(?:m|min|minutes?|분)$/, MINUTE_MS],
  [/^(?:h|hours?|시간)$/, HOUR_MS],
  [/^(?:d|days?|일)$/, DAY_MS],
  [/^(?:w|weeks?|주일?)$/, 7 * DAY_MS],
  [/^(?:mo|months?|달|개월)$/, 30 * DAY_MS],
  [/^(?:y|years?|년)$/, 365 * DAY_MS],
];
const COUNTS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  하루: 1,
  이틀: 2,
  사흘: 3,
  일주일: 7,
  열흘: 10,
  보름: 15,
};

/**
 * `30m`, `7d`, `3 weeks ago`, `2주 전`, `이틀 전`: how long ago, from now. With
 * "ago" a day or more means that day as a whole.
 */
function ageOf(asked: string): number | undefined {
  if (/^(?:now|지금)$/.test(asked)) return 0;
  const [, days] = /^(하루|이틀|사흘|일주일|열흘|보름) ?전$/.exec(asked) ?? [];
  if (days !== undefined) return (COUNTS[days] ?? 0) * DAY_MS;
  const [, count = "", unit = ""] =
    /^(\d{1,4}|an?|one|two|three|한) ?(\D+?)(?: ago| ?전)?$/.exec(asked) ?? [];
  const ms = UNITS_MS.find(([pattern]) => pattern.test(unit))?.[1];
  const number = count === "한" ? 1 : COUNTS[count] ?? Number(count);
  return ms && number * ms;
}

/** Hours of a day, from and to; a night goes on until the morning. */
const PARTS: readonly (readonly [RegExp, number, number])[] = [
  [/ ?새벽$/, 0, 6],
  [/ ?(?:morning|아침)$/, 5, 12],
  [/ ?오전$/, 0, 12],
  [/(?:^| )noon$| ?점심$/, 11, 14],
  [/ ?(?:afternoon|오후)$/, 12, 18],
  [/ ?(?:evening|저녁)$/, 17, 24],
  [/ ?(?:night|밤)$|(?<=^어)젯밤$/, 20, 30],
];

function partOfDay(asked: string, here: Here): Stretch | undefined {
  const clock = /^(.*?) ?(\d{1,2}):(\d\d)$/.exec(asked);
  const part = PARTS.find(([pattern]) => pattern.test(asked));
  if (!clock && !part) return undefined;
  const named = clock ? clock[1] ?? "" : asked.replace(part?.[0] ?? "", "");
  const days: Readonly<Record<string, string>> = {
    "": "today",
    this: "today",
    to: "today",
    last: "yesterday",
    지난: "yesterday",
    어: "어제",
  };
  const day = calendar(days[named] ?? named, here);
  if (day === undefined || day[1] - day[0] !== DAY_MS) return undefined;
  if (clock) {
    const at = Number(clock[2]) * 60 + Number(clock[3]);
    const moment = day[0] + at * MINUTE_MS;
    return at < 24 * 60 ? [moment, moment] : undefined;
  }
  const [, from = 0, to = 24] = part ?? [];
  return [day[0] + from * HOUR_MS, day[0] + to * HOUR_MS];
}

const DAYS_AGO: readonly (readonly [RegExp, number])[] = [
  [/^(?:today|오늘|今日|今天)$/, 0],
  [/^(?:yesterday|어제|昨日|昨天)$/, 1],
  [/^(?:the )?day before yesterday$|^그저께$|^그제$|^엊그제$/, 2],
];
const THIS = /^(?:this|이번|今|本)/;
const WEEK =
  /^(?:this |last )week$|^(?:이번|지난|저번) ?주$|^[今先]週$|^[本上]周$/;
const WEEKEND =
  /^(?:this |last |the )?weekend$|^(?:(?:이번|지난|저번) ?(?:주 )?)?주말$/;
const MONTH = /^(?:this |last )month$|^(?:이번|지난|저번) ?달$|^[今先]月$/;
const YEAR = /^(?:this |last )year$|^올해$|^작년$|^[今昨]年$/;

const localNow = (here: Here) =>
  new Date(here.now.getTime() + here.offsetMinutes * MINUTE_MS);

function daysAgo(days: number, here: Here): Stretch {
  const now = localNow(here).getTime();
  const from = now - now % DAY_MS - days * DAY_MS;
  return [from, from + DAY_MS];
}

/** Whole days, weeks, months and years. */
function calendar(asked: string, here: Here): Stretch | undefined {
  const now = localNow(here);
  const ago = DAYS_AGO.find(([pattern]) => pattern.test(asked))?.[1];
  if (ago !== undefined) return daysAgo(ago, here);
  const sinceMonday = (now.getUTCDay() + 6) % 7;
  const weekday = weekdayOf(asked);
  if (weekday >= 0) {
    return daysAgo((now.getUTCDay() - weekday + 6) % 7 + 1, here);
  }
  const inWeek = weekdayInWeek(asked);
  if (inWeek !== undefined) {
    return daysAgo(sinceMonday + 7 * inWeek.back - inWeek.day, here);
  }
  const back = THIS.test(asked) || asked === "올해" ? 0 : 1;
  if (WEEK.test(asked)) {
    const [monday] = daysAgo(sinceMonday + 7 * back, here);
    return [monday, monday + 7 * DAY_MS];
  }
  if (WEEKEND.test(asked)) {
    const [saturday] = daysAgo(sinceMonday + 2 - 7 * (1 - back), here);
    return [saturday, saturday + 2 * DAY_MS];
  }
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  if (MONTH.test(asked)) return dates(year, month + 1 - back);
  if (YEAR.test(asked)) return dates(year - back);
  return date(asked, now);
}

/** A year, a month of it or a day, counted from 1; undefined if there is none. */
function dates(
  year: number,
  month?: number,
  day?: number,
): Stretch | undefined {
  const at = (m: number, d: number) => Date.UTC(year, m - 1, d);
  const from = at(month ?? 1, day ?? 1);
  // Date.UTC takes 30 February for 2 March.
  if (day !== undefined && new Date(from).getUTCDate() !== day) {
    return undefined;
  }
  return [
    from,
    month === undefined
      ? Date.UTC(year + 1, 0, 1)
      : day === undefined
      ? at(month + 1, 1)
      : at(month, day + 1),
  ];
}

/** `2026`, `2026-02`, `2026-02-01`, `feb 3`, `3 February 2026`, `2월 3일`. */
function date(asked: string, now: Date): Stretch | undefined {
  const iso = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?$/.exec(asked);
  const korean = /^(?:(\d{4})년 ?)?(\d{1,2})월(?: ?(\d{1,2})일)?$/.exec(asked);
  const number = (text: string | undefined) =>
    text === undefined ? undefined : Number(text);
  let [year, month, day] = (iso ?? korean ?? []).slice(1).map(number);
  if (!iso && !korean) {
    const named = /^(?:(\d{1,2}) )?([a-z]{3,9})(?: (\d{1,2}))?(?:,? (\d{4}))?$/
      .exec(asked);
    const [, before, name = "", after, of] = named ?? [];
    month = MONTHS.findIndex((one) =>
      one === name || one.slice(0, 3) === name
    ) +
      1;
    [day, year] = [number(before ?? after), number(of)];
    if (month === 0) return undefined;
  }
  if (month !== undefined && (month < 1 || month > 12)) return undefined;
  if (year !== undefined) return dates(year, month, day);
  // Without a year the last one that has begun.
  const found = dates(now.getUTCFullYear(), month, day);
  return found && found[0] <= now.getTime()
    ? found
    : dates(now.getUTCFullYear() - 1, month, day);
}

const WEEKDAY_NAMES = "sunday monday tuesday wednesday thursday friday saturday"
  .split(" ");

/** `fri`, `last friday`, `금요일`: from 0 for Sunday, or -1. */
function weekdayOf(asked: string): number {
  const name = asked.replace(/^(?:on|last|this) /, "");
  const english = WEEKDAY_NAMES.findIndex((one) =>
    one === name || one.slice(0, 3) === name
  );
  const isOther =
    /^(?:지난|저번|이번)? ?[일월화수목금토]요일$|^[日月火水木金土]曜日?$/
      .test(asked);
  return english >= 0 || !isOther ? english : weekdayIn(asked);
}

/** `friday last week`, `지난주 금요일`: the day from 0 for Monday, weeks back. */
function weekdayInWeek(
  asked: string,
): { readonly day: number; readonly back: number } | undefined {
  const [, korean, name] =
    /^(이번|지난|저번) ?주 ?([일월화수목금토]요일)$/.exec(asked) ?? [];
  const [, before, when] = /^(\w+)(?: of)? (this|last) week$/.exec(asked) ?? [];
  const weekday = weekdayOf(name ?? before ?? "");
  if (weekday < 0) return undefined;
  const isThis = korean === "이번" || when === "this";
  return { day: (weekday + 6) % 7, back: isThis ? 0 : 1 };
}

/**
 * Whether a moment, or a day without a time, touches the time between two
 * bounds (ISO, the second exclusive).
 */
export function isBetween(
  ts: string,
  since: string | undefined,
  until: string | undefined,
  fromTs: string | null = null,
): boolean {
  const [first, last] = DAY_ALONE.test(ts)
    ? [`${ts}T00:00:00.000Z`, `${ts}T23:59:59.999Z`]
    : [ts, ts];
  return last >= (since ?? "") &&
    (until === undefined || (fromTs ?? first) < until);
}

const DAY_ALONE = /^\d{4}-\d\d-\d\d$/;
