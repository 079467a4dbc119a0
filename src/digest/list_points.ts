/**
 * The points of a list that nobody came back to: asked for and not spoken of,
 * or put off and not taken up again. Judged by their words.
 */

import type { Turn } from "./turns.ts";
import { cut, unitsOf } from "./wording.ts";
import type { L1Entry } from "../session/log_entry.ts";

const MOST_POINTS = 3;
const POINT_CHARS = 60;
/** A longer list is material, not a list of wishes. */
const MOST_ASKED = 12;
/** Of a point's words, how many make it one that was spoken of. */
const MENTIONED_SHARE = 0.7;
/** Inflection changes the end of a word. */
const STEM_CHARS = 5;
const TELLING_WORD = /[\p{L}\p{N}_]{4,}|[\u1100-\uffdc]{2,}/gu;

/** Points of a request that nothing said or done since comes to. */
export function unmentionedPoints(
  { request, from }: Turn,
  entries: readonly L1Entry[],
): string {
  const points = unitsOf(request).filter(({ item }) => item)
    .map(({ text }) => text);
  if (points.length < 2 || points.length > MOST_ASKED) return "";
  const missing = notIn(points, spoken(entries.slice(from + 1)));
  // An answer that repeats hardly any point uses other words, that is all.
  return missing.length * 2 > points.length
    ? ""
    : list("Asked for and not mentioned since", missing);
}

/** What the newest such list left to do, where nothing came back to it. */
export function putOff(
  turns: readonly Turn[],
  entries: readonly L1Entry[],
): string {
  const earlier = turns.slice(0, -1).map((turn, at) => ({
    next: turns[at + 1]?.from ?? entries.length,
    points: turn.ended
      ? unitsOf(turn.words).filter(({ text, open }) =>
        open && !/[:：]$/.test(text)
      )
      : [],
  }));
  const newest = earlier.findLast(({ points }) => points.length > 0);
  if (newest === undefined) return "";
  return list(
    "Put off before",
    notIn(
      newest.points.map(({ text }) => text),
      spoken(entries.slice(newest.next)),
    ),
  );
}

function list(label: string, points: readonly string[]): string {
  if (points.length === 0) return "";
  const shown = points.slice(0, MOST_POINTS)
    .map((point) => cut(point, POINT_CHARS)).join("; ");
  const more = points.length - MOST_POINTS;
  return `${label}: ${shown}${more > 0 ? `; ${more} more` : ""}`;
}

/** All that was asked, said and done. */
function spoken(entries: readonly L1Entry[]): string {
  return entries.map((entry) =>
    entry.role === "tool"
      ? `${entry.cmd ?? ""} ${entry.info ?? ""} ${entry.target ?? ""}`
      : entry.text
  ).join("\n").toLowerCase();
}

function notIn(points: readonly string[], text: string): string[] {
  return points.filter((point) => {
    const words = point.toLowerCase().match(TELLING_WORD) ?? [];
    const found = words.filter((word) =>
      text.includes(word.slice(0, STEM_CHARS))
    );
    return found.length < MENTIONED_SHARE * words.length;
  });
}
