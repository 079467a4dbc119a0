/**
 * When memory.md is full: all of it becomes an archive, and its newest whole
 * sections begin the next one. The archive holds everything, so no line is
 * lost whatever is carried over.
 */

import { parseMemory } from "./memory_text.ts";

export interface RotationLimits {
  readonly thresholdTokens: number;
  readonly carryoverTokens: number;
}

/** Both limits are kept by this margin: counting is not an exact science. */
const MARGIN = 0.05;
const TITLE_CHARS = 500;

export function rotateAtTokens({ thresholdTokens }: RotationLimits): number {
  return Math.floor(thresholdTokens * (1 - MARGIN));
}

/** What stays of it, at the most. */
export function carryoverTokens({ carryoverTokens }: RotationLimits): number {
  return Math.floor(carryoverTokens * (1 - MARGIN));
}

/**
 * The whole text as an archive with so many sections, and what memory.md becomes
 * as `current`. Carried over are the last whole sections within the carry-over. The newest
 * one is carried even if it is larger, and so is the user's own text above the
 * sections, each up to half the threshold: with more, one of the next appends
 * would rotate the same text again. `current` is always below the threshold.
 */
export function planRotation(
  text: string,
  count: (text: string) => number,
  limits: RotationLimits,
) {
  const threshold = rotateAtTokens(limits);
  if (count(text) < threshold) return undefined;
  const half = threshold / 2;
  const carryover = carryoverTokens(limits);
  const { preamble, sections } = parseMemory(text);
  const title = titleLine(preamble);
  const kept = count(preamble) < half ? preamble : title;
  const raws = sections.map(({ raw }) => raw);
  const newest = lastWithin(raws, count, Math.min(carryover, half));
  const carried = count(newest) < half ? newest : "";
  const current = [kept + carried, kept, title]
    .find((candidate) => count(candidate) < threshold) ?? "";
  return current === text
    ? undefined
    : { archive: text, current, sections: sections.length };
}

/** The newest sections that fit together; at least one. */
function lastWithin(
  raws: readonly string[],
  count: (text: string) => number,
  max: number,
): string {
  let carried = raws.at(-1) ?? "";
  for (const raw of raws.slice(0, -1).reverse()) {
    if (count(raw + carried) > max) break;
    carried = raw + carried;
  }
  return carried;
}

export function titleLine(preamble: string): string {
  const title = /^\ufeff?# [^\n]*(?:\n\r?\n?|$)/.exec(preamble)?.[0] ?? "";
  return title.length <= TITLE_CHARS ? title : "";
}

/** `memory_YYYYMMDD_HHMMSS.md` in UTC; a taken name moves on by a second. */
export function archiveName(
  at: Date,
  isTaken: (name: string) => boolean = () => false,
): string {
  for (let time = at.getTime();; time += 1000) {
    const stamp = new Date(time).toISOString().replace(/[-:]/g, "");
    const name = `memory_${stamp.slice(0, 8)}_${stamp.slice(9, 15)}.md`;
    if (!isTaken(name)) return name;
  }
}
