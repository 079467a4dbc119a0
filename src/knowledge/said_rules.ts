/**
 * The permanent rules the user has stated. Every prompt gets them, so a small
 * copy in `.cache` is read as long as facts.json is unchanged.
 */

import { isText } from "../base/json_values.ts";
import { isFileProblem } from "../base/errors.ts";
import { parseBothSides } from "../base/conflict_markers.ts";
import { isObject, objectOf } from "../base/json.ts";
import { readSealed, writeSealed } from "../store/cache_file.ts";
import { changedAt, readText, statFile } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";

/** A prompt never gets more than this. */
const MOST_RULES = 60;
/** More of them may trip on a call. */
const MOST_KEPT = 300;
const RULE_CHARS = 600;
const CACHE_BYTES = 1_000_000;

export interface RuleText {
  readonly id: string;
  readonly content: string;
}

interface Copy {
  /** Of the facts.json it was made from. */
  readonly stamp: string;
  /** Newest first. */
  readonly rules: readonly string[];
  /** Of the rules, in the same order. */
  readonly ids: readonly string[];
  /** Why a rule may be outdated, by its words. */
  readonly doubts: Readonly<Record<string, string>>;
}

/** Newest first, outdated ones last. None where facts.json cannot be read. */
export function readSaidRules(store: Store): readonly string[] {
  const copy = readableCopy(store);
  return copy === undefined ? [] : withDoubts(copy);
}

/** More of them, with their ids, as they were said. */
export function readRuleTexts(store: Store): RuleText[] {
  const { rules = [], ids = [] } = readableCopy(store) ?? {};
  return rules.map((content, n) => ({ id: ids[n] ?? "", content }));
}

function readableCopy(store: Store): Copy | undefined {
  try {
    return currentCopy(store);
  } catch (error) {
    if (error instanceof SyntaxError || isFileProblem(error)) return undefined;
    throw error;
  }
}

function currentCopy(store: Store): Copy | undefined {
  const stamp = stampOf(store.layout.facts);
  if (stamp === undefined) return undefined;
  const copy = readCopy(store);
  return copy?.stamp === stamp ? copy : readFacts(store, stamp, copy);
}

/** What a start found out about the rules' evidence; "" if nothing is wrong. */
export function noteDoubts(
  store: Store,
  doubtOf: (rule: string) => string,
): void {
  const copy = currentCopy(store);
  if (copy === undefined) return;
  const found = copy.rules.map((rule) => [rule, doubtOf(rule)] as const)
    .filter(([, doubt]) => doubt !== "");
  const doubts = Object.fromEntries(found);
  if (JSON.stringify(doubts) === JSON.stringify(copy.doubts)) return;
  writeCopy(store, { ...copy, doubts });
}

function withDoubts({ rules: kept, doubts }: Copy): readonly string[] {
  const rules = kept.slice(0, MOST_RULES);
  const isDoubtful = (rule: string) => Object.hasOwn(doubts, rule);
  return [
    ...rules.filter((rule) => !isDoubtful(rule)),
    ...rules.filter(isDoubtful).map((rule) => `${rule}, ${doubts[rule]}`),
  ];
}

function stampOf(path: string): string | undefined {
  const info = statFile(path);
  return info && `${info.size} ${changedAt(info)}`;
}

function readCopy(store: Store): Copy | undefined {
  const raw = readSealed(store, store.layout.saidRules, CACHE_BYTES);
  const { stamp, rules, ids, doubts } = raw;
  const isCopy = typeof stamp === "string" && Array.isArray(rules) &&
    Array.isArray(ids) && isObject(doubts) &&
    [...rules, ...ids, ...Object.values(doubts)].every(isText);
  return isCopy ? { stamp, rules, ids, doubts } as Copy : undefined;
}

/** Doubts stay until the next start checks again. */
function readFacts(store: Store, stamp: string, former?: Copy): Copy {
  const text = readText(store.layout.facts) ?? "null";
  const { value: facts } = parseBothSides(text);
  const doubts = former?.doubts ?? {};
  const said = saidRulesIn(facts);
  const rules = said.map(({ content }) => content);
  const copy = { stamp, rules, ids: said.map(({ id }) => id), doubts };
  writeCopy(store, copy);
  return copy;
}

function writeCopy(store: Store, copy: Copy): void {
  writeSealed(store, store.layout.saidRules, { ...copy });
}

/** Of facts.json as it is on disk. */
function saidRulesIn(facts: unknown): RuleText[] {
  const { rules } = objectOf(objectOf(facts)["permanent"]);
  if (!Array.isArray(rules)) return [];
  return rules.filter(isObject)
    .filter(({ source }) => source === "user")
    .flatMap(({ id, content }) =>
      typeof content === "string"
        ? [{ id: String(id ?? ""), content: content.slice(0, RULE_CHARS) }]
        : []
    ).slice(-MOST_KEPT).reverse();
}
