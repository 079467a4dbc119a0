/**
 * Permanent items: rules, solutions and core logic. A rule of the user is fully
 * trusted, one found by reflection less; each validation and each contradiction
 * changes its confidence. Nothing is removed automatically: a rule that lost
 * its confidence is proposed for removal.
 */

import { dayOf } from "../base/utc_time.ts";
import {
  type Facts,
  ID_PREFIXES,
  type Permanent,
  type Rule,
  type Solution,
} from "./facts.ts";
import { formatId } from "./_item_ids.ts";
import { foldWords } from "./join_facts.ts";
import {
  disagree,
  overlap,
  readStatement,
  type Statement,
} from "./_statement.ts";

export const USER_CONFIDENCE = 1;
export const REFLECTION_CONFIDENCE = 0.7;
const VALIDATION = 0.1;
const CONTRADICTION = -0.2;
const DOUBTFUL_CONTRADICTIONS = 2;
const DOUBTFUL_BELOW = 0.7;
const STALE_MONTHS = 6;
/** Rules with this overlap are about the same thing. */
const SAME_TOPIC = 0.5;
const LEAST_SHARED = 2;
/** Verbs of rules about anything, without their endings. */
const SAYS_LITTLE = new Set(
  "use run call do keep writ edit add avoid prefer".split(" "),
);

export type PermanentList = "rules" | "solutions" | "core_logic";

export function addPermanent<K extends PermanentList>(
  facts: Facts,
  list: K,
  item: Omit<Permanent[K][number], "id">,
): { readonly facts: Facts; readonly id: string } {
  const { nextId } = facts._meta;
  const id = formatId(ID_PREFIXES[list], nextId[list]);
  const items = [...facts.permanent[list], { id, ...item }];
  const next = { ...nextId, [list]: nextId[list] + 1 };
  return {
    id,
    facts: {
      ...facts,
      _meta: { ...facts._meta, nextId: next },
      permanent: { ...facts.permanent, [list]: items },
    },
  };
}

interface NewRule {
  readonly content: string;
  readonly reason?: string;
  readonly source: "user" | "reflection";
  readonly sessions?: readonly string[];
  /** The candidate it was made from. */
  readonly from?: string;
}

/**
 * An existing rule in the same words is validated instead. `conflicts` are older
 * rules about the same thing that may say something else.
 */
export function addRule(facts: Facts, wanted: NewRule, at: Date) {
  const { rules } = facts.permanent;
  const statement = readStatement(wanted.content);
  const same = rules.find((rule) => isSameRule(rule.content, wanted.content));
  const conflicts = rules.filter((rule) =>
    rule !== same && mayContradict(readStatement(rule.content), statement)
  );
  if (same) {
    const sessions = [...new Set([...same.sessions, ...wanted.sessions ?? []])];
    const { from = same["from"] } = wanted;
    const rule: Rule = {
      ...validateItem(same, at),
      sessions,
      ...(from === undefined ? {} : { from }),
    };
    const { permanent } = facts;
    const next = rules.map((one) => one === same ? rule : one);
    return {
      facts: { ...facts, permanent: { ...permanent, rules: next } },
      rule,
      isNew: false,
      conflicts,
    };
  }
  const day = dayOf(at);
  const { content, reason = "", source, sessions = [], from } = wanted;
  const item = {
    content,
    reason,
    source,
    confidence: source === "user" ? USER_CONFIDENCE : REFLECTION_CONFIDENCE,
    contradictions: 0,
    created: day,
    last_validated: day,
    sessions,
    ...(from === undefined ? {} : { from }),
  };
  const added = addPermanent(facts, "rules", item);
  const rule: Rule = { id: added.id, ...item };
  return { facts: added.facts, rule, isNew: true, conflicts };
}

/**
 * Whether two different rules may exclude each other. If one has a negation or
 * another number, half the words of the shorter one are enough: a negated rule
 * rarely uses the same words, least of all in Korean, where it changes the verb.
 */
function mayContradict(a: Statement, b: Statement): boolean {
  const both = [...a.words].filter((word) => b.words.has(word));
  if (both.every((word) => SAYS_LITTLE.has(word))) return false;
  if (overlap(a, b) >= SAME_TOPIC) return true;
  if (!disagree(a, b)) return false;
  const shared = both.length;
  const shorter = Math.min(a.words.size, b.words.size);
  return shared >= Math.min(LEAST_SHARED, shorter) && shared > 0 &&
    shared / shorter >= SAME_TOPIC;
}

/** Word for word, apart from case, space and a final period. */
export function isSameRule(a: string, b: string): boolean {
  return foldWords(a.trim()) === foldWords(b.trim());
}

/** Rules and solutions: what has a confidence. */
export function validateItem<T extends Rule | Solution>(item: T, at: Date): T {
  return {
    ...item,
    confidence: moved(item.confidence, VALIDATION),
    last_validated: dayOf(at),
  };
}

export function contradictItem<T extends Rule | Solution>(item: T): T {
  const { contradictions } = item;
  return {
    ...item,
    confidence: moved(item.confidence, CONTRADICTION),
    contradictions: (Number(contradictions) || 0) + 1,
  };
}

/** Between 0 and 1, without floating-point errors. */
function moved(confidence: number, by: number): number {
  return Math.round(Math.min(1, Math.max(0, confidence + by)) * 100) / 100;
}

export function removalReason(rule: Rule, now: Date): string | undefined {
  const { contradictions, confidence, last_validated } = rule;
  if (
    contradictions >= DOUBTFUL_CONTRADICTIONS && confidence < DOUBTFUL_BELOW
  ) {
    return `contradicted ${contradictions} times, confidence ${confidence}`;
  }
  const limit = new Date(now);
  limit.setUTCMonth(limit.getUTCMonth() - STALE_MONTHS);
  // Without a date its age is unknown, so it is not stale.
  const isStale = Date.parse(last_validated) < limit.getTime();
  return isStale
    ? `not validated since ${last_validated.slice(0, 10)}`
    : undefined;
}

export interface Removal {
  readonly rule: Rule;
  readonly why: string;
}

export function proposeRemovals(facts: Facts, now: Date): Removal[] {
  return facts.permanent.rules.flatMap((rule) => {
    const why = removalReason(rule, now);
    return why === undefined ? [] : [{ rule, why }];
  });
}
