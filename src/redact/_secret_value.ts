/**
 * Tells a secret from whatever else may follow a name like `password`: variable
 * references, placeholders, types, calls, plain words. Which names count, and
 * how they are found, is up to the pattern table.
 */

/**
 * How a value is written in the text. `env` is a setting such as NAME=value, where
 * even a plain word is a value; `bare` may just as well be an expression in
 * foreign code, so it has to look more like a secret.
 */
export type ValueStyle = "quoted" | "env" | "bare";

/** Decides whether a value behind a secret-like name is a secret. */
export type Judge = (value: string, style: ValueStyle) => boolean;

const MIN_RANDOM_CHARS = 16;
const MIN_RANDOM_BITS_PER_CHAR = 3;
const MIN_WORD_CHARS = 4;
const MIN_VOWEL_SHARE = 0.25;
const MIN_SCRAMBLED_CHARS = 8;
const MIN_SCRAMBLED_LETTERS = 12;
/** Names are made of longer words, even with acronyms and numbers in them. */
const MAX_PIECE = 2.5;
/** In a long or unpronounceable value this is no coincidence. */
const MAX_LONG_PIECE = 3;
const LONG_CHARS = 20;
const MIN_SPOKEN_SHARE = 0.2;

/** Words that placeholders, types and labels are made of. A value of nothing else is no secret. */
const PLACEHOLDER_WORDS = new Set(
  `a access admin an any api apikey app argument array auth authorization bar baz
  bearer bool boolean bytes change changed changeme char client confirm
  confirmation credential credentials current default demo disabled dummy empty
  enabled enter env example fail failed failure fake false field flag float foo
  form from generated goes here hidden id in input insert int integer invalid is
  it key keys label login masked me missing mock my name new nil no none not null
  number object off ok old on option optional or pass passed passphrase passwd
  password passwords path placeholder plain private prompt provided public put
  pwd random read redacted refresh repeat replace required reset sample secret
  secrets session set some str string stub tbd temp test text the this to todo
  token tokens true type undefined unknown unset user username valid value var
  variable void with wrong yes you your`.split(/\s+/),
);
const NAME_OF_A_SECRET = /^(?:key|passphrase|passwd|password|secret|token)$/;

