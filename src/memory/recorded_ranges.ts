/**
 * Which of a session's entries are in memory already, as the sections of
 * memory.md and its archives say. The disk is asked, not the index: a rotation
 * that was killed leaves an archive the index does not know yet.
 */

import { parseMemory } from "./memory_text.ts";
import { archiveName } from "./rotation.ts";
import { shortOf } from "../store/layout.ts";
import { listArchives } from "../session/memory_index.ts";
import { readText } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";

export interface EntryRange {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** Archives that are always read, in case the clock was wrong. */
const NEWEST_ARCHIVES = 2;

/**
 * Sorted by their beginning. With `since`, a time as in a delta's `createdAt`,
 * archives made before are left out: nothing cut later can be in them. Those
 * made since the session began are not: the clock may have been ahead when the
 * delta was cut.
 */
export function recordedRanges(
  { layout }: Store,
  stem: string,
  since?: string,
  memory = readText(layout.memory) ?? "",
): EntryRange[] {
  const archives = listArchives(layout);
  const known = since !== undefined && !Number.isNaN(Date.parse(since));
  const oldest = known
    ? [archiveName(new Date(since)), firstArchiveOf(stem)].sort()[0] ?? ""
    : "";
  const newest = archives.slice(-NEWEST_ARCHIVES);
  const session = shortOf(stem);
  const texts = archives
    .filter((name) => name >= oldest || newest.includes(name))
    .map((name) => readText(`${layout.dir}/${name}`) ?? "");
  // Of version 0.1, where git still tracks it and this store has a local one.
  const tracked = `${layout.dir}/memory.md`;
  if (tracked !== layout.memory) texts.push(readText(tracked) ?? "");
  return [...texts, memory].flatMap((text) => parseMemory(text).sections)
    .flatMap(({ session: whose, from, to }) =>
      whose === session && from !== undefined && to !== undefined
        ? [{ from, to }]
        : []
    ).sort((a, b) => a.from - b.from || a.to - b.to);
}

/** The name of an archive made in the minute when the session began. */
function firstArchiveOf(stem: string): string {
  const [, y, m, d, time] = /^(\d{4})-(\d\d)-(\d\d)_(\d{4})_/.exec(stem) ?? [];
  return time === undefined ? "" : `memory_${y}${m}${d}_${time}00.md`;
}

/** What of a range none of the others covers. They are sorted. */
export function uncovered(
  { from, to }: EntryRange,
  recorded: readonly EntryRange[],
): EntryRange[] {
  const rest: EntryRange[] = [];
  let at = from;
  for (const one of recorded) {
    if (one.to <= at) continue;
    if (one.from >= to) break;
    if (one.from > at) rest.push({ from: at, to: one.from });
    at = one.to;
  }
  if (at < to) rest.push({ from: at, to });
  return rest;
}

export function isCovered(
  range: EntryRange,
  recorded: readonly EntryRange[],
): boolean {
  return uncovered(range, recorded).length === 0;
}
