/**
 * When the work of each section was done. Newer sections say it themselves; of
 * older ones it is computed from the entries they cover, once, and kept in
 * `.cache`. Where their log is gone, the time of writing is all there is.
 */

import { isObject, type JsonObject, objectOf } from "../base/json.ts";
import type { Layout } from "../store/layout.ts";
import { readJson } from "../store/json_file.ts";
import type { Section } from "./memory_text.ts";
import { parseWork, type WorkTime } from "./work_time.ts";

/** What a section says it covers. */
type Covered = Pick<Section, "session" | "from" | "to" | "work">;

/** `.cache/work-times.json`. */
export interface KeptTimes {
  /** By session and range: `FROM/TO`, or "" where the log does not tell. */
  readonly times: Readonly<Record<string, string>>;
  /** Archives of which every section is known, by size and time. */
  readonly archives: Readonly<Record<string, string>>;
  /** When more became known, in milliseconds. */
  readonly changedMs?: number | undefined;
  /** How far a log was read that takes longer than an event has. */
  readonly scan?: LogScan | undefined;
}

export interface LogScan {
  readonly log: string;
  readonly wanted: string;
  readonly offset: number;
  readonly entry: number;
  /** First and last time of each range so far, in milliseconds. */
  readonly seen: Readonly<Record<string, readonly [number, number]>>;
}

export class WorkTimes {
  constructor(readonly kept: KeptTimes) {}

  /** Undefined where only the time of writing is known. */
  of(section: Covered): WorkTime | undefined {
    if (section.work) return section.work;
    const key = keyOf(section);
    return key === undefined
      ? undefined
      : parseWork(this.kept.times[key] ?? "");
  }

  /** The moment to sort and to show it by. */
  at(section: Covered & Pick<Section, "utc">): Date | undefined {
    return this.of(section)?.to ?? section.utc;
  }

  /** Its time is when it was recorded; what a person saved has no other. */
  isRecorded(section: Covered): boolean {
    return section.session !== undefined && this.of(section) === undefined;
  }

  /** No event has looked for its log yet. */
  isOpen(section: Covered): boolean {
    const key = keyOf(section);
    return section.work === undefined && key !== undefined &&
      this.kept.times[key] === undefined;
  }
}

export function keyOf({ session, from, to }: Covered): string | undefined {
  return session === undefined || from === undefined
    ? undefined
    : `${session} ${from}-${to}`;
}

const NOTHING: KeptTimes = { times: {}, archives: {} };

/** What is known by now; nothing is computed. */
export function readWorkTimes(layout: Layout): WorkTimes {
  return new WorkTimes(readKept(layout));
}

export function readKept(layout: Layout): KeptTimes {
  return readJson(layout.workTimes, parseKept) ?? NOTHING;
}

function parseKept(raw: JsonObject): KeptTimes {
  const { scan, changedMs } = raw;
  return {
    times: textsIn(raw["times"]),
    archives: textsIn(raw["archives"]),
    ...(typeof changedMs === "number" ? { changedMs } : {}),
    ...(isObject(scan) && typeof scan["offset"] === "number"
      ? { scan: scan as unknown as LogScan }
      : {}),
  };
}

function textsIn(value: unknown): Record<string, string> {
  const entries = Object.entries(objectOf(value))
    .filter((pair): pair is [string, string] => typeof pair[1] === "string");
  return Object.fromEntries(entries);
}
