/**
 * facts.json, version 4: decisions, patterns and issues with their evidence,
 * and permanent items. Files of earlier versions (a flat one without
 * `permanent`; one with `_meta.version` 3) are read as they are, and unknown
 * fields are kept.
 */

import { isObject, type JsonObject, objectOf } from "../base/json.ts";
import {
  isOfShape,
  ItemFields,
  type ItemOf,
  readItemList,
  readShape,
  type Shape,
} from "./_item_fields.ts";
import { highestNumbers, nextNumber, numberItems } from "./_item_ids.ts";

const FACTS_VERSION = 4;

export type FactType = "decision" | "pattern" | "issue";

const FACT = {
  id: ["text"],
  /** The day it was first said, or added by a person; UTC. */
  date: ["text", "created", "timestamp"],
  content: ["text", "text", "description", "title"],
  reason: ["text", "rationale"],
  /** The ids of the sessions it comes from. */
  sessions: ["texts", "session"],
  /** Quoted from a session log; empty if a person added it. */
  evidence: ["text"],
  /** The id of its concept. */
  concept: ["text or null", "conceptId"],
  files: ["texts"],
  keywords: ["texts"],
} as const satisfies Shape;

export interface Fact extends ItemOf<typeof FACT> {}

const ISSUE = {
  ...FACT,
  resolution: ["text or null"],
} as const satisfies Shape;

export interface Issue extends ItemOf<typeof ISSUE> {
  readonly status: "open" | "resolved";
}

const RULE = {
  id: ["text"],
  content: ["text", "rule", "text", "description"],
  reason: ["text"],
  /** `user` or `reflection`; older files have other values. */
  source: ["text"],
  /** From 0 to 1. */
  confidence: ["confidence"],
  contradictions: ["count"],
  created: ["text", "date"],
  last_validated: ["text", "lastValidated"],
  sessions: ["texts"],
} as const satisfies Shape;

export interface Rule extends ItemOf<typeof RULE> {}

const SOLUTION = {
  id: ["text"],
  problem: ["text", "content"],
  solution: ["text"],
  attempts: ["times"],
  confidence: ["confidence"],
} as const satisfies Shape;

export interface Solution extends ItemOf<typeof SOLUTION> {}

const CORE_LOGIC = {
  id: ["text"],
  feature: ["text", "name", "content"],
  description: ["text", "summary"],
  files: ["texts"],
} as const satisfies Shape;

export interface CoreLogic extends ItemOf<typeof CORE_LOGIC> {}

export interface Permanent extends JsonObject {
  readonly rules: readonly Rule[];
  readonly solutions: readonly Solution[];
  readonly core_logic: readonly CoreLogic[];
}

/** The lists of facts.json and how the ids in them begin. */
export const ID_PREFIXES = {
  decisions: "d",
  patterns: "p",
  issues: "i",
  rules: "r",
  solutions: "s",
  core_logic: "cl",
} as const;

export type ListName = keyof typeof ID_PREFIXES;

/** All lists are oldest first. */
export interface Facts extends JsonObject {
  readonly _meta: JsonObject & {
    readonly version: number;
    /** The number of the next id in each list. */
    readonly nextId: Readonly<Record<ListName, number>>;
  };
  readonly decisions: readonly Fact[];
  readonly patterns: readonly Fact[];
  readonly issues: readonly Issue[];
  readonly permanent: Permanent;
}

export function emptyFacts(): Facts {
  return parseFacts({});
}

/** Something of every list, where facts.json has that list. */
export const byList = <T>(
  of: (name: ListName) => T,
  permanent: JsonObject = {},
) => ({
  decisions: of("decisions"),
  patterns: of("patterns"),
  issues: of("issues"),
  permanent: {
    ...permanent,
    rules: of("rules"),
    solutions: of("solutions"),
    core_logic: of("core_logic"),
  },
});

