/** How long ago something was, as people say it. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const LONG_AGO_DAYS = 60;

/** "just now", "3 minutes ago", "2 days ago", or a date. */
export function timeAgo(then: Date, now: Date): string {
  const age = now.getTime() - then.getTime();
  // In the future: the clock was set back, or the file is from another machine.
  if (age < -MINUTE_MS) return `at ${minuteOf(then)}`;
  if (age < MINUTE_MS) return "just now";
  if (age < HOUR_MS) return ago(age / MINUTE_MS, "minute");
  if (age < DAY_MS) return ago(age / HOUR_MS, "hour");
  if (age < LONG_AGO_DAYS * DAY_MS) return ago(age / DAY_MS, "day");
  return `on ${then.toISOString().slice(0, 10)}`;
}

/** The short form: "now", "3m", "2d". */
export function shortAge(then: Date, now: Date): string {
  const age = Math.max(0, now.getTime() - then.getTime());
  if (age < MINUTE_MS) return "now";
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)}m`;
  if (age < DAY_MS) return `${Math.floor(age / HOUR_MS)}h`;
  return `${Math.floor(age / DAY_MS)}d`;
}

function ago(amount: number, unit: string): string {
  const whole = Math.floor(amount);
  return `${whole} ${unit}${whole === 1 ? "" : "s"} ago`;
}

const minuteOf = (time: Date) =>
  `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;
