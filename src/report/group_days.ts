/** Sessions by the month and the day they began, as they came. */

import type { LocalTime } from "./local_time.ts";
import { isByHand, type ReportSession } from "./report_data.ts";

export interface Day {
  /** `2026-03-02`; "" for sessions nobody knows the time of. */
  readonly day: string;
  readonly sessions: ReportSession[];
}

export interface Month {
  /** `2026-03`, or "". */
  readonly month: string;
  readonly days: Day[];
}

/** Newest first in, newest first out; those without a time last. */
export function groupDays(
  sessions: readonly ReportSession[],
  local: LocalTime,
): Month[] {
  const days = new Map<string, Day>();
  for (const session of sessions) {
    const day = local.day(session.started);
    const known = days.get(day) ?? { day, sessions: [] };
    known.sessions.push(session);
    days.set(day, known);
  }
  const months = new Map<string, Month>();
  const sorted = [...days.values()].sort((a, b) =>
    a.day < b.day ? 1 : a.day > b.day ? -1 : 0
  );
  for (const one of sorted) {
    const month = one.day.slice(0, 7);
    const known = months.get(month) ?? { month, days: [] };
    known.days.push(one);
    months.set(month, known);
  }
  return [...months.values()];
}

/** What a month has, with what was saved by hand apart. */
export function countMonth({ days }: Month) {
  const all = days.flatMap(({ sessions }) => sessions);
  const byHand = all.filter(isByHand).length;
  return { all: all.length, sessions: all.length - byHand, byHand };
}
