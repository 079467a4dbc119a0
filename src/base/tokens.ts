/**
 * Splits text into words, the same way for the index and for queries. An
 * identifier is kept whole and in its parts, so that `lastSeenAt`,
 * `last_seen_at` and "last seen" match; Chinese, Japanese and Korean, which have
 * no reliable spaces, become overlapping pairs of characters. Words are not
 * stemmed here: stems are compared at query time.
 */

import { lazyPattern } from "./lazy_pattern.ts";
import { stemEnglish } from "./_stem_english.ts";

/** A piece of the text and the words it yields. */
export interface Token {
  readonly start: number;
  readonly end: number;
  /** The most specific first: an identifier before its parts. */
  readonly words: readonly string[];
  readonly isStopWord: boolean;
}

/**
 * Prefix of a word that is only a part of an identifier. It shares its stem
 * with the word itself, but is not what was typed.
 */
const PART = "\ue000";
export const isPart = (word: string) => word.startsWith(PART);

/** A word without the part prefix. */
export const bareWord = (word: string) =>
  isPart(word) ? word.slice(PART.length) : word;

/** What all forms of a word have in common. */
export const stemOf = (word: string) => stemEnglish(baseForm(bareWord(word)));

/** The scripts without reliable spaces, in ranges: \p{…} is slow to compile. */
const HAN = String.raw`\u3005-\u3007\u3021-\u3029\u3038-\u303b` +
  String.raw`\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufa6d\ufa70-\ufad9`;
const HIRAGANA = String.raw`\u3041-\u3096\u309d-\u309f`;
const KATAKANA = String.raw`\u30a1-\u30fa\u30fd-\u30ff\u31f0-\u31ff` +
  String.raw`\u32d0-\u32fe\u3300-\u3357\uff66-\uff6f\uff71-\uff9d`;
const HANGUL = String.raw`\u1100-\u11ff\u302e\u302f\u3131-\u318e\u3200-\u321e` +
  String.raw`\u3260-\u327e\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7c6` +
  String.raw`\ud7cb-\ud7fb\uffa0-\uffbe\uffc2-\uffc7\uffca-\uffcf` +
  String.raw`\uffd2-\uffd7\uffda-\uffdc`;
const RARE_HAN = String.raw`\u{20000}-\u{2fa1d}`;

/** Runs of letters, and of each of these scripts. */
const runs = (letters: string, rareHan = "") =>
  `[${HAN}${rareHan}ヶ]+|[${HIRAGANA}ー]+|[${KATAKANA}ー]+|[${HANGUL}]+|` +
  `(?:(?![${HAN}${rareHan}${HIRAGANA}${KATAKANA}${HANGUL}ー])${letters})+`;

/** Enough for nearly every text; the other is for all that Unicode has. */
const USUAL_LETTER = String
  .raw`[A-Za-z0-9_\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f]`;
const USUAL_RUN = lazyPattern(runs(USUAL_LETTER), "g");
const RUN = lazyPattern(
  runs(String.raw`[\p{L}\p{N}\p{M}_]`, RARE_HAN),
  "gu",
);
const IS_USUAL = lazyPattern(
  `^(?:${USUAL_LETTER}|[${HAN}${HIRAGANA}${KATAKANA}${HANGUL}ー])+$`,
  "",
);
const IS_CJK = lazyPattern(
  String.raw`^[${HAN}${HIRAGANA}${KATAKANA}ー\ud840-\ud87f]`,
  "",
);
const IS_HANGUL = lazyPattern(`^[${HANGUL}]`, "");
const IS_HIRAGANA = lazyPattern(`^[${HIRAGANA}]+$`, "");
/** Where an identifier is split. */
const RISE = lazyPattern(String.raw`(\p{Ll}|\p{N})(\p{Lu})`, "gu");
const FALL = lazyPattern(String.raw`(\p{L}\p{Lu})(\p{Lu}\p{Ll})`, "gu");

/** Anything that could be part of a word; marks, arrows and pictures are not. */
const PIECE =
  /(?:[A-Za-z0-9_\u00c0-\u1fff\u2c00-\u2dff\u3005-\ud7ff\uf900-\ufeff\uff10-\uffdc]|[\ud840-\ud87f][\udc00-\udfff])+/g;
const LATIN = /^[A-Za-z0-9_\u00c0-\u024f]+$/;

/** Longer words are base64, hashes and minified code, never searched for. */
const MAX_WORD_CHARS = 64;

export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: piece, index } of text.matchAll(PIECE)) {
    if (!LATIN.test(piece)) addRuns(tokens, piece, index);
    else if (piece.length <= MAX_WORD_CHARS) {
      tokens.push(wordToken(piece, index));
    }
  }
  return tokens;
}

