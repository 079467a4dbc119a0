/**
 * How far the long lines of a transcript were read, as a session's state keeps
 * it: a line too long for one event is read by several. It holds positions, no
 * text, and only saves time, so an invalid note is ignored.
 */

import { isBoolean, isCount } from "../base/json_values.ts";
import { isObject } from "../base/json.ts";
import type { LongLine } from "./line_splitter.ts";

/** With a fingerprint of what was read last, to notice a replaced file. */
export type NotedLine = LongLine & { readonly mark: string };

export function parseNotedLines(raw: unknown): NotedLine[] {
  return Array.isArray(raw) ? raw.filter(isNotedLine) : [];
}

function isNotedLine(value: unknown): value is NotedLine {
  if (!isObject(value) || !isObject(value["place"])) return false;
  const { from, to, ended, kept, mark, place } = value;
  const { inString, escaped, digits, length, dropping, full } = place;
  return isCount(from) && isCount(to) && from < to &&
    typeof mark === "string" && [digits, length].every(isCount) &&
    [ended, inString, escaped, dropping, full].every(isBoolean) &&
    Array.isArray(kept) && areStretches(kept, from, to);
}

/** Whether the ranges are ordered and inside the line. */
function areStretches(
  kept: readonly unknown[],
  from: number,
  to: number,
): boolean {
  let at = from;
  return kept.every((one) => {
    if (!Array.isArray(one) || one.length !== 2 || !one.every(isCount)) {
      return false;
    }
    const [start, end] = one as [number, number];
    if (start < at || end <= start || end > to) return false;
    at = end;
    return true;
  });
}
