/**
 * The stem of an English word, after Porter's algorithm (1980): "fixes",
 * "fixed" and "fixing" become one term. Words of other languages in Latin
 * letters mostly pass through unchanged.
 */

const VOWEL = /[aeiou]|(?<=[^aeiou])y/;
const DOUBLE = /([^aeiouylsz])\1$/;
/** consonant, vowel, consonant: a short syllable that lost its "e". */
const SHORT_END = /[^aeiou][aeiouy][^aeiouwxy]$/;

/** How often a vowel group is followed by a consonant group. */
function measure(stem: string): number {
  const shape = stem.replace(/[aeiou]|(?<=[^aeiou])y/g, "V")
    .replace(/[^V]+/g, "C").replace(/V+/g, "V");
  return shape.match(/VC/g)?.length ?? 0;
}

type Rule = readonly [suffix: string, by: string];

const STEP_2: readonly Rule[] = [
  ["ational", "ate"],
  ["ization", "ize"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["iveness", "ive"],
  ["tional", "tion"],
  ["biliti", "ble"],
  ["ation", "ate"],
  ["alism", "al"],
  ["aliti", "al"],
  ["iviti", "ive"],
  ["ousli", "ous"],
  ["entli", "ent"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["izer", "ize"],
  ["ator", "ate"],
  ["alli", "al"],
  ["bli", "ble"],
  ["logi", "log"],
  ["eli", "e"],
];

const STEP_3: readonly Rule[] = [
  ["icate", "ic"],
  ["ative", ""],
  ["alize", "al"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ful", ""],
  ["ness", ""],
];

const STEP_4: readonly Rule[] = [
  "ement",
  "ance",
  "ence",
  "able",
  "ible",
  "ment",
  "ant",
  "ent",
  "ism",
  "ate",
  "iti",
  "ous",
  "ive",
  "ize",
  "ion",
  "al",
  "er",
  "ic",
  "ou",
].map((suffix) => [suffix, ""]);

/** Only plain Latin words have an English ending. */
const STEMMABLE = /^[a-z]{3,40}$/;

export function stemEnglish(word: string): string {
  if (!STEMMABLE.test(word)) return word;
  let stem = withoutPlural(word);
  stem = withoutPast(stem);
  if (stem.endsWith("y") && VOWEL.test(stem.slice(0, -1))) {
    stem = `${stem.slice(0, -1)}i`;
  }
  stem = applyRules(stem, STEP_2, 1);
  stem = applyRules(stem, STEP_3, 1);
  stem = applyRules(stem, STEP_4, 2);
  return withoutFinalE(stem);
}

function withoutPlural(word: string): string {
  if (word.endsWith("sses")) return word.slice(0, -2);
  if (word.endsWith("ies")) return word.slice(0, -2);
  return word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}

function withoutPast(word: string): string {
  if (word.endsWith("eed")) {
    return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  }
  const stem = /^(.+?)(?:ed|ing)$/.exec(word)?.[1];
  if (stem === undefined || !VOWEL.test(stem)) return word;
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  // Not for "add", which would become "ad".
  if (DOUBLE.test(stem) && stem.length > 3) return stem.slice(0, -1);
  return measure(stem) === 1 && SHORT_END.test(stem) ? `${stem}e` : stem;
}

function applyRules(
  word: string,
  rules: readonly Rule[],
  least: number,
): string {
  for (const [suffix, by] of rules) {
    if (!word.endsWith(suffix)) continue;
    const stem = word.slice(0, -suffix.length);
    if (suffix === "ion" && !/[st]$/.test(stem)) return word;
    return measure(stem) >= least ? stem + by : word;
  }
  return word;
}

function withoutFinalE(word: string): string {
  let stem = word;
  if (stem.endsWith("e")) {
    const rest = stem.slice(0, -1);
    const m = measure(rest);
    if (m > 1 || (m === 1 && !SHORT_END.test(rest))) stem = rest;
  }
  return /ll$/.test(stem) && measure(stem) > 1 ? stem.slice(0, -1) : stem;
}