/** A piece with letters beyond ASCII: told apart by their scripts. */
function addRuns(tokens: Token[], text: string, offset: number): void {
  const run = IS_USUAL().test(text) ? USUAL_RUN() : RUN();
  for (const { 0: word, index } of text.matchAll(run)) {
    const end = index + word.length;
    if (IS_CJK().test(word)) {
      // Kanji and kana apart: 食べた and 食べる are both about 食.
      tokens.push(...pairsOf(text, index, end, offset));
      continue;
    }
    if (IS_HANGUL().test(word)) {
      // A particle on a word in Latin letters: API를.
      const isGlued = tokens.at(-1)?.end === index + offset &&
        isKoreanEnding(word);
      if (!isGlued) tokens.push(koreanToken(word, index + offset));
    } else if (word.length <= MAX_WORD_CHARS) {
      tokens.push(wordToken(word, index + offset));
    }
  }
}

/** What pieces yield: most of a log are the same few thousand. */
const known = new Map<string, readonly string[]>();
const MOST_KNOWN = 20_000;

/** The words of a text, in order, stop words left out. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const piece of text.match(PIECE) ?? []) {
    for (const word of known.get(piece) ?? wordsOfPiece(piece)) {
      words.push(word);
    }
  }
  return words;
}

function wordsOfPiece(piece: string): readonly string[] {
  // A part of a text keeps all of it in memory; this is a copy.
  const own = ` ${piece}`.slice(1);
  const words = tokenize(own)
    .flatMap(({ isStopWord, words }) => isStopWord ? [] : words);
  if (own.length > MAX_WORD_CHARS) return words;
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(own, words);
  return words;
}

/** Case, accents and width do not matter. */
function fold(word: string): string {
  const lower = word.toLowerCase();
  // Most words are ASCII, and normalising is slow.
  if (/^[\x00-\x7f]*$/.test(lower)) return lower;
  return lower.replaceAll("ß", "ss").normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "").normalize("NFC").toLowerCase();
}

function wordToken(word: string, start: number): Token {
  const end = start + word.length;
  const parts = splitIdentifier(word).map(fold).filter((part) => part !== "");
  if (parts.length > 1) {
    const telling = parts.filter((part) =>
      part.length > 1 && !STOP_WORDS.has(part)
    );
    const marked = telling.map((part) => `${PART}${part}`);
    const words = [...new Set([parts.join(""), ...marked])];
    return { start, end, words, isStopWord: false };
  }
  const [only = ""] = parts;
  const isStopWord = only.length < 2 || STOP_WORDS.has(only);
  return { start, end, words: [only], isStopWord };
}

/** `parseHTTPHeader_v2` → parse, HTTP, Header, v2; `OAuth` stays whole. */
function splitIdentifier(word: string): string[] {
  if (/^[a-z0-9]*$/.test(word)) return [word];
  if (/^\w*$/.test(word)) {
    return word.replace(/([a-z\d])([A-Z])/g, "$1_$2")
      .replace(/([A-Za-z][A-Z])([A-Z][a-z])/g, "$1_$2")
      .split("_");
  }
  return word.replace(RISE(), "$1_$2").replace(FALL(), "$1_$2").split("_");
}

function koreanToken(word: string, start: number): Token {
  const whole = word.normalize("NFC");
  const noun = stripKoreanEnding(whole);
  const short = shortNoun(whole);
  const words = [...pairs([...noun]), ...(short ? [short] : [])];
  return { start, end: start + word.length, words, isStopWord: false };
}

/** One token for each pair, so that a match has an exact position. */
function pairsOf(
  text: string,
  start: number,
  end: number,
  offset: number,
): Token[] {
  const chars = Array.from(text.slice(start, end).matchAll(/./gsu));
  const at = (i: number) => offset + start + (chars[i]?.index ?? end - start);
  return pairs(chars.map(([char]) => char)).map((pair, i) => ({
    start: at(i),
    end: at(i + 2),
    words: [fold(pair)],
    // Grammar is written in hiragana: しました, ので, について.
    isStopWord: IS_HIRAGANA().test(pair),
  }));
}

function pairs(chars: readonly string[]): string[] {
  if (chars.length < 2) return [chars.join("")];
  return chars.slice(0, -1).map((char, i) => `${char}${chars[i + 1]}`);
}

/**
 * Stop words, left out of both index and query. Words that mean something to a
 * developer are kept, although common lists have them: "not", "off", "before",
 * "after", "all", "down".
 */
const ENGLISH = `
a about above actually again also am an and any anybody anyone anything are
around as at be because been being below between both but by can cannot could
did do does doing done during each either etc ever every for from further get
gets getting give given go goes going got had has have having he hence her here
hers him his how however i if in instead into is it its itself just kind let
lets like made make makes many may maybe me might more most much must my myself
neither no nor now of often on once one only onto or other others otherwise our
ours out over own perhaps please quite rather really remind same she should so
some somebody someone something still such than that the their them then there
these they thing things this those though through thus to together too under
until upon us very via was we were what whatever when where whether which while
who whom whose why will with within without would yes yet you your yours
don doesn didn isn wasn aren weren won wouldn shouldn couldn hasn haven hadn ain
ve ll re im youre thats whats dont doesnt didnt cant wont ok okay
`;

