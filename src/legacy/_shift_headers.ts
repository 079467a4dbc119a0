/**
 * Headers that the earlier generation wrote in local time become UTC, followed
 * by the local time; broken ones are fixed where the time can still be read. A
 * header with a local time was converted before, or never needed it, so a second
 * run changes nothing.
 */

import { findHeaders } from "../memory/memory_text.ts";
import { linesOf } from "../base/lines.ts";
import { fenceAfter } from "../base/markdown_fence.ts";
import { exactTime, minuteStamp } from "../base/utc_time.ts";
import type { WallClock } from "./_local_clock.ts";

export interface HeaderChange {
  /** From 1. */
  readonly line: number;
  readonly from: string;
  readonly to: string;
}

const STAMPED =
  /^(-e[ \t]+)?##[ \t]+(\d{4}-\d\d-\d\d)_(\d\d)(\d\d)(?!\d)([^\r\n]*)/;
/** Placeholders that `date` did not fill in: `%Y`, `%%Y`. */
const UNFILLED = /%{1,2}[YmdHM]/;
const BROKEN =
  /^(?:-e[ \t]+##[ \t]+\d{4}-\d\d-\d\d_|(?:-e[ \t]+)?##[ \t].*%{1,2}[YmdHM])/;
const LOCAL = /\(local (\d\d)-(\d\d)_(\d\d)(\d\d)\)/;

/**
 * `before` is a wall time: anything written later is UTC already. `broken` are
 * headers without a readable time.
 */
export function shiftHeaders(
  text: string,
  clock: WallClock,
  before = Infinity,
) {
  const lines = linesOf(text);
  const changes: HeaderChange[] = [];
  const broken: { line: number; header: string }[] = [];
  const headers = findHeaderLines(lines);
  let last: number | undefined;
  for (const [k, at] of headers.entries()) {
    const line = lines[at] ?? "";
    const old = line.replace(/\r?\n$/, "");
    const later = headers.slice(k + 1)
      .map((i) => stampOf(lines[i] ?? "")?.wall)
      .find((wall) => wall !== undefined);
    const read = readHeader(old, { clock, before, last, later });
    last = read?.moment ?? last;
    if (read === undefined) broken.push({ line: at + 1, header: old });
    else if (read.header !== old) {
      lines[at] = read.header + line.slice(old.length);
      changes.push({ line: at + 1, from: old, to: read.header });
    }
  }
  return { text: lines.join(""), changes, broken };
}

/** Headers that may be in local time, or have no readable time. */
export function countUnclearHeaders(text: string): number {
  const lines = linesOf(text);
  return findHeaderLines(lines).map((at) => lines[at] ?? "")
    .filter((line) => BROKEN.test(line) || !LOCAL.test(line)).length;
}

/** Section headers, also broken ones; not in code. */
function findHeaderLines(lines: readonly string[]): number[] {
  const found = new Set(findHeaders(lines));
  let open: string | undefined;
  for (const [i, line] of lines.entries()) {
    if (open === undefined && BROKEN.test(line)) found.add(i);
    open = fenceAfter(open, line);
  }
  return [...found].sort((a, b) => a - b);
}

interface Around {
  readonly clock: WallClock;
  readonly before: number;
  readonly last: number | undefined;
  /** The next header's time, local or UTC. */
  readonly later: number | undefined;
}

/** Undefined if it has no readable time. */
function readHeader(old: string, around: Around) {
  const { clock, before, last } = around;
  const stamped = stampOf(old);
  if (stamped === undefined) return repair(old, around);
  const { wall, rest } = stamped;
  const stamp = (moment: number, local: number, tail: string) => ({
    header: `## ${render(moment)} (local ${render(local).slice(5)})${tail}`,
    moment,
  });
  const hasLocal = /\(local /.test(rest);
  if (hasLocal && UNFILLED.test(rest)) {
    const tail = rest.replace(/\s*\(local [^)]*\)?/, "");
    return stamp(wall, clock.wallAt(wall), tail);
  }
  if (hasLocal || wall >= before) {
    return { header: old.replace(/^-e[ \t]+/, ""), moment: wall };
  }
  const moments = clock.momentsOf(wall);
  const moment = moments.find((one) => last === undefined || one >= last) ??
    moments.at(-1) ?? wall;
  return stamp(moment, wall, rest);
}

/** A header of which only the local time was filled in; the year is nearby. */
function repair(old: string, { clock, last, later }: Around) {
  const [found, month, day, hour, minute] = LOCAL.exec(old) ?? [];
  const near = last ?? later;
  if (found === undefined || near === undefined) return undefined;
  const year = new Date(near).getUTCFullYear();
  const [moment] = [year - 1, year, year + 1].flatMap((one) => {
    const wall = wallOf(`${one}-${month}-${day}`, `${hour}`, `${minute}`);
    return wall === undefined ? [] : clock.momentsOf(wall);
  }).sort((a, b) => Math.abs(a - near) - Math.abs(b - near));
  if (moment === undefined) return undefined;
  const tail = old.slice(old.indexOf(found) + found.length);
  return { header: `## ${render(moment)} ${found}${tail}`, moment };
}

function stampOf(line: string) {
  const [, , day, hour, minute, rest = ""] = STAMPED.exec(line) ?? [];
  const wall = wallOf(`${day}`, `${hour}`, `${minute}`);
  return wall === undefined ? undefined : { wall, rest };
}

/** Undefined for a time that does not exist, such as month 13. */
export function wallOf(day: string, hour: string, minute: string) {
  return exactTime(`${day}T${hour}:${minute}:00.000Z`);
}

/** `YYYY-MM-DD_HHMM` */
export const render = (moment: number) => minuteStamp(new Date(moment));