/** Read any version. Never throws: odd parts are kept under `unread`. */
export function parseFacts(raw: JsonObject): Facts {
  const unread: JsonObject = { ...objectIn(raw, "unread", {}) };
  const meta = objectIn(raw, "_meta", unread);
  const permanent = objectIn(raw, "permanent", unread);
  const read = (name: ListName, holder: JsonObject) => {
    const found = readItemList(holder[name]);
    if (found.unread.length > 0) {
      unread[name] = [unread[name] ?? [], found.unread].flat();
    }
    return found.items.map(PARSERS[name]);
  };
  const lists = {
    decisions: read("decisions", raw),
    patterns: read("patterns", raw),
    issues: read("issues", raw),
    rules: read("rules", permanent),
    solutions: read("solutions", permanent),
    core_logic: read("core_logic", permanent),
  };
  // A file edited by hand may have `d001` among patterns.
  const highest = highestNumbers(
    Object.values(lists).flat().map(({ id }) => id),
  );
  const used = new Set<string>();
  const nextId = {} as Record<ListName, number>;
  const number = (name: ListName) => {
    const prefix = ID_PREFIXES[name];
    const first = nextNumber(highest, prefix, promisedId(meta, name));
    const { items, next } = numberItems(lists[name], prefix, first, used);
    nextId[name] = next;
    return items;
  };
  const version = new ItemFields(meta).number("version", FACTS_VERSION);
  return {
    ...raw,
    _meta: { ...meta, version: Math.max(version, FACTS_VERSION), nextId },
    ...byList(number, permanent),
    ...(Object.keys(unread).length > 0 ? { unread } : {}),
  } as Facts;
}

function objectIn(
  raw: JsonObject,
  key: string,
  unread: JsonObject,
): JsonObject {
  const value = Object.hasOwn(raw, key) ? raw[key] : undefined;
  if (isObject(value)) return value;
  if (value !== undefined && value !== null) unread[key] = value;
  return {};
}

/** The counters of version 3, such as `_meta.nextRuleId`. */
const OLDER_NEXT = {
  decisions: "nextDecisionId",
  patterns: "nextPatternId",
  issues: "nextIssueId",
  rules: "nextRuleId",
  solutions: "nextSolutionId",
  core_logic: "nextCoreLogicId",
} as const satisfies Record<ListName, string>;

function promisedId(meta: JsonObject, name: ListName): number {
  const nextId = objectOf(meta["nextId"]);
  return Math.max(
    new ItemFields(nextId).number(name, 1),
    new ItemFields(meta).number(OLDER_NEXT[name], 1),
  );
}

/** Keeps version 3's counters up to date, for tools that read them. */
export function withOlderCounters(facts: Facts): Facts {
  const meta = facts._meta;
  const names = (Object.keys(OLDER_NEXT) as ListName[])
    .filter((name) => typeof meta[OLDER_NEXT[name]] === "number");
  if (names.length === 0) return facts;
  const counters = names.map((name) => [OLDER_NEXT[name], meta.nextId[name]]);
  return { ...facts, _meta: { ...meta, ...Object.fromEntries(counters) } };
}

const hasTwice = (list: readonly string[]) => new Set(list).size < list.length;

function parseFact(raw: JsonObject): Fact {
  if (isOfShape(raw, FACT) && !hasTwice((raw as Fact).sessions)) {
    return raw as Fact;
  }
  const fact = readShape(raw, FACT);
  return { ...fact, sessions: [...new Set(fact.sessions)] };
}

const STATUSES: readonly unknown[] = ["open", "resolved"];

function parseIssue(raw: JsonObject): Issue {
  if (
    isOfShape(raw, ISSUE) && raw["resolved"] === undefined &&
    STATUSES.includes(raw["status"]) && !hasTwice((raw as Issue).sessions)
  ) return raw as Issue;
  const fields = new ItemFields(raw);
  const status = fields.text("status");
  const isResolved = raw["resolved"] === true ||
    /^(?:resolved|closed|fixed|done)$/i.test(status);
  const resolution = fields.text("resolution") || null;
  return {
    ...parseFact(fields.rest()),
    status: isResolved ? "resolved" : "open",
    resolution,
  };
}

function parseRule(raw: JsonObject): Rule {
  if (isOfShape(raw, RULE) && raw["source"] && raw["last_validated"]) {
    return raw as Rule;
  }
  const rule = readShape(raw, RULE);
  return {
    ...rule,
    source: rule.source || "reflection",
    last_validated: rule.last_validated || rule.created,
  };
}

const PARSERS: Record<ListName, (raw: JsonObject) => { readonly id: string }> =
  {
    decisions: parseFact,
    patterns: parseFact,
    issues: parseIssue,
    rules: parseRule,
    solutions: (raw) => readShape(raw, SOLUTION),
    core_logic: (raw) => readShape(raw, CORE_LOGIC),
  };
