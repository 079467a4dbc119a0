/** Days and ISO weeks, in UTC. A day is `YYYY-MM-DD`. */

const DAY_MS = 86_400_000;

/** Midnight of a day, or undefined when there is no such day. */
export function timeOfDay(day: string): number | undefined {
  const time = Date.parse(`${day}T00:00:00.000Z`);
  // Date.parse takes 30 February for 2 March.
  return !isNaN(time) && dayOf(time) === day ? time : undefined;
}

export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** `YYYY-Www`: the week belongs to the year its Thursday is in. */
export function weekOf(day: number): string {
  const thursday = new Date(day + (4 - weekdayOf(day)) * DAY_MS);
  const year = thursday.getUTCFullYear();
  const days = (thursday.getTime() - Date.UTC(year, 0, 1)) / DAY_MS;
  const week = Math.floor(days / 7) + 1;
  return `${year}-W${String(week).padStart(2, "0")}`;
}

/** Midnight of the Sunday that ends a week, or undefined when there is none. */
export function lastDayOf(week: string): number | undefined {
  const [, year, number] = /^(\d{4})-W(\d{2})$/.exec(week) ?? [];
  if (year === undefined) return undefined;
  // 4 January is always in week 1.
  const first = Date.UTC(Number(year), 0, 4);
  const sunday = first +
    (7 - weekdayOf(first) + (Number(number) - 1) * 7) * DAY_MS;
  return weekOf(sunday) === week ? sunday : undefined;
}

/** Whole days from one day to another. */
export function daysBetween(from: number, to: number): number {
  return Math.floor((to - from) / DAY_MS);
}

/** Monday is 1, Sunday is 7. */
function weekdayOf(day: number): number {
  return new Date(day).getUTCDay() || 7;
}
