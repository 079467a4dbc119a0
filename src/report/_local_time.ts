/** Days and times as the user's own clock showed them. */

import { shiftedBy } from "../base/local_stamp.ts";
import { dayOf } from "../base/utc_time.ts";

const WEEKDAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday"
  .split(" ");
const MONTHS = ("January February March April May June July August September " +
  "October November December").split(" ");

export class LocalTime {
  constructor(readonly offsetMinutes: (at: Date) => number) {}

  /** Milliseconds that read as local time in UTC; undefined for no moment. */
  msOf(iso: string | null): number | undefined {
    const at = new Date(iso ?? Number.NaN);
    if (Number.isNaN(at.getTime())) return undefined;
    // A fact has a day and no time: it is the same day everywhere.
    if (iso?.length === "2026-03-02".length) return at.getTime();
    return shiftedBy(at, this.offsetMinutes(at)).getTime();
  }

  /** `2026-03-02`, or "". */
  day(iso: string | null): string {
    const ms = this.msOf(iso);
    return ms === undefined ? "" : isoDay(ms);
  }

  /** `09:31`, or "". */
  time(iso: string | null): string {
    const ms = this.msOf(iso);
    return ms === undefined ? "" : new Date(ms).toISOString().slice(11, 16);
  }
}

export const isoDay = (ms: number) => dayOf(new Date(ms));

/** `2026-03-02` → "Monday 2 March 2026". */
export function longDay(day: string): string {
  const weekday = WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()];
  return `${weekday} ${plainDay(day)}`;
}

/** `2026-03-02` → "2 March 2026". */
export function plainDay(day: string): string {
  return `${Number(day.slice(8))} ${monthName(day)}`;
}

/** `2026-03…` → "March 2026". */
export function monthName(day: string): string {
  return `${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;
}

/** `2026-03-02` → "2 Mar". */
export function shortDay(day: string): string {
  return `${Number(day.slice(8))} ${monthName(day).slice(0, 3)}`;
}
