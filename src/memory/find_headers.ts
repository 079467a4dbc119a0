/**
 * Where the sections of memory.md begin: stamped headers outside code fences.
 * A fence somebody forgot to close must not swallow the sections after it, or
 * a committed section would not be found again and be written twice.
 */

import { fenceAfter, isOpeningFence } from "../base/markdown_fence.ts";
import { STAMP_HEADER } from "../base/safe_text.ts";

/** What somebody quotes in a fence with headers in it ends within so many lines. */
const LOOK_AHEAD_LINES = 200;

/** The numbers of the lines that begin a section. */
export function findHeaders(lines: readonly string[]): number[] {
  const headers: number[] = [];
  let open: string | undefined;
  for (const [i, line] of lines.entries()) {
    if (STAMP_HEADER.test(line)) {
      if (open !== undefined && isForgotten(open, lines, i)) open = undefined;
      if (open === undefined) headers.push(i);
    }
    open = fenceAfter(open, line);
  }
  return headers;
}

/**
 * Whether the fence open at a header was never meant to reach there. A header
 * with our comment below it gets the benefit of the doubt: the reading that
 * leaves fewer fences wrong is the right one.
 */
function isForgotten(open: string, lines: readonly string[], at: number) {
  const ahead = lines.slice(at, at + LOOK_AHEAD_LINES);
  const closed = ahead.some((line) => fenceAfter(open, line) === undefined);
  if (!closed) return true;
  const ours = /^<!--\s*session\b/.test(ahead[1] ?? "");
  return ours && countFaults(undefined, ahead) < countFaults(open, ahead);
}

/** Fences that would be wrong in these lines, if `open` is open before them. */
function countFaults(
  open: string | undefined,
  lines: readonly string[],
): number {
  let faults = 0;
  let now = open;
  for (const line of lines) {
    if (now !== undefined && isOpeningFence(line)) faults++;
    now = fenceAfter(now, line);
  }
  return now === undefined ? faults : faults + 1;
}
