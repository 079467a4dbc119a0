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
const FRAME = 124;

/**
 * White space and the case of ASCII letters do not matter, nor does the dash
 * of a list item or the mark of a frame. What a line has before a parenthesis is a unit as well: there
 * a fact comes with its reason and day behind it.
 */
export function textUnits(text: string): TextUnit[] {
  const units: TextUnit[] = [];
  let digest = FNV_START;
  let length = 0;
  let isEnd = false;
  for (let at = 0; at < text.length; at++) {
    let code = text.charCodeAt(at);
    if (code <= 32) {
      if (length > 0 && (isEnd || code === NEWLINE)) {
        units.push({ digest: digest >>> 0, length });
        digest = FNV_START;
        length = 0;
      }
      continue;
    }
    if (length === 0 && (code === DASH || code === FRAME)) continue;
    isEnd = code < 64
      ? code === 46 || code === 33 || code === 63
      : isStop(code);
    if (code < 91) {
      if (code === OPENING && length > 0) {
        units.push({ digest: digest >>> 0, length });
      }
      if (code > 64) code += 32;
    }
    digest = Math.imul(digest ^ code, FNV_PRIME);
    length++;
  }
  if (length > 0) units.push({ digest: digest >>> 0, length });
  return units;
}

/** What Chinese, Japanese and Korean have for `.`, `!` and `?`. */
const isStop = (code: number) =>
  code > 0x3000 && (code === 0x3002 || code === 0xff01 || code === 0xff1f);
