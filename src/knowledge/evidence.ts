/**
 * Evidence: a quotation that must be in the session log. White space, case, the
 * kind of quotation marks and Markdown's marks for code and bold do not matter;
 * every letter does. Marks around the quotation are removed first. It needs at
 * least four words, or an identifier.
 */

import { includesWhole } from "../base/includes_whole.ts";
import { normaliseText } from "../base/safe_text.ts";

const LEAST_WORDS = 4;
const MOST_CHARS = 4000;

/** A log that is searched for quotations, entry by entry. */
export class QuotableLog {
  readonly #parts: string[];
  #more: (() => readonly string[]) | undefined;

  /** `more` gives the rest of the log; it is called only if needed. */
  constructor(entries: readonly string[], more?: () => readonly string[]) {
    this.#parts = [foldEntries(entries)];
    this.#more = more;
  }

  /** What is wrong with the evidence, or undefined if it is in the log. */
  check(evidence: string): string | undefined {
    if (evidence.length > MOST_CHARS) return "the evidence is too long";
    const quoted = unquote(fold(evidence));
    if (quoted === "") return "no evidence";
    const words = countWords(quoted);
    if (words < LEAST_WORDS && !hasIdentifier(unquote(evidence))) {
      return "the evidence is too short";
    }
    const isThere = words < LEAST_WORDS
      ? this.mentions(quoted)
      : this.#some((text) => includesWhole(text, quoted, areOneWord));
    return isThere ? undefined : "the evidence is not in the session's log";
  }

  /** Whether the log has a name as a whole, not as a part of a longer one. */
  mentions(name: string): boolean {
    const wanted = fold(name);
    return wanted !== "" && this.#some((text) => hasName(text, wanted));
  }

  #some(test: (text: string) => boolean): boolean {
    if (this.#parts.some(test)) return true;
    if (this.#more === undefined) return false;
    this.#parts.push(foldEntries(this.#more()));
    this.#more = undefined;
    return this.#parts.some(test);
  }
}

/** A separator keeps quotations within one entry. */
function foldEntries(entries: readonly string[]): string {
  return `\n${entries.map(fold).join("\n")}\n`;
}

function hasName(text: string, name: string): boolean {
  for (let at = -1; (at = text.indexOf(name, at + 1)) >= 0;) {
    const before = text[at - 1] ?? "";
    const after = text[at + name.length] ?? "";
    if (!isInName(before) && !isInName(after)) return true;
  }
  return false;
}

/** Words with boundaries, which CJK does not have. */
const SPACED =
  /[\p{N}_]|(?!\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana})\p{L}/u;
const areOneWord = (a: string, b: string) => SPACED.test(a) && SPACED.test(b);

const isInName = (char: string) => /[A-Za-z0-9_$]/.test(char);

function fold(text: string): string {
  return normaliseText(text).normalize("NFC").toLowerCase()
    .replace(/[‘’ʼ]/g, "'").replace(/[“”„]/g, '"')
    .replace(/`|\*\*/g, "").replace(/[\s\u200b]+/g, " ").trim();
}

/** Without surrounding quotation marks, ellipses and a final period. */
function unquote(text: string): string {
  return text
    .replace(/^(?:["'`“”‘’«»„「」『』…\s]|\.{3})+/, "")
    .replace(/["'`“”‘’«»„「」『』….。,,;!\s]+$/, "");
}

/** Two letters of Chinese, Japanese or Korean count as a word. */
function countWords(text: string): number {
  let count = 0;
  for (const [word] of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const letters = word.match(
      /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
    )?.length ?? 0;
    count += Math.max(1, Math.floor(letters / 2));
  }
  return count;
}

/** Names that occur in code but not in prose. */
const IDENTIFIERS = [
  /[A-Za-z]\w*_\w+|\w+_[A-Za-z]\w*/, // snake_case, MAX_SIZE
  /[a-z\d][A-Z]|[A-Z]{2,}[a-z]{2,}/, // camelCase, HTMLElement
  /[\w$]\.[A-Za-z]\w*|[\w.-]+\/[\w.-]+/, // tide.ts, src/tide
  /\w+\(\)|::\w|--[a-z][\w-]+/, // round(), a::b, --no-lock
  /\b[A-Z]{6,}\b|\b[A-Za-z]\w*\d/, // ENOENT, sha256
];
const SHORTEST_NAME = 4;

export function hasIdentifier(text: string): boolean {
  return text.length >= SHORTEST_NAME &&
    IDENTIFIERS.some((pattern) => pattern.test(text));
}
