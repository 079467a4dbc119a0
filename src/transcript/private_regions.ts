/**
 * Takes out what the user wrapped in `<private>…</private>`. A tag may carry
 * attributes and stand in any case; regions nest; one that is never closed
 * reaches to the end. Code fences give no shelter: private is private.
 */

export const PRIVATE_MARK = "[PRIVATE]";

/** The second alternative is a tag that was cut off before its end. */
const TAG = /<\s*(\/?)\s*private(?:\s[^<>]*)?(?:>|$)/gi;

export interface Stripped {
  readonly text: string;
  /** How many regions are still open at the end of the text. */
  readonly depth: number;
  /** How many outermost regions began in the text. */
  readonly regions: number;
}

/** Replaces every private region by a mark. `depth` is what the text before left open. */
export function stripPrivate(text: string, depth = 0): Stripped {
  if (depth === 0 && !text.includes("<")) return { text, depth, regions: 0 };
  let kept = "";
  let keptTo = 0;
  let regions = 0;
  if (depth > 0) kept = text.trim() === "" ? "" : PRIVATE_MARK;
  for (const tag of text.matchAll(TAG)) {
    const closes = tag[1] !== "";
    if (closes && depth === 0) continue;
    if (!closes && depth === 0) {
      kept += text.slice(keptTo, tag.index) + PRIVATE_MARK;
      regions++;
    }
    depth += closes ? -1 : 1;
    if (depth === 0) keptTo = tag.index + tag[0].length;
  }
  if (depth === 0) kept += text.slice(keptTo);
  return { text: kept, depth, regions };
}
