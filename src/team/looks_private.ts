/**
 * What looks private in a text that is about to be shared. Redaction has taken
 * out what is surely a secret; this names what a person should look at.
 */

import { tellsPassword } from "./_told_password.ts";

const TOKEN = "a token";
const PASSWORD = "a password";

/** What has one of these is never shared without a look. */
export const looksSecret = (kinds: readonly string[]): boolean =>
  kinds.includes(TOKEN) || kinds.includes(PASSWORD);

const LOOKS: readonly { readonly what: string; readonly form: RegExp }[] = [
  {
    what: "a home folder",
    form:
      /(?:\/home\/|\/Users\/|[A-Za-z]:\\Users\\)[^\s/\\"'`<>:]+|(?<![\w/])~\/[\w.]/,
  },
  // Anchored at what is rare, and bounded: a text may be one long word.
  { what: "an e-mail address", form: /[\w.+-]@[\w-]{1,63}\.[\w-]/ },
  {
    what: "a host",
    form:
      /\b(?:\d{1,3}\.){3}\d{1,3}\b|[\w-]\.(?:internal|intranet|local|lan|corp)\b/i,
  },
  {
    what: "a phone number",
    form:
      /(?<![\w.+-])(?:\+\d{9,14}|(?:\+\d{1,3}[ .-]?)?(?:\(\d{1,4}\) ?|\d{2,4}[ .-])\d{3,4}[ .-]\d{4})(?![\w-]|\.\d)/,
  },
];

const LONG_WORD = /[A-Za-z0-9+/_=-]{20,}/g;
const LEAST_BITS = 3.7;

/** Kinds, each once: "an e-mail address", "a token". */
export function looksPrivate(text: string): string[] {
  const found = LOOKS.filter(({ form }) => form.test(text))
    .map(({ what }) => what);
  const isToken = (text.match(LONG_WORD) ?? []).some(looksRandom);
  return [
    ...found,
    ...(tellsPassword(text) ? [PASSWORD] : []),
    ...(isToken ? [TOKEN] : []),
  ];
}

/** Mixed letters and digits without words in them; no digest, no path. */
function looksRandom(word: string): boolean {
  if (/^[0-9a-f]+$/i.test(word)) return false;
  if (hasPrefix(word)) return true;
  if (word.includes("/") && !looksShuffled(word)) return false;
  const isMixed = /[a-z]/.test(word) && /[A-Z]/.test(word) && /\d/.test(word);
  const hasWords = (word.match(/[A-Za-z][a-z]{3,}/g) ?? []).join("").length >
    word.length / 2;
  return isMixed && !hasWords && bitsPerChar(word) >= LEAST_BITS;
}

const SMALL = /^(?=.*\d)(?=.*[a-z])[a-z\d]{24,}$/;

/** As many services name their keys: `live_9f8a7b6c…`; `sha256-…` is a digest. */
function hasPrefix(word: string): boolean {
  const [first = "", ...rest] = word.split(/[_=-]+/);
  return !/^sha\d+$/i.test(first) &&
    rest.some((part) => SMALL.test(part) && looksShuffled(part));
}

const TURNS = /[a-z](?=[A-Z\d])|[A-Z](?=\d)|\d(?=[A-Za-z])/g;
const LEAST_TURNS = 0.18;

/** Capitals and digits come more often than in the names of a path. */
const looksShuffled = (word: string) =>
  (word.match(TURNS)?.length ?? 0) >= word.length * LEAST_TURNS;

function bitsPerChar(word: string): number {
  const counts = new Map<string, number>();
  for (const char of word) counts.set(char, (counts.get(char) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => {
    const share = count / word.length;
    return sum - share * Math.log2(share);
  }, 0);
}
