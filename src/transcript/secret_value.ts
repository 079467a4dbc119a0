/**
 * Tells a secret from everything else that may stand behind a name like `password` or `api_key`: variable
 * references, placeholders, types, calls, plain words. The shape of the value decides here; which names count and
 * how they are found is the business of the pattern table.
 */

/**
 * How the value stands in the text. `env` is a NAME=value of shells and .env files, where even a plain word is a value;
 * `bare` may just as well be an expression in somebody's code, so it has to look more like a secret.
 */
export type ValueStyle = "quoted" | "env" | "bare";

/** Decides whether a value behind a secret-like name is a secret. */
export type Judge = (value: string, style: ValueStyle) => boolean;

const MIN_RANDOM_CHARS = 16;
const MIN_WORD_CHARS = 4;
const MIN_VOWEL_SHARE = 0.25;
const MIN_RANDOM_BITS_PER_CHAR = 3;

/** Words of which placeholders, types and form labels are made. A value of nothing else is no secret. */
const PLACEHOLDER_WORDS = new Set(
  ("a access admin an any api app apikey argument array auth authorization bearer bool boolean bytes change changed " +
    "changeme char client confirm confirmation credential credentials current default demo disabled dummy empty " +
    "enabled enter env example fail failed failure fake false field flag foo bar baz float form from generated goes here hidden id in " +
    "input insert int integer invalid is it key keys label login masked me missing mock my name new nil no none not " +
    "null number object off old on ok option optional or pass passed passphrase passwd password passwords path placeholder " +
    "plain private prompt provided public put pwd random read redacted refresh repeat replace required reset sample " +
    "secret secrets session set some str string stub tbd temp test text the this to todo token tokens true type " +
    "undefined unknown unset user username valid value var variable void with wrong yes you your")
    .split(" "),
);

const NAMES_OF_SECRETS = /^(?:key|passphrase|passwd|password|secret|token)$/;

/** What stands for a value kept elsewhere: `$X`, `${X}`, `{{x}}`, `%s`, `<x>`, `process.env.X`, an address. */
const REFERENCE =
  /^(?:\$[A-Za-z_{(]|%[A-Za-z_(]|[<[({]|[&*@!:#]{1,2}[A-Za-z_]+$|[a-z][a-z+.-]+:\/\/)|\$\{|\{\{|\$\(|#\{/;
const MEMBER_ACCESS =
  /^[A-Za-z_$][\w$]*(?:(?:\?\.|\.|->|::)[A-Za-z_$][\w$]*)+$/;
const FILE_PATH =
  /^(?:~|\.{1,2})?\/(?:[\w.@-]+\/)+[\w.@-]*$|^[A-Za-z]:[\\/]|^[a-z]+\/[\w.-]+\/[\w./-]+$/;

/** Whether a value is no value at all: a reference, a placeholder, a label, a mark of an earlier redaction. */
export function isStandIn(value: string): boolean {
  if (REFERENCE.test(value) || new Set(value).size < 3) return true;
  if (MEMBER_ACCESS.test(value)) {
    return !value.split(/\W+/).some((part) => looksRandom(part));
  }
  if (/^x{4}|x{6}|\.{3}|\*{3}|…/i.test(value)) return true;
  if (/\d/.test(value)) return false;
  const words = value.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase()
    .split(/[^a-z]+/).filter((word) => word !== "");
  return words.every((word) => PLACEHOLDER_WORDS.has(word)) ||
    words.length > 1 && NAMES_OF_SECRETS.test(words.at(-1) ?? "");
}

/** Whether a string is long, of mixed classes and without pattern, as keys are and words are not. */
export function looksRandom(value: string): boolean {
  if (value.length < MIN_RANDOM_CHARS || /\s/.test(value)) return false;
  if (!/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
  if (isWords(value) || FILE_PATH.test(value)) return false;
  return bitsPerChar(value) >= MIN_RANDOM_BITS_PER_CHAR;
}

/**
 * Whether a string is made of words, with a number here and there: identifiers,
 * paths, slugs, package names. In random strings digits stand in the middle of
 * everything, runs of letters are short, and vowels are rare.
 */
export function isWords(value: string): boolean {
  const digitsInside = value.match(/[A-Za-z]\d+(?=[A-Za-z])/g)?.length ?? 0;
  const vowels = value.match(/[aeiouy]/gi)?.length ?? 0;
  const words = value.replace(/[a-z](?=[A-Z])/g, "$& ")
    .match(/[A-Za-z]+/g) ?? [];
  const letters = words.join("").length;
  if (/[A-Za-z]\d{5,}$/.test(value)) return false;
  return digitsInside <= 1 && letters >= words.length * MIN_WORD_CHARS &&
    vowels >= letters * MIN_VOWEL_SHARE;
}

/** Shannon entropy over the characters of the string itself. */
export function bitsPerChar(value: string): number {
  const seen = new Map<string, number>();
  for (const char of value) seen.set(char, (seen.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of seen.values()) {
    const share = count / value.length;
    bits -= share * Math.log2(share);
  }
  return bits;
}

/** Passwords may be short and plain, so only their surroundings tell them from words in code. */
export const isPassword: Judge = (value, style) => {
  if (value.length < 3 || /\s/.test(value) || isStandIn(value)) return false;
  if (FILE_PATH.test(value)) return false;
  if (style === "quoted") return !/[:?]$/.test(value);
  if (style === "env") return true;
  if (/^\d+$/.test(value)) return value.length >= 6;
  return value.length >= 4 && !/^[A-Za-z][\w.:-]*[_.:-]\w+$/.test(value) &&
    /[A-Za-z]/.test(value) && /[^A-Za-z_./:+*-]/.test(value);
};

/** `secret` names resources as often as it names values: words alone are believed only in an environment. */
export const isSharedSecret: Judge = (value, style) => {
  if (value.length < 6 || !isPassword(value, style)) return false;
  return style === "env" || value.length >= 8 && !isWords(value);
};

/** Tokens and keys are made by machines: letters and digits mixed, never words and a number. */
export const isMachineMade: Judge = (value, style) => {
  if (value.length < 8 || /\s/.test(value) || isStandIn(value)) return false;
  if (isWords(value) || FILE_PATH.test(value)) return false;
  if (!/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
  return style !== "bare" || looksRandom(value) || /^[A-Za-z0-9]+$/.test(value);
};

/** For names that are secret only now and then, such as `auth`. */
export const isRandom: Judge = (value) =>
  looksRandom(value) && !isStandIn(value);
