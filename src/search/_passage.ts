/** Whole lines or sentences of a text that hold the words of a question. */

import { findMatches, type WordWeights } from "./_snippet.ts";

/** Words further in are not looked for. */
const MAX_CHARS = 20_000;

const HEADING = /^\s*$|^#{1,6} |^\*\*[^*]+\*\*:?\s*$/;

/** Where a passage leaves out what is before it, and what is after. */
const BEFORE = "… ";
const AFTER = " …";

/** At most `most` characters; undefined if no sentence that short has any of them. */
export function cutPassage(
  text: string,
  weights: WordWeights,
  most: number,
): string | undefined {
  const maxChars = most - BEFORE.length - AFTER.length;
  const units = splitUnits(text.slice(0, MAX_CHARS))
    .map((unit) => ({ unit, matches: findMatches(unit, weights) }));
  let best: { from: number; to: number; worth: number } | undefined;
  units.forEach((first, from) => {
    if (first.matches.length === 0) return;
    const seen = new Set<string>();
    let [worth, chars] = [0, 0];
    for (let to = from; to < units.length; to++) {
      const { unit, matches } = units[to] as typeof first;
      chars += unit.length;
      if (chars > maxChars) break;
      for (const { term, weight } of matches) {
        if (!seen.has(term)) worth += weight;
        seen.add(term);
      }
      if (best === undefined || worth > best.worth) best = { from, to, worth };
    }
  });
  if (best === undefined) return undefined;
  return fill(units.map(({ unit }) => unit), best, maxChars);
}

/** What follows and precedes, as far as there is room for it. */
function fill(
  units: readonly string[],
  { from, to }: { from: number; to: number },
  maxChars: number,
): string {
  let [start, end] = [from, to];
  let chars = units.slice(from, to + 1).join("").length;
  const fits = (at: number) => chars + (units[at]?.length ?? Infinity);
  while (fits(end + 1) <= maxChars) chars = fits(++end);
  while (fits(start - 1) <= maxChars) chars = fits(--start);
  // A heading whose text did not fit says nothing.
  while (end > to && HEADING.test(units[end] ?? "")) end--;
  const isLeftOut = (part: readonly string[]) =>
    part.some((unit) => !HEADING.test(unit));
  const before = isLeftOut(units.slice(0, start)) ? BEFORE : "";
  const after = isLeftOut(units.slice(end + 1)) ? AFTER : "";
  const chosen = units.slice(start, end + 1).join("");
  return before + chosen.replace(/\n{2,}/g, "\n").trim() + after;
}

/** Lines, and the sentences of long ones; joined they are the text. */
function splitUnits(text: string): string[] {
  return text.replaceAll("\r\n", "\n").split(/(?<=\n)/).flatMap((line) =>
    line.length > 200 ? line.split(/(?<=[.!?]\s+)(?=\S)|(?<=[。！？])/) : [line]
  );
}
