/**
 * Text as `forget` compares it: letters and digits in lower case, one blank for
 * whatever else is between them. Markdown, quotes and line breaks do not count.
 */

const BETWEEN = /[^\p{L}\p{N}\p{M}]+/gu;

/** Most texts are ASCII, for which it is several times as fast. */
const NOT_ASCII = /[^\0-\x7f]/;
const BETWEEN_ASCII = /[^a-z0-9]+/g;

export function normalText(text: string): string {
  if (!NOT_ASCII.test(text)) {
    return text.toLowerCase().replace(BETWEEN_ASCII, " ").trim();
  }
  return text.normalize("NFKC").toLowerCase().replace(BETWEEN, " ").trim();
}

/** The same of text with JSON's escapes in it, however deep they are nested. */
export const normalOfEscaped = (text: string) =>
  normalText(decodeEscapes(text));

/** JSON's escapes as what they stand for; those of blanks as one blank. */
export function decodeEscapes(text: string): string {
  return text.replace(
    /\\+u([0-9a-f]{4})/gi,
    (_, hex) => String.fromCharCode(parseInt(hex, 16)),
  ).replace(/\\+[nrtbf]/g, " ");
}

/** A text with the place of each unit of its normal form. */
interface Mapped {
  /** What the places are of: the text in composed form. */
  readonly composed: string;
  readonly normal: string;
  /** Where the character of each unit begins, and where the last one ends. */
  readonly places: readonly number[];
}

export function mapNormal(text: string): Mapped {
  const composed = text.normalize("NFKC");
  let [normal, at] = ["", 0];
  const places: number[] = [];
  const put = (units: string, from: number) => {
    normal += units;
    for (let i = 0; i < units.length; i++) places.push(from);
  };
  let blankAt = -1;
  for (const char of composed) {
    if (/[\p{L}\p{N}\p{M}]/u.test(char)) {
      if (blankAt >= 0 && normal !== "") put(" ", blankAt);
      blankAt = -1;
      put(char.toLowerCase(), at);
    } else if (blankAt < 0) blankAt = at;
    at += char.length;
  }
  places.push(blankAt < 0 ? at : blankAt);
  return { composed, normal, places };
}
