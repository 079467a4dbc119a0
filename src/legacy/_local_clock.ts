/**
 * Local time to UTC: by a fixed offset, or by a time zone with its daylight
 * saving. A wall time is a number of milliseconds as if it were UTC, so that the
 * clock of this machine plays no part.
 */

import { DAY_MS, MINUTE_MS } from "../base/durations.ts";
import { renderOffset } from "../base/local_stamp.ts";

/** From the Baker Islands to the Line Islands. */
const MIN_OFFSET_MINUTES = -12 * 60;
const MAX_OFFSET_MINUTES = 14 * 60;

export interface WallClock {
  /** For people: "+09:00", "Europe/Berlin". */
  readonly name: string;
  /**
   * The moments at which the clock showed this, earliest first: two in the hour
   * that comes twice in autumn. In the hour skipped in spring, the moment of a
   * clock that was not put forward yet.
   */
  momentsOf(wall: number): readonly number[];
  wallAt(moment: number): number;
}

/** `+09:00`, `-0330`, `+9`; undefined if it is no offset. */
export function parseOffset(text: string): number | undefined {
  const [, sign, hours, minutes = "0"] =
    /^([+-])(\d\d?)(?::([0-5]\d))?$/.exec(text) ??
      /^([+-])(\d\d)([0-5]\d)$/.exec(text) ?? [];
  if (hours === undefined) return undefined;
  const value = (sign === "-" ? -1 : 1) *
    (Number(hours) * 60 + Number(minutes));
  return value >= MIN_OFFSET_MINUTES && value <= MAX_OFFSET_MINUTES
    ? value
    : undefined;
}

export function fixedClock(offsetMinutes: number): WallClock {
  const ahead = offsetMinutes * MINUTE_MS;
  return {
    name: renderOffset(offsetMinutes),
    momentsOf: (wall) => [wall - ahead],
    wallAt: (moment) => moment + ahead,
  };
}

/** Undefined if there is no such zone. */
export function zoneClock(name: string): WallClock | undefined {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone: name,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  } catch {
    return undefined;
  }
  const wallAt = (moment: number) => {
    const parts = format.formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]);
    const { year, month, day, hour, minute, second } = Object.fromEntries(
      parts,
    );
    return Date.UTC(year, month - 1, day, hour, minute, second);
  };
  const aheadAt = (moment: number) => wallAt(moment) - moment;
  return {
    name: format.resolvedOptions().timeZone,
    wallAt,
    momentsOf(wall) {
      const before = aheadAt(wall - DAY_MS);
      const after = aheadAt(wall + DAY_MS);
      const found = [...new Set([wall - before, wall - after])]
        .filter((moment) => wallAt(moment) === wall)
        .sort((a, b) => a - b);
      return found.length > 0 ? found : [wall - before];
    },
  };
}
