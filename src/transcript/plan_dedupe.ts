/**
 * Which session logs hold the same session, and what to do about it: the
 * fullest stays and gets what only another one has. No entry is lost.
 */

export interface SessionLog {
  readonly name: string;
  /** Whole lines, each with its newline. */
  readonly lines: readonly string[];
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
    .map(({ name, lines }) => ({ name, lines: [...lines] }))
    .sort((a, b) => b.lines.length - a.lines.length);
  for (let i = 0; i < standing.length; i++) {
    const keep = standing[i] as (typeof standing)[number];
    const known = new Set(keep.lines);
    for (let j = standing.length - 1; j > i; j--) {
      const other = standing[j] as (typeof standing)[number];
      const same = sessionOf(keep.name) === sessionOf(other.name);
      // Nearly always the first line tells; counting them all takes long.
      if (!same && !other.lines.every((line) => known.has(line))) continue;
      const add = linesMissing(other.lines, keep.lines);
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
function sessionOf(name: string): string {
  return /_([0-9A-Za-z-]{8})\.l1\.jsonl$/.exec(name)?.[1] ?? `of ${name}`;
}

/** The lines of `all` that `known` does not have, each as often as needed. */
export function linesMissing(
  all: readonly string[],
  known: readonly string[],
): string[] {
  const counts = new Map<string, number>();
  for (const line of known) counts.set(line, (counts.get(line) ?? 0) + 1);
  return all.filter((line) => {
    const left = counts.get(line) ?? 0;
    if (left > 0) counts.set(line, left - 1);
    return left === 0;
  });
}

export function splitLines(text: string): string[] {
  return text.match(/[^\n]+(?:\n|$)/g)?.map((line) =>
    line.endsWith("\n") ? line : `${line}\n`
  ) ?? [];
}
