/** What a secret told in a sentence looks like, and the words that lead to it. */

import {
  isMachineMade,
  isPassword,
  isRandom,
  isScrambled,
} from "./_secret_value.ts";

/** "for staging", "für den Server", "(root)" */
const OF_WHAT =
  "(?:[ \\t](?:for|of|to|on|at|zu|zum|für|von|vom|der|des)[ \\t](?:[^\\r\\n:.]|\\.(?=\\w)){1,40}?)?(?:[ \\t]?\\([^()\\r\\n]{1,40}\\))?";
const VERBS =
  "is(?: now| still| set to)?:?|was:?|will be|should be|must be|(?:is |was |has been )?(?:changed |set |reset )?to|ist(?: jetzt)?:?|war|lautet:?|heißt:?|(?:wurde )?auf";
/** Between a name and its value in a sentence. */
export const IS = `(?:['’]s|${OF_WHAT}[ \\t]{1,2}(?:${VERBS}))[ \\t]{1,3}`;
/** The same, or a sign behind what it is for: a bare one is read as a setting. */
export const IS_OR_COLON =
  `(?:${IS}|(?=[ \\t]?\\(|[ \\t][a-zü])${OF_WHAT}:[ \\t]{1,3}|${OF_WHAT}[ \\t]{0,2}(?:->|=>|→)[ \\t]{0,3})`;
/** For names that are no identifiers. */
export const IS_OR_SIGN =
  `(?:${IS}|${OF_WHAT}[ \\t]{0,2}[:=](?![:=])[ \\t]{0,3})`;
/** Korean and Japanese particles, or a sign, or nothing. */
export const PARTICLE =
  "[ \\t]?(?:은|는|이|가|을|를|は|が|を)?[ \\t]{0,2}[:：=]?[ \\t]{0,3}";

/** Behind a name in Latin letters such a particle is needed. */
export const AFTER_LATIN = `(?=[은는이가을를はがを])${PARTICLE}`;

const OPEN = "[`\"'“„‚«「『]{1,2}";
const CLOSE = "[`\"'“”’»」』]";

/** A value in a sentence: quoted, or a word that is none. */
export const VALUE =
  `(?:${OPEN}(?<quoted>[^\\s\`"'“”’»」』]{3,256})${CLOSE}|(?<secret>[!-&(-_a-~]{5,256}))`;

/** Several words: quoted, or alone up to the end of the sentence. */
export const PHRASE =
  `(?:${OPEN}(?<quoted>[^\\s\`"'“”’»」』]{2,24}(?:[ -][^\\s\`"'“”’»」』]{2,24}){2,23})${CLOSE}|(?<secret>[a-z]{3,12}(?:[ -][a-z]{3,12}){3,23})(?=[\`"']?[ \\t]{0,3}(?:[^\\w\\s]|[\\r\\n]|\\\\n|$)))`;

const withoutEnd = (told: string) => told.replace(/[.,;:!?)\]]+$/, "");

/** Algorithms, formats and versions, which a password is compared or turned to. */
const NO_PASSWORD =
  /^(?:sha|md|base|utf|aes|rsa|ed|des|hmac|argon|pbkdf|bcrypt|scrypt|oauth|ipv|http|tls|ntlm|v|x|h)-?\d+[a-z]{0,4}(?:[-_][a-z\d]{1,8}){0,3}$/i;

/** Said in a sentence a password has to look like one. */
export function isToldPassword(told: string): boolean {
  const value = withoutEnd(told);
  if (value.length < 5 || /^[\w.]+\(|^[<[({/\\$%&*]|^[-=]{2}/.test(value)) {
    return false;
  }
  const isMixed = /\d/.test(value) && /[A-Za-z]/.test(value);
  return isPassword(value, "bare") && (isMixed || isScrambled(value)) &&
    !/^[\w.+-]+@[\w.-]+$|^v?\d+\.\d/.test(value) &&
    !NO_PASSWORD.test(value);
}

/** The same without a verb before it: a name with a number is none. */
export function isBluntPassword(told: string): boolean {
  const value = withoutEnd(told);
  return isToldPassword(value) &&
    /\d[A-Za-z]|[A-Za-z][^\w]|[^\w.][A-Za-z]/.test(value) &&
    !/^[\w-]+[=:/]/.test(value);
}

export function isToldKey(told: string): boolean {
  const value = withoutEnd(told);
  return value.length >= 10 && isMachineMade(value, "bare") &&
    (isRandom(value, "bare") || isScrambled(value));
}

/** Words of sentences; the lists that passphrases are made from have none of them. */
const OF_SENTENCES =
  /(?:^|[ -])(?:and|any|are|aren|but|can|cannot|could|does|each|else|file|for|from|given|has|have|here|into|key|least|may|might|more|must|not|one|only|out|pass|passphrase|password|please|protected|provided|same|set|should|stored|than|that|the|their|them|then|there|this|too|used|using|value|was|were|when|where|which|while|will|with|words|would|wrong|you|your|enter|type|optional|required|empty|none|invalid|incorrect|missing|ist|und|der|die|das|nicht|mit|wird)(?:$|[ -])/i;

export function isPhrase(told: string): boolean {
  return !OF_SENTENCES.test(told) && !/[<>{}$%\\]/.test(told) &&
    /[A-Za-z]{3}/.test(told);
}
