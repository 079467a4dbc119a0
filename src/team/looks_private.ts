/**
 * What looks private in a text that is about to be shared. Redaction has taken
 * out what is surely a secret; this names what a person should look at.
 */

const TOKEN = "a token";
const PASSWORD = "a password";

/** Text with one of these is never shared before a person has looked at it. */
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
      /(?<![\w.+-])(?:\+(?:[ .\/()-]{0,2}\d){9,14}|(?:\+\d{1,3}[ .-]?)?(?:\(\d{1,4}\) ?|\d{2,4}[ .-])\d{3,4}[ .-]\d{4})(?![\w-]|\.\d)/,
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

const OPEN = "\\\\?[\"'`“„「]?";
const WORD = "([^\\s\"'`“”„「」\\\\,;)]{2,64})";

const LATIN = new RegExp(
  "\\b(?:passwords?|pass(?:code|phrase|wort)|kennwort|pw|pin(?: code)?)" +
    "(?: (?:for|of|to|on|für|von) [^.:=\\n]{1,40}?)?" +
    "(?: (?:(?:is|was|has been|ist|lautet)(?: now| still| jetzt)?:?|" +
    "(?:(?:is|was|has been) )?(?:changed|set|reset)(?: from [^.\\n]{1,40}?)? to)|" +
    "\\s?(?:[:=→]|->))" +
    `\\s{0,3}${OPEN}${WORD}`,
  "giu",
);
/** The other way round: "log in as ada with password …", "use … as password". */
const IN_USE = new RegExp(
  `\\bwith (?:the )?password ${OPEN}${WORD}|` +
    `\\b(?:use|enter|type) ${OPEN}${WORD}["'\`”]? as (?:the |its |a )?password(?! \\p{L})`,
  "giu",
);
/** Told only after a colon or in quotes: what is said of them is not known. */
const OTHER_LATIN = new RegExp(
  "(?:mot de passe|contraseña|senha|wachtwoord|lösenord|hasło|пароль)" +
    `(?: [^.:=\\n]{1,40}?)?(?:\\s?[:=—]\\s{0,3}${OPEN}| (?:est|es|é|is|är|to) ` +
    `["'\`“„])${WORD}`,
  "giu",
);
const EAST_ASIAN = new RegExp(
  "(?:비밀번호|비번|암호|패스워드|パスワード|パスコード|暗証番号|密码|口令)" +
    `\\s?(은|는|이|가|は|が|是|为|[:：=])\\s{0,3}${OPEN}${WORD}`,
  "gu",
);

/**
 * Whether a sentence tells a password that redaction cannot be sure of, because
 * it is a plain word: "the password is swordfish".
 */
const tellsPassword = (text: string): boolean =>
  [LATIN, IN_USE, OTHER_LATIN].some((form) =>
    [...text.matchAll(form)].some(([, one, other]) =>
      isWord(one ?? other ?? "")
    )
  ) ||
  [...text.matchAll(EAST_ASIAN)].some(([, said = "", word = ""]) =>
    isEastAsian(word, said)
  );

/** What is said of passwords: forms of verbs, and these. */
const SAID_OF_THEM = new Set(
  ("a an the any some all no not never always too only also still now then " +
    "same one what where when why how if in on at of for from to by as with " +
    "and or but see set sent kept lost left long short weak strong wrong " +
    "right correct incorrect empty blank null none nil undefined true false " +
    "valid invalid safe unsafe secure insecure plain secret private public " +
    "there here part just your our my his her their its it this that ok fine " +
    "old new case up per bad good must should can may will at least most " +
    "string str text char varchar number integer bool boolean object unknown " +
    "input field default required optional authentication auth login " +
    "protection prompt policy manager this expiry rules nicht noch falsch richtig leer zu ein eine der die " +
    "das im in unbekannt neu alt read reset built hash salt plaintext")
    .split(" "),
);
const VERB_FORM = /(?:ed|ing|able|ible|ful|less|ional|en)$/;

function isWord(told: string): boolean {
  const word = told.replace(/[.!?:]+$/, "");
  // Code, a path, or what redaction has put there.
  if (word.length < 3 || /[[\](){}<>$/]|\w\.\w|_\w+_/.test(word)) return false;
  if (!/^\p{Ll}+$/u.test(word.toLowerCase())) {
    return !/^\d+$/.test(word) || word.length > 3;
  }
  return !SAID_OF_THEM.has(word.toLowerCase()) && !VERB_FORM.test(word);
}

const ENDING = /(?:입니다|이다|이야|예요|이에요|임|です|だ)[.。!]?$/u;
const SAID_IN_KOREAN =
  /^(?:필수|필요|선택|변경|만료|동일|같|없|틀|다음|별도|비공개)/u;

/** Of words in these languages only those that say what the password is. */
function isEastAsian(word: string, said: string): boolean {
  if (/^[\p{ASCII}]{3,}/u.test(word)) {
    return !/^[[<({$]/.test(word) &&
      isWord(word.replace(/[^\p{ASCII}].*$/u, ""));
  }
  if (SAID_IN_KOREAN.test(word)) return false;
  if (/[:：=]/.test(said)) return word.length > 1;
  return said === "是" ? !word.includes("的") : ENDING.test(word);
}
