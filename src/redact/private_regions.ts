/**
 * Takes out what the user wrapped in `<private>…</private>`. A tag may have
 * attributes and be in any case; regions nest; one that is never closed reaches
 * to the end. Code fences make no difference: private is private.
 */

const PRIVATE_MARK = "[PRIVATE]";

/** A tag without its end was cut off, and opens a region all the same. */
const TAG = /<\s*(\/?)\s*private(?:\s[^<>]*)?(?:>|$)/iy;

interface Stripped {
  readonly text: string;
  /** How many regions are still open at the end of the text. */
  readonly depth: number;
  /** How many outermost regions begin in the text. */
  readonly regions: number;
}

/** Replaces every private region by a mark; `depth` is what earlier text left open. */
export function stripPrivate(text: string, depth = 0): Stripped {
  let kept = depth > 0 && text.trim() !== "" ? PRIVATE_MARK : "";
  let keptTo = 0;
  let regions = 0;
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at + 1)) {
    TAG.lastIndex = at;
    const tag = TAG.exec(text);
    if (tag === null) continue;
    const closes = tag[1] !== "";
    if (closes && depth === 0) continue;
    if (!closes && depth === 0) {
      kept += text.slice(keptTo, at) + PRIVATE_MARK;
      regions++;
    }
    depth += closes ? -1 : 1;
    if (depth === 0) keptTo = at + tag[0].length;
  }
  if (depth === 0) kept += text.slice(keptTo);
  return { text: kept, depth, regions };
}

const ALONE = /^[ \t]*<\s*private(?:\s[^<>]*)?>[ \t]*\r?$/im;

/**
 * Whether a prompt keeps its whole turn private: the tag alone on a line, and
 * nothing closes it.
 */
export function opensPrivateTurn(prompt: string): boolean {
  return ALONE.test(prompt) && stripPrivate(prompt).depth > 0;
}
