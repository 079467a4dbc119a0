/**
 * Times that a question names by their ends: "since Tuesday", "between 3 and 10
 * March", "the week of 3 March", "지난주부터", "3月3日から10日まで", "上周之前".
 */

import { DAY_MS } from "../../base/durations.ts";
import type { Here } from "../../base/local_stamp.ts";
import { parseBound } from "./time_bounds.ts";
import {
  daysBetween,
  fromDay,
  localDay,
  MONTH_NAME,
  type NamedTime,
  onLocalDay,
} from "./time_words.ts";

const NUMBER = String.raw`\d{1,2}(?:st|nd|rd|th)?`;
const WEEKDAY = "(?:sun|mon|tues|wednes|thurs|fri|satur)day";
/** What one end may be, in English. */
const DAY =
  String.raw`(?:the\s+)?(?:\d{4}-\d\d(?:-\d\d)?|${NUMBER}\s+(?:of\s+)?` +
  String
    .raw`(?:${MONTH_NAME})\b(?:,?\s+\d{4})?|(?:${MONTH_NAME})\b(?:\s+${NUMBER}\b)?(?:,?\s+\d{4})?|` +
  String
    .raw`(?:last\s+|this\s+)?${WEEKDAY}|(?:last|this)\s+(?:week|month|year)|yesterday|today|` +
  String.raw`\d{1,3}\s+(?:day|week|month)s?\s+ago)`;
/** The same in Korean, Japanese and Chinese. */
const DATE = String
  .raw`(?:\d{4}\s*[년年]\s*)?\d{1,2}\s*[월月]\s*\d{1,2}\s*[일日号號]`;
const EASTERN = String.raw`(?:${DATE}|(?:\d{4}\s*[년年]\s*)?\d{1,2}\s*[월月]|` +
  "(?:(?:지난|저번|이번) ?주 ?|지난 ?|이번 ?)?[일월화수목금토]요일|(?:지난|저번|이번) ?[주달]|" +
  "(?:[先今]週の?)?[日月火水木金土]曜日?|[先今][週月]|" +
  "[上这這本]?(?:周|週|星期)[一二三四五六日天]|[上这這本](?:周|週|个?星期|[个個]月)|" +
  "오늘|어제|그저께|昨日|今日|一昨日|昨天|今天|前天)";

type End = "since" | "after" | "before" | "until";

/** The first that fits counts; groups are its ends. */
const WEEKS = [
  String.raw`\bweek\s+(?:of|from|beginning|starting)\s+(${DAY})`,
  String.raw`(${DATE})\s*(?:이?\s*있는\s*|의\s*)?주(?![가-힣]{2})`,
  `(${DATE})の(?:ある)?週`,
  `(${DATE})(?:所在)?的?那?一?[个個]?(?:周|週|星期)(?![一二三四五六日天])`,
].map((one) => new RegExp(one, "iu"));
const PAIRS = [
  String
    .raw`\b(?:between|from)\s+(${DAY}|${NUMBER})\s*(?:and|to|until|till|through|-|–)\s*(${DAY}|${NUMBER}\b)`,
  String
    .raw`[从從自]?(${EASTERN})\s*(?:부터|에서|から|到|至|[~〜～–-])\s*(${EASTERN}|\d{1,2}\s*[일日号號])\s*(?:까지|まで|之间|사이)?`,
  String
    .raw`(${EASTERN})\s*[와과と和]\s*(${EASTERN}|\d{1,2}\s*[일日号號])\s*(?:사이|の?間|之[间間])`,
].map((one) => new RegExp(one, "iu"));
const ENDS: readonly (readonly [RegExp, End])[] = ([
  [String.raw`\bfrom\s+(${DAY})\s+on(?:wards?)?\b`, "since"],
  [String.raw`\bsince\s+(${DAY})`, "since"],
  [String.raw`\bafter\s+(${DAY})`, "after"],
  [String.raw`\b(?:before|prior\s+to)\s+(${DAY})`, "before"],
  [String.raw`\b(?:until|till|up\s+to)\s+(${DAY})`, "until"],
  [
    `[从從自]?(${EASTERN})\\s*(?:부터|から|以降|以来|以來|开始|開始|起)`,
    "since",
  ],
  [`(${EASTERN})\\s*(?:이후|之后|之後|以后|の後)`, "after"],
  [`(${EASTERN})\\s*(?:이전|전에|より前|以前|の前|之前)`, "before"],
  [`(${EASTERN})\\s*(?:까지|まで|为止|為止)`, "until"],
] as const).map(([one, end]) => [new RegExp(one, "iu"), end]);

export function readTimeRange(text: string, here: Here): NamedTime | undefined {
  for (const pattern of WEEKS) {
    const match = pattern.exec(text);
    const bounds = match && weekOf(match[1] ?? "", here);
    if (bounds) return named(match, bounds, here);
  }
  for (const pattern of PAIRS) {
    const match = pattern.exec(text);
    const bounds = match && pairOf(match[1] ?? "", match[2] ?? "", here);
    if (bounds) return named(match, bounds, here);
  }
  for (const [pattern, end] of ENDS) {
    const match = pattern.exec(text);
    const isEnd = end === "after" || end === "until";
    const bound = match && boundOf(match[1] ?? "", here, isEnd);
    if (!match || !bound) continue;
    const isSince = end === "since" || end === "after";
    return named(match, isSince ? { since: bound } : { until: bound }, here);
  }
  return undefined;
}