export const STOP_WORDS: ReadonlySet<string> = new Set(
  ENGLISH.trim().split(/\s+/),
);

/**
 * Korean words carry their particles and verb endings at the end: 인증을,
 * 인증에서 and 인증했다 are all about 인증. At least two syllables stay, since
 * many short nouns end like a particle (회의).
 */
const PARTICLES = [
  "에서부터|으로부터|에게서|이라고|이라는|이라면|으로서|으로써|까지는|에서는|에서도|에게는|으로는|부터는|이나마",
  "에서|에게|으로|까지|부터|처럼|보다|한테|께서|라고|라는|라면|이나|이랑|하고|마다|조차|밖에|에는|에도|와는|과는|이는|로는|로서|로써|만을|만의|들을|들이|들은|들의",
  "을|를|이|가|은|는|에|의|로|와|과|도|만|나|랑|께|들",
];

const ENDINGS = [
  "했습니다|합니다|됩니다|됐습니다|되었습니다|하였습니다|했었다|하겠습니다|해주세요|했는데|했던|했어요|했지만|하려고|하면서|되면서|하도록|되도록|시켰다|시키는",
  "하는|하다|하고|하면|하지|하기|하여|해서|해야|했고|했다|했어|했지|해줘|한다|할지|되는|되다|되고|되면|되어|되지|된다|됐다|됐고|됐어|돼서|이다|입니다|인가|인지|인데",
  "한|할|함|해|된|될|됨|돼",
];

let sorted: readonly string[] | undefined;

const longestFirst = () =>
  sorted ??= [...ENDINGS, ...PARTICLES].flatMap((row) => row.split("|"))
    .toSorted((a, b) => b.length - a.length);

const KEEP_SYLLABLES = 2;

/** The word without its particle or ending. */
function stripKoreanEnding(word: string): string {
  const ending = longestFirst().find((one) =>
    word.endsWith(one) && word.length - one.length >= KEEP_SYLLABLES
  );
  return ending === undefined ? word : word.slice(0, -ending.length);
}

/** Whether a word is only a particle or an ending. */
function isKoreanEnding(word: string): boolean {
  return longestFirst().includes(word);
}

/** Particles that hardly any two-syllable noun ends in: 집을, 집은. */
const SURE_PARTICLE = /^([\uac00-\ud7a3])[을를은는에]$/;

/** The noun of one syllable before a particle, if that is what a word is. */
function shortNoun(word: string): string | undefined {
  return SURE_PARTICLE.exec(word)?.[1];
}

/** English words whose forms no rule leads back to: built → build. */
const IRREGULAR_FORMS = `
begin began begun|bend bent|bind bound|bite bit bitten|blow blew blown
break broke broken|bring brought|build built|burn burnt|buy bought|catch caught
child children|choose chose chosen|come came|criterion criteria|deal dealt
draw drew drawn|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen
feed fed|feel felt|fight fought|find found|flee fled|fly flew flown|foot feet
forget forgot forgotten|freeze froze frozen|grow grew grown|half halves|hang hung
hear heard|hide hid hidden|hold held|index indices|keep kept|know knew known
lead led|learn learnt|leaf leaves|lend lent|lose lost|man men|matrix matrices
mean meant|meet met|mouse mice|override overrode overridden|pay paid|person people
rebuild rebuilt|redo redid redone|rerun reran|resend resent|rewrite rewrote rewritten
ring rang rung|rise rose risen|run ran|seek sought|sell sold|send sent
shake shook shaken|shine shone|shoot shot|show shown|shrink shrank shrunk
sink sank sunk|sleep slept|slide slid|speak spoke spoken|speed sped|spend spent
spin spun|steal stole stolen|stick stuck|strike struck|swear swore
sweep swept|swim swam|swing swung|take took taken|teach taught|tear tore torn
think thought|throw threw thrown|tooth teeth|understand understood|undo undid undone
vertex vertices|wake woke woken|wear wore worn|win won|wind wound|withdraw withdrew
woman women|write wrote written|analysis analyses|hypothesis hypotheses
`;

let bases: ReadonlyMap<string, string> | undefined;

function baseForm(word: string): string {
  bases ??= new Map(
    IRREGULAR_FORMS.trim().split(/[|\n]/).flatMap((row) => {
      const [base = "", ...forms] = row.split(" ");
      return forms.map((form) => [form, base] as const);
    }),
  );
  return bases.get(word) ?? word;
}
