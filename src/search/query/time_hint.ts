/**
 * What a question says about time: "last week", "since Tuesday", "in March",
 * "currently". It is a hint and never excludes anything, because memory of time
 * is bad.
 */

import type { Here } from "../../base/local_stamp.ts";
import { readTimeRange } from "./time_ranges.ts";
import { type NamedTime, readTimeWords } from "./time_words.ts";

export interface TimeHint extends Partial<NamedTime> {
  /** Whether the newest is meant. */
  readonly newest: boolean;
}

const NEWEST =
  /\b(?:current(?:ly)?|nowadays|right now|now|latest|newest|most recent(?:ly)?|at the moment|so far|up to date)\b|현재|지금|최근|最新|現在|今の|目前|当前/iu;

/** Quick to try, for the many questions that say nothing about time. */
const ANY_HINT = new RegExp(
  "\\d{4}[-/]|week|month|year|day|ago|now|current|latest|newest|recent|moment|" +
    "so far|to date|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|" +
    "[\\u3000-\\ud7ff]",
  "i",
);

export function readTimeHint(text: string, here: Here): TimeHint | undefined {
  const asked = text.slice(0, 2000);
  if (!ANY_HINT.test(asked)) return undefined;
  const time = readTimeRange(asked, here) ?? readTimeWords(asked, here);
  const newest = NEWEST.test(asked);
  if (time === undefined && !newest) return undefined;
  return { newest, ...time };
}

/** The question without the words that name a time, and those words. */
export function splitTime(
  text: string,
  { at: [start, end] = [0, 0] }: TimeHint,
): readonly [rest: string, time: string] {
  const rest = `${text.slice(0, start)} ${text.slice(end)}`;
  return [rest, text.slice(start, end)];
}