type Bounds = NonNullable<NamedTime["bounds"]>;

/** What has two ends goes on for a fortnight, as a day does. */
function named(
  match: RegExpExecArray,
  bounds: Bounds,
  here: Here,
): NamedTime {
  const { since, until } = bounds;
  const [from, to] = [Date.parse(since ?? ""), Date.parse(until ?? "")];
  // What has no time is in none.
  const isIn = (at: number) =>
    (since ? at >= from : at < to) && (until ? at < to : at >= from);
  const last = since && until
    ? localDay(new Date(Date.parse(until) - 1), here)
    : undefined;
  const after = last === undefined
    ? () => 0
    : onLocalDay(fromDay((day) => daysBetween(last, day), 1), here);
  return {
    bounds,
    at: [match.index, match.index + match[0].length],
    fits: (ts) => isIn(Date.parse(ts)) ? 1 : after(ts),
  };
}

/** From Monday on. */
function weekOf(day: string, here: Here): Bounds | undefined {
  const since = boundOf(day, here, false);
  const end = boundOf(day, here, true);
  if (!since || !end) return undefined;
  if (Date.parse(end) - Date.parse(since) > 2 * DAY_MS) return undefined;
  const weekday = new Date(localDay(new Date(since), here)).getUTCDay();
  const monday = Date.parse(since) - (weekday + 6) % 7 * DAY_MS;
  return {
    since: new Date(monday).toISOString(),
    until: new Date(monday + 7 * DAY_MS).toISOString(),
  };
}

/** "3 and 10 March", "March 3 to 10": one may lend the other its month. */
function pairOf(first: string, last: string, here: Here): Bounds | undefined {
  const since = boundOf(withMonthOf(first, last), here, false);
  const until = boundOf(withMonthOf(last, first), here, true);
  return since && until && since < until ? { since, until } : undefined;
}

function withMonthOf(day: string, other: string): string {
  const number = /^\d{1,2}(?=(?:st|nd|rd|th)?$|\s*[일日号號]$)/i.exec(day)?.[0];
  if (number === undefined) return day;
  return other.replace(
    /(?<!\d)\d{1,2}(?:st|nd|rd|th)?(?=\s*(?:[일日号號]|$|,|\s+(?:of\s+)?[a-z]))/i,
    number,
  );
}

/** As `parseBound()` has it, for days as a question writes them. */
export function boundOf(
  time: string,
  here: Here,
  end: boolean,
): string | undefined {
  return parseBound(plainTime(time), here, end);
}

const CHINESE_DAYS: Readonly<Record<string, string>> = {
  一: "월",
  二: "화",
  三: "수",
  四: "목",
  五: "금",
  六: "토",
  日: "일",
  天: "일",
};
const JAPANESE_DAYS = "日月火水木金土";
const KOREAN_DAYS = "일월화수목금토";

/** `3rd of March`, `2026年3月3日`, `上周五`, `3天前` in words that are known. */
function plainTime(time: string): string {
  const week = (word: string | undefined) =>
    word === undefined || word === ""
      ? ""
      : /[上先]/.test(word)
      ? "지난주 "
      : "이번주 ";
  return time.trim()
    .replace(/^the\s+/i, "")
    .replace(/(?<=\d)(?:st|nd|rd|th)\b/i, "")
    .replace(/\s+of\s+/i, " ")
    .replace(
      /^([上这這本])?(?:周|週|星期)([一二三四五六日天])$/,
      (_, when, day) => `${week(when)}${CHINESE_DAYS[day]}요일`,
    )
    .replace(
      /^([先今]週)?の?([日月火水木金土])曜日?$/,
      (_, when, day) =>
        `${week(when)}${KOREAN_DAYS[JAPANESE_DAYS.indexOf(day)]}요일`,
    )
    .replace(/^上(?:週|个?星期)$/, "上周")
    .replace(/^[这這本](?:周|週|个?星期)$/, "本周")
    .replace(/^上[个個]月$/, "先月")
    .replace(/^(?:[这這][个個]|本)月$/, "今月")
    .replace(/^(?:一昨日|おととい|前天)$/, "그저께")
    .replace(/(?<=\d)\s*(?:日|天)前$/, "일 전")
    .replace(/(?<=\d)\s*(?:週間|周|个星期)前$/, "주 전")
    .replace(/(?<=\d)\s*(?:[かヶ]月|个月)前$/, "개월 전")
    .replace(
      /^(\d{4})\s*[년年/]\s*(\d\d?)\s*[월月/]?\s*(?:(\d\d?)\s*[일日号號]?)?$/,
      (_, year, month, day) =>
        [year, month, ...(day ? [day] : [])]
          .map((part) => part.padStart(2, "0")).join("-"),
    )
    .replace(/(?<=\d)\s*月\s*/, "월 ").replace(/(?<=\d)\s*[日号號]$/, "일")
    .trim();
}
