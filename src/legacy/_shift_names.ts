/**
 * Files that the earlier generation named in local time get a name in UTC.
 * Their content often shows when they were written: a name that already fits it
 * is in UTC.
 */

import { MINUTE_MS } from "../base/durations.ts";
import type { WallClock } from "./_local_clock.ts";
import { render, wallOf } from "./_shift_headers.ts";

export interface NamedFile {
  readonly name: string;
  /** It was named between these moments, or shortly after. */
  readonly written?: { readonly from: number; readonly to: number };
}

export interface Rename {
  readonly from: string;
  readonly to: string;
}

/** How far off a name may be: it is chosen when something is first saved. */
const SLACK_MS = 30 * MINUTE_MS;

const SESSION_FILE = /^(\d{4}-\d\d-\d\d)_(\d\d)(\d\d)(\d\d)?([._].*)$/;
const ARCHIVE_FILE =
  /^memory_(\d{4})(\d\d)(\d\d)_(\d\d)(\d\d)(\d\d)(\.md|\.summary\.json)$/;

/**
 * In an order that works: a file whose name another one needs is renamed
 * first.
 */
export function planRenames(
  files: readonly NamedFile[],
  clock: WallClock,
  before = Infinity,
): Rename[] {
  const moves = files.flatMap(({ name, written }) => {
    const wall = wallIn(name);
    if (wall === undefined || wall >= before) return [];
    const moment = clock.momentsOf(wall)[0] ?? wall;
    if (moment === wall || (written && fitsBetter(wall, moment, written))) {
      return [];
    }
    return [{ from: name, to: renamed(name, moment), shift: moment - wall }];
  });
  // To earlier times the earliest goes first, to later ones the latest.
  const order = moves.some(({ shift }) => shift < 0) ? 1 : -1;
  return moves.sort((a, b) => a.from < b.from ? -order : order)
    .map(({ from, to }) => ({ from, to }));
}

/** The time in a name, as if it were UTC. */
function wallIn(name: string): number | undefined {
  const [, day = "", hour = "", minute = ""] = SESSION_FILE.exec(name) ?? [];
  if (day !== "") return wallOf(day, hour, minute);
  const [, y, mo, d, h = "", mi = ""] = ARCHIVE_FILE.exec(name) ?? [];
  return y === undefined ? undefined : wallOf(`${y}-${mo}-${d}`, h, mi);
}

function renamed(name: string, moment: number): string {
  const stamp = render(moment);
  const [found, , , , seconds = "", tail = ""] = SESSION_FILE.exec(name) ?? [];
  if (found !== undefined) return `${stamp}${seconds}${tail}`;
  const [, , , , , , second = "", end = ""] = ARCHIVE_FILE.exec(name) ?? [];
  const time = stamp.replaceAll("-", "");
  return `memory_${time}${second}${end}`;
}

/** Whether the current name fits better than the new one. */
function fitsBetter(
  wall: number,
  moment: number,
  { from, to }: NonNullable<NamedFile["written"]>,
): boolean {
  const distance = (time: number) =>
    Math.max(0, from - SLACK_MS - time, time - to - SLACK_MS);
  if (distance(wall) !== distance(moment)) {
    return distance(wall) < distance(moment);
  }
  // A long session: files are named when it begins or when it ends.
  const edge = (time: number) =>
    Math.min(Math.abs(time - from), Math.abs(time - to));
  return edge(wall) <= edge(moment);
}
