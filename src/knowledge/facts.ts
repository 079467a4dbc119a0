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
  readItems,
  readShape,
  type Shape,
} from "./_item_fields.ts";
import { highestNumbers, nextNumber, numberItems } from "./_item_ids.ts";

const FACTS_VERSION = 4;

export type FactType = "decision" | "pattern" | "issue";

export interface Fact extends JsonObject {
  readonly id: string;
  /** The day it was first said, or added by a person; UTC. */
  readonly date: string;
  readonly content: string;
  readonly reason: string;
  /** The ids of the sessions it comes from. */
  readonly sessions: readonly string[];
  /** Quoted from a session log; empty if a person added it. */
  readonly evidence: string;
  /** The id of its concept. */
  readonly concept: string | null;
  readonly files: readonly string[];
  readonly keywords: readonly string[];
}

export interface Issue extends Fact {
  readonly status: "open" | "resolved";
  readonly resolution: string | null;
}

export interface Rule extends JsonObject {
  readonly id: string;
  readonly content: string;
  readonly reason: string;
  /** `user` or `reflection`; older files have other values. */
  readonly source: string;
  /** From 0 to 1. */
  readonly confidence: number;
  readonly contradictions: number;
  readonly created: string;
  readonly last_validated: string;
  readonly sessions: readonly string[];
}

export interface Solution extends JsonObject {
  readonly id: string;
  readonly problem: string;
  readonly solution: string;
  readonly attempts: number;
  readonly confidence: number;
}

export interface CoreLogic extends JsonObject {
  readonly id: string;
  readonly feature: string;
  readonly description: string;
  readonly files: readonly string[];
}

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

export interface FactsMeta extends JsonObject {
  readonly version: number;
  /** The number of the next id in each list. */
  readonly nextId: Readonly<Record<ListName, number>>;
}

/** All lists are oldest first. */
export interface Facts extends JsonObject {
  readonly _meta: FactsMeta;
  readonly decisions: readonly Fact[];
  readonly patterns: readonly Fact[];
  readonly issues: readonly Issue[];
  readonly permanent: Permanent;
}

export function emptyFacts(): Facts {
  return parseFacts({});
}

/** Read any version. Never throws: odd parts are kept under `unread`. */
export function parseFacts(raw: JsonObject): Facts {
  const unread: JsonObject = { ...objectIn(raw, "unread", {}) };
  const meta = objectIn(raw, "_meta", unread);
  const permanent = objectIn(raw, "permanent", unread);
  const items = <T>(
    name: ListName,
    value: unknown,
    parse: (item: JsonObject) => T,
  ) => {
    const found = readItems(value);
    if (found.unread.length > 0) {
      unread[name] = [unread[name] ?? [], found.unread].flat();
    }
    return found.items.map(parse);
  };
  const lists = {
    decisions: items("decisions", raw["decisions"], parseFact),
    patterns: items("patterns", raw["patterns"], parseFact),
    issues: items("issues", raw["issues"], parseIssue),
    rules: items("rules", permanent["rules"], parseRule),
    solutions: items("solutions", permanent["solutions"], parseSolution),
    core_logic: items("core_logic", permanent["core_logic"], parseCoreLogic),
  };
  // A file edited by hand may have `d001` among patterns.
  const highest = highestNumbers(
    Object.values(lists).flat().map(({ id }) => id),
  );
  const used = new Set<string>();
  const nextId = {} as Record<ListName, number>;
  const number = <K extends ListName>(name: K): typeof lists[K] => {
    const prefix = ID_PREFIXES[name];
    const first = nextNumber(highest, prefix, promisedId(meta, name));
    const list: readonly { readonly id: string }[] = lists[name];
    const { items, next } = numberItems(list, prefix, first, used);
    nextId[name] = next;
    return items as typeof lists[K];
  };
  const version = new ItemFields(meta).number("version", FACTS_VERSION);
  return {
    ...raw,
    _meta: { ...meta, version: Math.max(version, FACTS_VERSION), nextId },
    decisions: number("decisions"),
    patterns: number("patterns"),
    issues: number("issues"),
    permanent: {
      ...permanent,
      rules: number("rules"),
      solutions: number("solutions"),
      core_logic: number("core_logic"),
    },
    ...(Object.keys(unread).length > 0 ? { unread } : {}),
  };
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

const FACT = {
  id: ["text"],
  date: ["text", "created", "timestamp"],
  content: ["text", "text", "description", "title"],
  reason: ["text", "rationale"],
  sessions: ["texts", "session"],
  evidence: ["text"],
  concept: ["text or null", "conceptId"],
  files: ["texts"],
  keywords: ["texts"],
} as const satisfies Shape;

const hasTwice = (list: readonly string[]) => new Set(list).size < list.length;

function parseFact(raw: JsonObject): Fact {
  if (isOfShape(raw, FACT) && !hasTwice((raw as Fact).sessions)) {
    return raw as Fact;
  }
  const fact = readShape(raw, FACT);
  return { ...fact, sessions: [...new Set(fact.sessions)] };
}

const ISSUE: Shape = { ...FACT, resolution: ["text or null"] };
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

const RULE = {
  id: ["text"],
  content: ["text", "rule", "text", "description"],
  reason: ["text"],
  source: ["text"],
  confidence: ["confidence"],
  contradictions: ["count"],
  created: ["text", "date"],
  last_validated: ["text", "lastValidated"],
  sessions: ["texts"],
} as const satisfies Shape;

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

const SOLUTION = {
  id: ["text"],
  problem: ["text", "content"],
  solution: ["text"],
  attempts: ["times"],
  confidence: ["confidence"],
} as const satisfies Shape;

const parseSolution = (raw: JsonObject): Solution => readShape(raw, SOLUTION);

const CORE_LOGIC = {
  id: ["text"],
  feature: ["text", "name", "content"],
  description: ["text", "summary"],
  files: ["texts"],
} as const satisfies Shape;

const parseCoreLogic = (raw: JsonObject): CoreLogic =>
  readShape(raw, CORE_LOGIC);
