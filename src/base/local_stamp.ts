/** A moment as a clock on the wall showed it, and how far that is from UTC. */

import { MINUTE_MS } from "./durations.ts";
import type { World } from "./world.ts";

/** A clock and how far it is ahead of UTC, in minutes. */
export interface Here {
  readonly now: Date;
  readonly offsetMinutes: number;
  /** The same at another moment, where that is known: clocks change. */
  readonly offsetAt?: (at: Date) => number;
}

export function hereOf(world: World): Here {
  const now = world.now();
  return {
    now,
    offsetMinutes: world.localOffsetMinutes(now),
    offsetAt: (at) => world.localOffsetMinutes(at),
  };
}

/** `2026-11-13 01:40 +01:00` */
export function localStamp(at: Date, offsetMinutes: number): string {
  const stamp = shiftedBy(at, offsetMinutes).toISOString().slice(0, 16).replace(
    "T",
    " ",
  );
  return `${stamp} ${
    offsetMinutes === 0 ? "UTC" : renderOffset(offsetMinutes)
  }`;
}

/** A moment that reads in UTC as the clock of that offset showed it. */
export const shiftedBy = (at: Date, offsetMinutes: number) =>
  new Date(at.getTime() + offsetMinutes * MINUTE_MS);

/** `+01:00`, `-03:30` */
export function renderOffset(minutes: number): string {
  const two = (n: number) => String(n).padStart(2, "0");
  const size = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${
    two(size % 60)
  }`;
}
