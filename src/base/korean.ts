/**
 * Korean words carry their particles and verb endings at the end: 인증을,
 * 인증에서 and 인증했다 are all about 인증. What is cut is never more than
 * leaves two syllables, since many short nouns end like a particle (회의).
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

/** Left after cutting, at least. */
const KEEP_SYLLABLES = 2;

/** The word without what was glued to it. */
export function stripKoreanEnding(word: string): string {
  const ending = longestFirst().find((one) =>
    word.endsWith(one) && word.length - one.length >= KEEP_SYLLABLES
  );
  return ending === undefined ? word : word.slice(0, -ending.length);
}

/** Whether letters are nothing but a particle or an ending. */
export function isKoreanEnding(word: string): boolean {
  return longestFirst().includes(word);
}

/** Particles that hardly any two-syllable noun ends in: 집을, 집은. */
const SURE_PARTICLE = /^([\uac00-\ud7a3])[을를은는에]$/;

/** The noun of one syllable before a particle, if that is what a word is. */
export function shortNoun(word: string): string | undefined {
  return SURE_PARTICLE.exec(word)?.[1];
}
