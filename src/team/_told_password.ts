/**
 * Whether a sentence tells a password that redaction cannot be sure of, because
 * it is a plain word: "the password is swordfish".
 */

const OPEN = "\\\\?[\"'`“„「]?";
const WORD = "([^\\s\"'`“”„「」\\\\,;)]{2,64})";

const LATIN = new RegExp(
  "\\b(?:passwords?|pass(?:code|phrase|wort)|kennwort|pw|pin(?: code)?)" +
    "(?: (?:for|of|to|on|für|von) [^.:=\\n]{1,40}?)?" +
    "(?: (?:is|was|ist|lautet)(?: now| still| set to| jetzt)?:?|\\s?(?:[:=→]|->))" +
    `\\s{0,3}${OPEN}${WORD}`,
  "giu",
);
const EAST_ASIAN = new RegExp(
  "(?:비밀번호|비번|암호|패스워드|パスワード|パスコード|暗証番号|密码|口令)" +
    `\\s?(?:은|는|이|가|は|が|是|为|[:：=])\\s{0,3}${OPEN}${WORD}`,
  "gu",
);

export const tellsPassword = (text: string): boolean =>
  [...text.matchAll(LATIN)].some(([, word = ""]) => isWord(word)) ||
  [...text.matchAll(EAST_ASIAN)].some(([, word = ""]) => isEastAsian(word));

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
    "input field default nicht noch falsch richtig leer zu ein eine der die " +
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

/** A word of these languages only as what a password is, not what it does. */
function isEastAsian(word: string): boolean {
  if (/^[\p{ASCII}]{3,}/u.test(word)) {
    return !/^[[<({$]/.test(word) &&
      isWord(word.replace(/[^\p{ASCII}].*$/u, ""));
  }
  return ENDING.test(word) && !SAID_IN_KOREAN.test(word);
}
