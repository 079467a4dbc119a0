/**
 * Which session digests fold into which week, and which weeks into which
 * months. A plan carried out in its order may be killed anywhere: a finer file
 * goes only after the coarser one is on disk, and folding again what is there
 * already changes nothing.
 */

import { compareTexts } from "../base/compare_texts.ts";
import { DAY_MS } from "../base/durations.ts";
import { dayOf, exactTime } from "../base/utc_time.ts";
import {
  MONTH,
  monthEntry,
  parseTier,
  putEntry,
  renderTier,
  type TierEntry,
  type TierKind,
  WEEK,
  weekEntry,
} from "./tier_text.ts";
import { readDigestFile } from "./digest_file.ts";
import { oneLine } from "../base/safe_text.ts";

export interface TierFile {
  /** Below `sessions/`, with `/`: a digest, a week or a month. */
  readonly name: string;
  readonly text: string;
}

/** One step: write these files, then remove those. */
export interface Fold {
  readonly writes: readonly TierFile[];
  readonly removes: readonly string[];
}

const FOLD_DIGESTS_AFTER_DAYS = 7;
const FOLD_WEEKS_AFTER_DAYS = 30;

const DIGEST_NAME = /^((\d{4}-\d{2}-\d{2})_\d{4}(?:_[\w-]+)?)\.md$/;
const WEEK_NAME = /^(week-(\d{4}-W\d{2}))\.md$/;

/** Folds to carry out in this order. Files with other names are left alone. */
export function planTiers(files: readonly TierFile[], now: Date): Fold[] {
  const texts = new Map(files.map(({ name, text }) => [name, text]));
  const folds = foldDigests(texts, now);
  // Weeks written just now may be old enough themselves.
  return [...folds, ...foldWeeks(texts, now)];
}

function foldDigests(texts: Map<string, string>, now: Date): Fold[] {
  const old = byName(texts).flatMap(([from, text]) => {
    const [, session = "", started = ""] = DIGEST_NAME.exec(from) ?? [];
    const { work, body } = readDigestFile(text);
    const time = timeOfDay(work ? dayOf(work.to) : started);
    return isOlder(time, now, FOLD_DIGESTS_AFTER_DAYS)
      ? [{ week: weekOf(time), entry: weekEntry(session, body), from }]
      : [];
  });
  const weeks = Map.groupBy(old, ({ week }) => week);
  return [...weeks].map(([week, found]) => {
    const name = `week-${week}.md`;
    const entries = found.map(({ entry }) => entry);
    return {
      writes: write(texts, name, `# Week ${week}\n\n`, WEEK, entries),
      removes: found.map(({ from }) => from),
    };
  });
}

function foldWeeks(texts: Map<string, string>, now: Date): Fold[] {
  const folds: Fold[] = [];
  for (const [name, text] of byName(texts)) {
    const [, stem = "", week = ""] = WEEK_NAME.exec(name) ?? [];
    const sunday = lastDayOf(week);
    if (!isOlder(sunday, now, FOLD_WEEKS_AFTER_DAYS)) continue;
    const { head, entries } = parseTier(text, WEEK);
    const lines = entries.map((entry) => {
      // A session may have begun weeks before: what counts is its work.
      const began = timeOfDay(entry.session.slice(0, 10)) ?? sunday;
      const day = Math.max(began, sunday - 6 * DAY_MS);
      return { day, entry: monthEntry(entry) };
    });
    const notes = oneLine(head.replace(/^\ufeff?# Week [^\n]*/, ""));
    if (notes !== "") {
      const entry = { session: stem, raw: `- ${stem}: ${notes}\n` };
      lines.unshift({ day: sunday, entry });
    }
    const months = Map.groupBy(lines, ({ day }) => monthOf(day));
    const writes = [...months].flatMap(([month, found]) => {
      const entries = found.map(({ entry }) => entry);
      const name = `archive/${month}.md`;
      return write(texts, name, `# ${month}\n\n`, MONTH, entries);
    });
    folds.push({ writes, removes: [name] });
  }
  return folds;
}

/** The file with the entries in it; nothing to write when it has them all. */
function write(
  texts: Map<string, string>,
  name: string,
  title: string,
  kind: TierKind,
  entries: readonly TierEntry[],
): Fold["writes"] {
  const before = texts.get(name) ?? "";
  const text = renderTier(
    entries.reduce(
      (file, entry) => putEntry(file, entry, kind),
      parseTier(before === "" ? title : before, kind),
    ),
  );
  if (text === before) return [];
  texts.set(name, text);
  return [{ name, text }];
}

const byName = (texts: ReadonlyMap<string, string>) =>
  [...texts].sort(([a], [b]) => compareTexts(a, b));

/** Midnight of a `YYYY-MM-DD` in UTC, or undefined when there is no such day. */
const timeOfDay = (day: string) => exactTime(`${day}T00:00:00.000Z`);

const monthOf = (time: number) => dayOf(new Date(time)).slice(0, 7);

/** `YYYY-Www`: the week belongs to the year its Thursday is in. */
function weekOf(day: number): string {
  const thursday = new Date(day + (4 - weekdayOf(day)) * DAY_MS);
  const year = thursday.getUTCFullYear();
  const days = (thursday.getTime() - Date.UTC(year, 0, 1)) / DAY_MS;
  const week = Math.floor(days / 7) + 1;
  return `${year}-W${String(week).padStart(2, "0")}`;
}

/** Midnight of the Sunday that ends a week, or undefined when there is none. */
function lastDayOf(week: string): number | undefined {
  const [, year, number] = /^(\d{4})-W(\d{2})$/.exec(week) ?? [];
  if (year === undefined) return undefined;
  // 4 January is always in week 1.
  const first = Date.UTC(Number(year), 0, 4);
  const sunday = first +
    (7 - weekdayOf(first) + (Number(number) - 1) * 7) * DAY_MS;
  return weekOf(sunday) === week ? sunday : undefined;
}

const isOlder = (
  day: number | undefined,
  now: Date,
  days: number,
): day is number =>
  day !== undefined && Math.floor((now.getTime() - day) / DAY_MS) > days;

/** Monday is 1, Sunday is 7. */
const weekdayOf = (day: number) => new Date(day).getUTCDay() || 7;
