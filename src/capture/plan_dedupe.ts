/**
 * Which logs hold the same session, and what to do about it. The log a state
 * names stays, else the earliest, whose name says when the session began; it
 * gets the lines that only another one has. A log without a state is removed if
 * another session's log has every line of it. No entry is lost.
 */

import { compareTexts } from "../base/compare_texts.ts";
import { linesMissing } from "../session/log_lines.ts";
import { linesNotInLog } from "./_missing_lines.ts";

export interface SessionLog {
  readonly name: string;
  /** Whole lines, each with its newline. */
  readonly lines: readonly string[];
  /** The session, where the name does not say it. */
  readonly session?: string | undefined;
  /** A state names it: it stays, whichever is longer. */
  readonly isOurs?: boolean;
}

export interface Join {
  readonly keep: string;
  readonly remove: string;
  /** The lines that only the removed log has. */
  readonly add: readonly string[];
}

type Standing = SessionLog & { readonly lines: string[] };

/** Joins to carry out in this order. */
export function planDedupe(logs: readonly SessionLog[]): Join[] {
  const joins: Join[] = [];
  const join = (keep: Standing, other: Standing, add: readonly string[]) => {
    joins.push({ keep: keep.name, remove: other.name, add });
    keep.lines.push(...add);
  };
  const bySession = Map.groupBy(
    logs.map((log): Standing => ({ ...log, lines: [...log.lines] })),
    sessionOf,
  );
  const standing = [...bySession.values()].map((group) => {
    const [keep, ...others] = group.sort(byPrecedence) as [
      Standing,
      ...Standing[],
    ];
    for (const other of others) {
      const add = keep.isOurs
        ? linesNotInLog(other.lines, keep.lines)
        : linesMissing(other.lines, keep.lines);
      join(keep, other, add);
    }
    return keep;
  }).sort((a, b) =>
    Number(b.isOurs ?? false) - Number(a.isOurs ?? false) ||
    b.lines.length - a.lines.length
  );
  for (let i = 0; i < standing.length; i++) {
    const keep = standing[i] as Standing;
    const known = new Set(keep.lines);
    for (let j = standing.length - 1; j > i; j--) {
      const other = standing[j] as Standing;
      // A log with a state is a session of its own, whatever it repeats.
      if (other.isOurs) continue;
      // Nearly always the first line decides; counting them all is slow.
      if (!other.lines.every((line) => known.has(line))) continue;
      const isAllThere = linesMissing(other.lines, keep.lines).length === 0;
      if (other.lines.length === 0 || !isAllThere) continue;
      join(keep, other, []);
      standing.splice(j, 1);
    }
  }
  return joins;
}

/** Ours first, then by start time; a name with a suffix comes later. */
function byPrecedence(a: SessionLog, b: SessionLog): number {
  const rank = ({ name, isOurs }: SessionLog) =>
    `${isOurs ? 0 : 1} ${name.replace(/\.(?=l1\.jsonl$)/, " ")}`;
  return compareTexts(rank(a), rank(b));
}

/** The session in a log's name; older names have none. */
function sessionOf({ name, session }: SessionLog): string {
  return session ??
    /_([0-9A-Za-z-]{8})\.l1\.jsonl$/.exec(name)?.[1] ?? `of ${name}`;
}
