/**
 * The newest part of memory.md. A session is given a few thousand characters of
 * it, so the rest is only counted.
 */

import { keepBothSides } from "../base/conflict_markers.ts";
import { parseMemory, type Section } from "./memory_text.ts";
import { STAMP_HEADER } from "../base/safe_text.ts";

export interface RecentMemory {
  readonly preamble: string;
  /** Oldest first, the last of the file. */
  readonly sections: readonly Section[];
  readonly older: number;
  /** Whether any section is of this session, by the beginning of its id. */
  readonly mentions: (session: string) => boolean;
}

/** Whole sections of at least `units` characters, if there are so many. */
export function recentMemory(whole: string, units: number): RecentMemory {
  const text = keepBothSides(whole);
  const headers = findStamps(text);
  const first = headers.findLastIndex((at) => text.length - at >= units);
  const from = headers[Math.max(0, first)] ?? 0;
  const tail = parseMemory(text.slice(first <= 0 ? 0 : from));
  return {
    preamble: first <= 0
      ? tail.preamble
      : text.slice(0, headers[0] ?? text.length),
    sections: tail.sections,
    older: Math.max(0, first),
    mentions: (session) =>
      text.includes(session) &&
      new RegExp(`^<!--\\s*session\\s+${session}(?![\\w-])`, "m").test(text),
  };
}

/** Longer than any stamp. */
const STAMP_CHARS = 60;

/** Where stamped headers begin: found by their line breaks, which is quick. */
function findStamps(text: string): number[] {
  const found: number[] = [];
  for (let at = 0; at >= 0;) {
    if (text.startsWith("##", at)) {
      if (STAMP_HEADER.test(text.slice(at, at + STAMP_CHARS))) found.push(at);
    }
    const end = text.indexOf("\n##", at);
    at = end < 0 ? -1 : end + 1;
  }
  return found;
}
