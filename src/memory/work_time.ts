/**
 * When work was done, as opposed to when it was written down: the times of the
 * first and the last entry that a section speaks of. To the minute, in UTC.
 */

export interface WorkTime {
  readonly from: Date;
  readonly to: Date;
}

const TIME = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\dZ`;
const COMMENT = new RegExp(
  `^<!--\\s*work\\s+(${TIME})/(${TIME})(?:\\s*·\\s*commit\\s+([0-9a-f]{40}))?\\s*-->\\s*$`,
);
const RANGE = new RegExp(`^(${TIME})/(${TIME})$`);

/** `2026-11-12T13:02Z/2026-11-13T00:40Z` */
export function renderWork({ from, to }: WorkTime): string {
  return `${minuteOf(from)}/${minuteOf(to)}`;
}

export function parseWork(text: string): WorkTime | undefined {
  return readRange(RANGE.exec(text));
}

export function renderWorkComment(work: WorkTime, commit = ""): string {
  const place = /^[0-9a-f]{40}$/.test(commit) ? ` · commit ${commit}` : "";
  return `<!-- work ${renderWork(work)}${place} -->`;
}

/**
 * The second comment of a section: its work, and where the checkout was when it
 * was cut. Undefined for any other line.
 */
export function readWorkComment(line: string) {
  const found = COMMENT.exec(line);
  const work = readRange(found);
  const commit = found?.[3];
  return work && { work, ...(commit && { commit }) };
}

/** The range of some entries; undefined if none of them has a time. */
export function workTimeOf(
  entries: readonly { readonly ts?: string }[],
): WorkTime | undefined {
  let first = Infinity;
  let last = -Infinity;
  for (const { ts } of entries) {
    const at = readTime(ts);
    if (at < first) first = at;
    if (at > last) last = at;
  }
  return first > last
    ? undefined
    : { from: new Date(first), to: new Date(last) };
}

/** Milliseconds; NaN for what is no time of an entry. */
export function readTime(ts: unknown): number {
  return typeof ts === "string" && /^\d{4}-\d\d-\d\dT/.test(ts)
    ? Date.parse(ts)
    : Number.NaN;
}

function readRange(found: RegExpExecArray | null): WorkTime | undefined {
  const [, from = "", to = ""] = found ?? [];
  const work = { from: new Date(from), to: new Date(to) };
  return work.from <= work.to ? work : undefined;
}

/** Not rounded: a section may not be dated after its work. */
function minuteOf(time: Date): string {
  return `${time.toISOString().slice(0, 16)}Z`;
}
