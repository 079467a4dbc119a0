/**
 * When two sentences say the same: by their words, without grammar. Identifiers
 * stay whole, stop words are dropped, English endings are cut, and Chinese,
 * Japanese and Korean, which lack reliable spaces, give pairs of letters.
 *
 * The overlap is the share of the words of both that both have. Words alone
 * cannot tell "use X" from "never use X", 30 from 60 seconds, "enable" from
 * "disable", one file from another, nor "X instead of Y" from "Y instead of X":
 * sentences that differ in such a point are never the same, however alike they
 * look.
 */

import {
  lacks,
  type Preference,
  preferOtherwise,
  readPreference,
  readSides,
  type Sides,
  takeOtherSides,
} from "./_statement_sides.ts";

/** Two facts with this overlap or more are the same. */
const SAME_OVERLAP = 0.6;

export interface Statement {
  readonly words: ReadonlySet<string>;
  /** Words with a digit: numbers, versions, `L1`. */
  readonly numbers: ReadonlySet<string>;
  /** Identifiers, paths and names, spelled as in `words`. */
  readonly names: ReadonlySet<string>;
  readonly isNegative: boolean;
  readonly sides: Sides;
  readonly preference: Preference;
}

const CJK = "\\p{Script=Hangul}\\p{Script=Han}\\p{Script=Hiragana}" +
  "\\p{Script=Katakana}\u30fc";
const WORDS = new RegExp(
  `[${CJK}]+|(?:(?![${CJK}])[\\p{L}\\p{M}\\p{N}_$])+` +
    `(?:[./:\\\\]+(?:(?![${CJK}])[\\p{L}\\p{M}\\p{N}_$])+)*`,
  "gu",
);
const IS_CJK = new RegExp(`^[${CJK}]`, "u");

const STOP_WORDS = new Set(
  ("a an the of to in on at for with by from into and or but if is are was " +
    "were be been being it its this that these those as we i you they he she " +
    "our your their my will would shall should can could may might must do " +
    "does did done have has had so than then there when where which who what " +
    "also just very please always all any not no never without don t avoid " +
    "cannot nor").split(" "),
);

/** Said or meant as "not", in the languages most often seen. */
const NEGATIONS = [
  /\b(?:not|no|never|without|cannot|nor|avoid\w*|forbid\w*|forbidden|disallow\w*|refus\w+|stop(?:s|ped)?|instead of|rather than)\b/i,
  /n['’]t\b/i,
  /않|못\s?하|금지|마라|마세요|말\s?것|말자|말고|하지\s?마|없|(?<![가-힣])안\s(?=[가-힣])/,
  /ない|ません|禁止|避け|なし|ずに/,
  /不|没|沒|勿|禁|别|未(?!来|來)/,
];

export function readStatement(text: string): Statement {
  const plain = text.normalize("NFC");
  const words = new Set<string>();
  const numbers = new Set<string>();
  const names = new Set<string>();
  for (const { 0: found, index } of plain.matchAll(WORDS)) {
    if (IS_CJK.test(found)) {
      for (const pair of pairs(found)) words.add(pair);
      continue;
    }
    const word = found.toLowerCase();
    if (STOP_WORDS.has(word)) continue;
    if (/\p{N}/u.test(word)) numbers.add(word);
    words.add(stem(word));
    if (isName(found, plain.slice(0, index))) names.add(stem(word));
  }
  const isNegative = NEGATIONS.some((pattern) => pattern.test(plain));
  return {
    words,
    numbers,
    names,
    isNegative,
    sides: readSides(plain),
    preference: readPreference(plain),
  };
}

/** Spelled like code, or capitalised in the middle of a sentence. */
function isName(word: string, before: string): boolean {
  if (/[a-z\d][A-Z]|[\p{L}\p{N}][_$./:\\]+[\p{L}\p{N}]/u.test(word)) {
    return true;
  }
  return /^\p{Lu}/u.test(word) && /[\p{L}\p{N},;)`'"]\s*[`'"(]*$/u.test(before);
}

/** Pairs of neighbouring letters; a single letter is kept as it is. */
function pairs(run: string): string[] {
  const letters = [...run];
  if (letters.length < 2) return /\p{Script=Hangul}/u.test(run) ? [] : [run];
  return letters.slice(1).map((letter, i) => `${letters[i]}${letter}`);
}

/** `rotate`, `rotates`, `rotated` and `rotating` are one word. */
function stem(word: string): string {
  if (!/^[a-z]{4,}$/.test(word) || word.endsWith("ss")) return word;
  const cut = word.replace(/(?:ing|ed|es|s)$/, "");
  return (cut.length >= 3 ? cut : word).replace(/(?<=...)e$/, "");
}

/** From 0 to 1. */
export function overlap(a: Statement, b: Statement): number {
  let shared = 0;
  for (const word of a.words) if (b.words.has(word)) shared++;
  const all = a.words.size + b.words.size - shared;
  return all === 0 ? 0 : shared / all;
}

/** Whether they differ in a negation, a number, a name, or a side. */
export function disagree(a: Statement, b: Statement): boolean {
  return a.isNegative !== b.isNegative ||
    lacks(a.numbers, b.numbers) && lacks(b.numbers, a.numbers) ||
    lacksName(a, b) && lacksName(b, a) ||
    takeOtherSides(a.sides, b.sides) ||
    preferOtherwise(a.preference, b.preference);
}

/** `tide.ts` is in `src/tide.ts`, and a name may be written as a plain word. */
function lacksName({ words }: Statement, of: Statement): boolean {
  return [...of.names].some((name) =>
    !words.has(name) &&
    ![...words].some((word) => isTail(word, name) || isTail(name, word))
  );
}

function isTail(whole: string, tail: string): boolean {
  return whole.endsWith(tail) && /[./:\\]$/.test(whole.slice(0, -tail.length));
}

/**
 * Compares many sentences with a few: a sentence is analysed only if it contains
 * most of the wanted words, which is much cheaper.
 */
export class ReadOnDemand {
  readonly #folded: string;
  #statement: Statement | undefined;

  constructor(readonly text: string) {
    this.#folded = text.normalize("NFC").toLowerCase();
  }

  /** Their overlap if they say the same, else 0. */
  sameness(wanted: Statement): number {
    let spare = wanted.words.size * (1 - SAME_OVERLAP);
    for (const word of wanted.words) {
      // A missing word is one that only the other sentence has.
      if (!this.#folded.includes(word) && --spare < 0) return 0;
    }
    const known = this.#statement ??= readStatement(this.text);
    return saysTheSame(known, wanted) ? overlap(known, wanted) : 0;
  }
}

export function saysTheSame(a: Statement, b: Statement): boolean {
  return !disagree(a, b) && overlap(a, b) >= SAME_OVERLAP;
}