/** What refers to a value kept elsewhere: `$X`, `${X}`, `{{x}}`, `%s`, `<x>`, an address, a mark of ours. */
const REFERENCE =
  /^(?:\$[A-Za-z_{(]|%[A-Za-z_(]|[<[({]|[&*@!:#]{1,2}[A-Za-z_]+$|[a-z][a-z+.-]{1,16}:\/\/)|\$\{|\{\{|\$\(|#\{|%[sdv]\b|\[(?:REDACTED|PRIVATE)\b/;
const LEFT_OUT = /^x{4}|x{6}|\*{3}|^.{0,9}(?:\.{3}|…)/i;
const MEMBER_ACCESS =
  /^[A-Za-z_$][\w$]*(?:(?:\?\.|\.|->|::)[A-Za-z_$][\w$]*)+$/;
const FILE_PATH =
  /^(?:~|\.{1,2})?\/(?:[\w.@-]+\/)+[\w.@-]*$|^[A-Za-z]:[\\/]|^[a-z]+\/[\w.-]+\/[\w./-]+$/;

/** `getUserById2`, alone or with others. */
const CAMEL_CASE =
  /^(?:[A-Z]?[a-z]{2,24}(?:[A-Z][a-z]{1,24}){0,8}\d{0,4}(?:[_.:-]|$)){1,12}$/;

/** A digit between letters of a word that has no separators, or a sign that names do not have. */
const HAS_SIGN_INSIDE =
  /^[A-Za-z0-9]*[A-Za-z]\d+[A-Za-z][A-Za-z0-9]*$|[!#$%^&*]/;

/** Passwords may be short and plain, so their surroundings have to tell them from code. */
export const isPassword: Judge = (value, style) => {
  if (value.length < 3 || /\s/.test(value)) return false;
  if (isStandIn(value) || FILE_PATH.test(value)) return false;
  if (/^\d+(?:\.\d+)+$/.test(value)) return false;
  if (style === "quoted") return !/[:?]$/.test(value);
  if (style === "env") return true;
  if (/^\d+$/.test(value)) return value.length >= 6;
  if (value.length < 4 || !/[A-Za-z]/.test(value)) return false;
  if (isScrambled(value)) return true;
  const isCompound = /^[A-Za-z][\w.:-]*[_.:-]\w+$/.test(value);
  return !isCompound && /[^A-Za-z_./:+*-]/.test(value);
};

/** `secret` names resources as often as values: only a setting is believed if it is words. */
export const isSharedSecret: Judge = (value, style) => {
  if (value.length < 6 || !isPassword(value, style)) return false;
  return style === "env" || !isWords(value);
};

/** Tokens and keys are made by machines: classes of characters mixed, no words. */
export const isMachineMade: Judge = (value, style) => {
  if (value.length < 8 || /\s/.test(value)) return false;
  if (isWords(value) || isStandIn(value) || FILE_PATH.test(value)) return false;
  if (!hasLettersAndDigits(value)) {
    return style !== "bare" && value.length >= MIN_RANDOM_CHARS &&
      /[a-z]/.test(value) && /[A-Z]/.test(value);
  }
  return style !== "bare" || looksRandom(value) || isScrambled(value) ||
    /^[A-Za-z0-9]+$/.test(value);
};

/** For names that are secret only now and then, such as `auth`. */
export const isRandom: Judge = (value) =>
  looksRandom(value) && !isStandIn(value);

/**
 * Whether a value is a secret wherever it is, without its name: no word, no
 * number, no path. `hunterx7z` is none of these, `postgres16` is.
 */
export function isRecognisable(value: string): boolean {
  if (value.length < 8 || /[\s\\]/.test(value)) return false;
  if (isStandIn(value) || FILE_PATH.test(value)) return false;
  if (isScrambled(value)) return true;
  return hasLettersAndDigits(value) && !/^\d+[a-z]{1,3}$/i.test(value) &&
    (!isWords(value) || HAS_SIGN_INSIDE.test(value));
}

/**
 * Whether letters of both cases and digits change so often that no name is
 * written so, whatever signs are between them: `lUfh7kK7_HgrX`.
 */
export function isScrambled(value: string): boolean {
  return changesOften(value) ||
    /[a-z]/.test(value) && /[A-Z]/.test(value) &&
      value.split(/[^A-Za-z0-9]/).some(looksRandom);
}

function changesOften(value: string): boolean {
  const pieces = value.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];
  const chars = pieces.join("").length;
  const least = /\d/.test(value) ? MIN_SCRAMBLED_CHARS : MIN_SCRAMBLED_LETTERS;
  if (chars < least || !/[a-z]/.test(value) || !/[A-Z]/.test(value)) {
    return false;
  }
  const vowels = value.match(/[aeiouy]/gi)?.length ?? 0;
  const isSpoken = vowels >= chars * MIN_SPOKEN_SHARE;
  const isShort = isSpoken && chars < LONG_CHARS;
  return chars <= pieces.length * (isShort ? MAX_PIECE : MAX_LONG_PIECE) &&
    !(isSpoken && CAMEL_CASE.test(value));
}

/** A value of a known form. */
export function ofShape(shape: RegExp): Judge {
  return (value) => shape.test(value) && !isStandIn(value);
}

/** Whether a text in base64 is `user:password`. */
export function isBasicAuth(base64: string): boolean {
  if (base64.length < 8) return false;
  try {
    return /^[\x20-\x7e]*:[\x20-\x7e]*$/.test(atob(base64));
  } catch {
    return false; // Not base64, then not credentials either.
  }
}

/** Whether a value is no value at all: a reference, a placeholder, a label. */
function isStandIn(value: string): boolean {
  if (REFERENCE.test(value) || LEFT_OUT.test(value)) return true;
  if (new Set(value).size < 3) return true;
  if (MEMBER_ACCESS.test(value)) {
    return !isScrambled(value) && !value.split(/\W+/).some(looksRandom);
  }
  if (/\d/.test(value)) return false;
  const words = value.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase()
    .match(/[a-z]+/g) ?? [];
  return words.every((word) => PLACEHOLDER_WORDS.has(word)) ||
    words.length > 1 && NAME_OF_A_SECRET.test(words.at(-1) ?? "");
}

/** Whether a string is long, of mixed classes, and without words or pattern. */
function looksRandom(value: string): boolean {
  return value.length >= MIN_RANDOM_CHARS && hasLettersAndDigits(value) &&
    !/\s/.test(value) && !isWords(value) && !FILE_PATH.test(value) &&
    bitsPerChar(value) >= MIN_RANDOM_BITS_PER_CHAR;
}

function hasLettersAndDigits(value: string): boolean {
  return /[A-Za-z]/.test(value) && /\d/.test(value);
}

/**
 * Whether a string is made of words, with a number here and there: identifiers,
 * paths, slugs, package names. In random strings digits are in the middle of
 * everything, runs of letters are short, and vowels are rare.
 */
function isWords(value: string): boolean {
  if (/[A-Za-z]\d{5,}$|^[0-9a-f-]{32,}$/i.test(value)) return false;
  if (changesOften(value)) return false;
  const digitsInside = value.match(/[A-Za-z]\d+(?=[A-Za-z])/g)?.length ?? 0;
  const words = value.replace(/[a-z](?=[A-Z])/g, "$& ").match(/[A-Za-z]+/g) ??
    [];
  const letters = words.join("").length;
  const vowels = value.match(/[aeiouy]/gi)?.length ?? 0;
  return digitsInside <= 1 && letters >= words.length * MIN_WORD_CHARS &&
    vowels >= letters * MIN_VOWEL_SHARE;
}

/** Shannon entropy over the characters of the string itself. */
function bitsPerChar(value: string): number {
  const counts = new Map<string, number>();
  for (const char of value) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) {
    const share = count / value.length;
    bits -= share * Math.log2(share);
  }
  return bits;
}
