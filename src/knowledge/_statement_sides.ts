/**
 * Which side a sentence takes, since similar sentences may say the opposite:
 * words that exclude each other, and what is preferred to what.
 */

/** Words of one row exclude each other. */
const RIVALS = [
  "enable disable",
  "enabled disabled",
  "enabling disabling",
  "allow deny block reject",
  "allowed denied blocked rejected",
  "accept reject refuse",
  "on off",
  "add remove delete drop",
  "added removed deleted dropped",
  "include exclude",
  "included excluded",
  "show hide",
  "shown hidden",
  "open close",
  "opened closed",
  "start stop",
  "increase decrease reduce lower",
  "raise lower",
  "before after",
  "first last",
  "always never sometimes",
  "required optional",
  "public private",
  "internal external",
  "local remote",
  "sync async",
  "synchronous asynchronous",
  "mutable immutable",
  "strict lenient loose",
  "true false",
  "minimum maximum",
  "min max",
  "ascending descending",
  "asc desc",
  "oldest newest",
  "client server",
  "read write",
  "encrypt decrypt",
  "tabs spaces",
  "single double",
  "merge rebase squash",
  "npm yarn pnpm bun",
  "get post put patch",
  "staging production development",
].map((row) => row.split(" "));

/** The same for languages without spaces between words. */
const RIVAL_PATTERNS = [
  [/(?<!비)활성화/, /비활성화/],
  [/(?<!비)동기/, /비동기/],
  [/켠다|켜[다고기진]|켜져/, /끈다|끄[다고기]|꺼/],
  [/허용/, /차단|거부/],
  [/추가/, /삭제|제거/],
  [/이전/, /이후/],
  [/포함/, /제외/],
  [/有効/, /無効/],
  [/追加/, /削除/],
  [/启用|啟用/, /停用|禁用/],
];

const SIDES = new Map<string, number[]>();
RIVALS.forEach((row, at) =>
  row.forEach((word) => SIDES.set(word, [...SIDES.get(word) ?? [], at]))
);

/** The words used, by row; a word may be in several rows. */
export type Sides = ReadonlyMap<number, ReadonlySet<string>>;

export function readSides(text: string): Sides {
  const sides = new Map<number, Set<string>>();
  const note = (row: number, side: string) =>
    sides.set(row, (sides.get(row) ?? new Set()).add(side));
  for (const [word] of text.toLowerCase().matchAll(/[a-z]+/g)) {
    for (const row of SIDES.get(word) ?? []) note(row, word);
  }
  RIVAL_PATTERNS.forEach((patterns, at) =>
    patterns.forEach((pattern, side) => {
      if (pattern.test(text)) note(RIVALS.length + at, `${side}`);
    })
  );
  return sides;
}

/** Whether in some row each has a word the other lacks. */
export function takeOtherSides(a: Sides, b: Sides): boolean {
  return [...a].some(([row, mine]) => {
    const theirs = b.get(row);
    return theirs !== undefined && lacks(mine, theirs) && lacks(theirs, mine);
  });
}

export function lacks(set: ReadonlySet<string>, of: ReadonlySet<string>) {
  return [...of].some((one) => !set.has(one));
}

const NAME = "[`\"'“]*([\\p{L}\\p{N}_$][\\p{L}\\p{N}_$./-]*)";
const FILLER = "(?:(?:the|a|an|using|use|to|with)\\s+)?";
/** Chosen, then rejected. */
const PREFERENCE = new RegExp(
  `${NAME}[\`"'”]*\\s+(?:instead of|rather than|in place of|over|not)\\s+${FILLER}${NAME}`,
  "giu",
);
/** Rejected, then chosen. */
const REPLACEMENTS = [
  `\\bnot\\s+${FILLER}${NAME}[\`"'”,]*\\s+but\\s+${FILLER}${NAME}`,
  `\\bfrom\\s+${FILLER}${NAME}[\`"'”]*\\s+to\\s+${FILLER}${NAME}`,
  `\\breplac\\w*\\s+${FILLER}${NAME}[\`"'”]*\\s+(?:with|by)\\s+${FILLER}${NAME}`,
  `${NAME}[\`"'”]*\\s*대신(?:에)?\\s+${NAME}`,
].map((pattern) => new RegExp(pattern, "giu"));

export interface Preference {
  readonly chosen: ReadonlySet<string>;
  readonly rejected: ReadonlySet<string>;
}

export function readPreference(text: string): Preference {
  const chosen = new Set<string>();
  const rejected = new Set<string>();
  for (const [, first, second] of text.matchAll(PREFERENCE)) {
    chosen.add(plain(first));
    rejected.add(plain(second));
  }
  for (const pattern of REPLACEMENTS) {
    for (const [, first, second] of text.matchAll(pattern)) {
      rejected.add(plain(first));
      chosen.add(plain(second));
    }
  }
  return { chosen, rejected };
}

/** Without the particle that Korean adds to a foreign name. */
function plain(name = ""): string {
  return name.toLowerCase().replace(/(?<=[a-z\d])[가-힣]+$/u, "")
    .replace(/[./-]+$/, "");
}

export function preferOtherwise(a: Preference, b: Preference): boolean {
  const meet = (x: ReadonlySet<string>, y: ReadonlySet<string>) =>
    [...x].some((one) => y.has(one));
  return meet(a.chosen, b.rejected) && !meet(a.chosen, b.chosen) ||
    meet(a.rejected, b.chosen) && !meet(a.rejected, b.rejected);
}
