/**
 * The sentences and lines of a text as digests, to know them again without
 * keeping their words. One pass without expressions: every start makes it.
 */

export interface TextUnit {
  readonly digest: number;
  /** Characters that count: no white space. */
  readonly length: number;
}

const FNV_START = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const NEWLINE = 10;
const DASH = 45;
const OPENING = 40;

/**
 * White space and the case of ASCII letters do not matter, nor does the dash
 * of a list item. What a line has before a parenthesis is a unit as well: there
 * a fact stands with its reason and day behind it.
 */
export function textUnits(text: string): TextUnit[] {
  const units: TextUnit[] = [];
  let [digest, length] = [FNV_START, 0];
  const push = () => {
    if (length > 0) units.push({ digest: digest >>> 0, length });
  };
  let former = NEWLINE;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isSpace = code <= 32 || code === 0xa0;
    if (code === NEWLINE || (isSpace && endsSentence(former))) {
      push();
      [digest, length] = [FNV_START, 0];
    }
    if (code === OPENING) push();
    former = code;
    if (isSpace || (code === DASH && length === 0)) continue;
    const folded = code >= 65 && code <= 90 ? code + 32 : code;
    digest = Math.imul(digest ^ folded, FNV_PRIME);
    length++;
  }
  push();
  return units;
}

/** `.`, `!`, `?` and what Chinese, Japanese and Korean have for them. */
function endsSentence(code: number): boolean {
  return code === 46 || code === 33 || code === 63 || code === 0x3002 ||
    code === 0xff01 || code === 0xff1f;
}
