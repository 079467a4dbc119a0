/**
 * Which items a compaction's summary has kept. White space, case and
 * punctuation do not matter; names of files and code must be there literally,
 * and nearly all words close together: all of them somewhere in a long text
 * would prove nothing.
 */

import { includesWhole } from "../base/includes_whole.ts";
import { hasIdentifier } from "../knowledge/evidence.ts";
import type { CompactionItem } from "./_compaction_item.ts";

const KEPT_SHARE = 0.9;
/** Longer than any summary; what is beyond is not looked at. */
const MOST_UNITS = 400_000;

/** The items that the summary lacks. */
export function findMissing(
  items: readonly CompactionItem[],
  summary: string,
): CompactionItem[] {
  const text = keptPart(summary.slice(0, MOST_UNITS));
  const literal = squeeze(text);
  const words = wordsOf(text);
  return items.filter((item) =>
    !namesOf(item.text).every((name) => includesName(literal, name)) ||
    !hasWords(words, wordsOf(proseOf(item.text)))
  );
}

/** Claude Code takes the summariser's thoughts away. */
const keptPart = (summary: string) =>
  // One that never ends is taken once, or each would be looked for to the end.
  summary.replace(
    /<analysis>[^]*?(<\/analysis>|$)/gi,
    (all, end) => end === "" ? all : "\n",
  );

/** Backticks may be left out or put in. */
const squeeze = (text: string) =>
  text.normalize("NFC").replaceAll("`", "").replace(/\s+/g, " ").trim();

const QUOTED = /`([^`]+)`/g;
const proseOf = (text: string) => text.replace(QUOTED, " ");

/** What is quoted as code, and what looks like a name out of it. */
function namesOf(text: string): string[] {
  const quoted = Array.from(text.matchAll(QUOTED), ([, name = ""]) => name);
  const bare = proseOf(text).split(/\s+/)
    .map((word) =>
      word.replace(/^[^\p{L}\p{N}_/.~$-]+|[^\p{L}\p{N}_/)]+$/gu, "")
    )
    .map((word) => word.includes("(") ? word : word.replace(/\)+$/, ""))
    .filter(hasIdentifier);
  // A path that is shortened begins with a mark.
  return [...quoted, ...bare]
    .map((name) => squeeze(name).replace(/^…\//, ""))
    .filter((name) => name !== "");
}

const IN_NAME = /[A-Za-z0-9_$]/;
const areOneName = (a: string, b: string) => IN_NAME.test(a) && IN_NAME.test(b);

/** Whether a name is there whole, not as a part of a longer one. */
const includesName = (text: string, name: string) =>
  includesWhole(text, name, areOneName);

/** Letters of languages without reliable spaces count in pairs. */
const CJK =
  /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (
    const [word] of text.normalize("NFC").toLowerCase()
      .matchAll(/[\p{L}\p{M}\p{N}]+/gu)
  ) {
    if (!CJK.test(word) || word.length < 3) words.push(word);
    else {
      for (let at = 0; at < word.length - 1; at++) {
        words.push(word.slice(at, at + 2));
      }
    }
  }
  return words;
}

/** Whether nearly all words are in one stretch of the summary. */
function hasWords(all: readonly string[], wanted: readonly string[]): boolean {
  const distinct = new Set(wanted);
  const needed = Math.ceil(distinct.size * KEPT_SHARE);
  if (needed === 0) return true;
  const stretch = wanted.length * 2 + 8;
  const inside = new Map<string, number>();
  for (const [at, word] of all.entries()) {
    if (distinct.has(word)) inside.set(word, (inside.get(word) ?? 0) + 1);
    const left = all[at - stretch];
    const count = left === undefined ? 0 : inside.get(left) ?? 0;
    if (left !== undefined && count > 1) inside.set(left, count - 1);
    else if (left !== undefined && count === 1) inside.delete(left);
    if (inside.size >= needed) return true;
  }
  return false;
}
