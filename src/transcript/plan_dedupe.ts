/**
 * Which session logs hold the same session, and what to do about it: the one a
 * state speaks of, else the fullest, stays and gets what only another one has.
 * No entry is lost.
 */

import { linesMissing } from "./log_lines.ts";
import { linesUntold } from "./older_log.ts";

export interface SessionLog {
  readonly name: string;
  /** Whole lines, each with its newline. */
  readonly lines: readonly string[];
  /** The session, where the name does not tell it. */
  readonly session?: string | undefined;
  /** A state speaks of it: it stays, whichever is longer. */
  readonly isOurs?: boolean;
}

export interface Join {
  readonly keep: string;
  readonly remove: string;
  /** The lines that only the removed log has. */
  readonly add: readonly string[];
}

/** Joins to carry out in this order. */
export function planDedupe(logs: readonly SessionLog[]): Join[] {
  const joins: Join[] = [];
  const standing = logs
    .map((log) => ({ ...log, lines: [...log.lines] }))
    .sort((a, b) =>
      Number(b.isOurs ?? false) - Number(a.isOurs ?? false) ||
      b.lines.length - a.lines.length
    );
  for (let i = 0; i < standing.length; i++) {
    const keep = standing[i] as (typeof standing)[number];
    const known = new Set(keep.lines);
    for (let j = standing.length - 1; j > i; j--) {
      const other = standing[j] as (typeof standing)[number];
      const same = sessionOf(keep) === sessionOf(other);
      // Nearly always the first line tells; counting them all takes long.
      if (!same && !other.lines.every((line) => known.has(line))) continue;
      const add = keep.isOurs
        ? linesUntold(other.lines, keep.lines)
        : linesMissing(other.lines, keep.lines);
      if (!same && (add.length > 0 || other.lines.length === 0)) continue;
      joins.push({ keep: keep.name, remove: other.name, add });
      keep.lines.push(...add);
      for (const line of add) known.add(line);
      standing.splice(j, 1);
    }
  }
  return joins;
}

/** The session a log's name tells; older names tell none. */
function sessionOf({ name, session }: SessionLog): string {
  return session ??
    /_([0-9A-Za-z-]{8})\.l1\.jsonl$/.exec(name)?.[1] ?? `of ${name}`;
}
