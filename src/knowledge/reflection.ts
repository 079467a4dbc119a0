/**
 * Reflection: what came up in three or more sessions may be worth keeping
 * permanently. The program finds the candidates and their evidence; a person or
 * a skill decides whether one holds in general.
 */

import type { Fact, Facts, FactType, Issue, Rule } from "./facts.ts";
import { normalText } from "../base/normal_text.ts";
import { allFacts, type TypedFact } from "./knowledge.ts";
import {
  addPermanent,
  addRule,
  isSameRule,
  REFLECTION_CONFIDENCE,
} from "./permanent.ts";

const LEAST_SESSIONS = 3;
const LEAST_PEOPLE = 3;

/** A fact that people in the team hold. */
export interface HeldFact {
  readonly id: string;
  readonly type: FactType;
  readonly content: string;
  readonly evidence: string;
  readonly people: readonly string[];
}

export interface PromotionCandidate {
  /** A fact's id, `keyword:<word>` or `file:<path>`. */
  readonly id: string;
  readonly kind: "fact" | "keyword" | "file";
  /** What the fact says; the word; the path. */
  readonly content: string;
  readonly sessions: readonly string[];
  /** Who in the team holds it, if three do. */
  readonly people?: readonly string[];
  readonly facts: readonly {
    readonly id: string;
    readonly type: FactType;
    readonly content: string;
    readonly evidence: string;
    readonly more?: readonly string[];
  }[];
}

/**
 * Candidates that are not promoted yet, most sessions first. What three people
 * in the team hold is one as well, wherever it was said.
 */
export function findCandidates(
  facts: Facts,
  held: readonly HeldFact[] = [],
): PromotionCandidate[] {
  const all = allFacts(facts);
  const byMany = new Map(
    held.filter(({ people }) => people.length >= LEAST_PEOPLE)
      .map((one) => [normalText(one.content), one]),
  );
  const own = all.map(({ fact }) => normalText(fact.content));
  const candidates: PromotionCandidate[] = [
    ...[...byMany].filter(([said]) => !own.includes(said))
      .map(([, one]) => heldCandidate(one)),
    ...all.map((one) => {
      const people = byMany.get(normalText(one.fact.content))?.people;
      return {
        ...candidate(one.fact.id, "fact", one.fact.content, [one]),
        ...(people ? { people } : {}),
      };
    }),
    ...gather(all, "keyword", ({ keywords }) => keywords),
    ...gather(all, "file", ({ files }) => files),
  ];
  const promoted = promotedIds(facts);
  const { rules } = facts.permanent;
  return candidates.filter(({ id, sessions, people, content }) =>
    (sessions.length >= LEAST_SESSIONS || people !== undefined) &&
    !promoted.has(id) &&
    !rules.some((rule) => isSameRule(rule.content, content))
  ).sort((a, b) => b.sessions.length - a.sessions.length);
}

const heldCandidate = ({ people, ...fact }: HeldFact): PromotionCandidate => ({
  id: fact.id,
  kind: "fact",
  content: fact.content,
  sessions: [],
  people,
  facts: [fact],
});

function candidate(
  id: string,
  kind: PromotionCandidate["kind"],
  content: string,
  facts: readonly TypedFact[],
): PromotionCandidate {
  return {
    id,
    kind,
    content,
    sessions: [...new Set(facts.flatMap(({ fact }) => fact.sessions))],
    facts: facts.map(({ type, fact: { id, content, evidence } }) => (
      { id, type, content, evidence }
    )),
  };
}

/** Words and files that several facts name; a single fact is its own candidate. */
function gather(
  all: readonly TypedFact[],
  kind: "keyword" | "file",
  named: (fact: Fact) => readonly string[],
): PromotionCandidate[] {
  const fold = (name: string) => kind === "keyword" ? name.toLowerCase() : name;
  const pairs = all.flatMap((one) =>
    [...new Set(named(one.fact).map(fold))].map((name) => ({ name, one }))
  );
  return [...Map.groupBy(pairs, ({ name }) => name)]
    .filter(([, found]) => found.length > 1).map(([name, found]) => {
      const facts = found.map(({ one }) => one);
      return candidate(`${kind}:${name}`, kind, name, facts);
    });
}

function promotedIds({ permanent }: Facts): ReadonlySet<unknown> {
  const { rules, solutions, core_logic } = permanent;
  return new Set(
    [...rules, ...solutions, ...core_logic].map((item) => item["from"]),
  );
}

/** With the evidence of every session; facts.json has only the first one's. */
export function withAllEvidence(
  candidates: readonly PromotionCandidate[],
  noted: readonly { readonly id: string; readonly evidence: string }[],
): PromotionCandidate[] {
  const said = Map.groupBy(noted, ({ id }) => id);
  return candidates.map((candidate) => ({
    ...candidate,
    facts: candidate.facts.map((fact) => {
      const quotes = (said.get(fact.id) ?? []).map(({ evidence }) => evidence);
      const more = [...new Set(quotes)]
        .filter((quote) => quote !== "" && quote !== fact.evidence);
      return more.length === 0 ? fact : { ...fact, more };
    }),
  }));
}

/** Records that the last commit looked for candidates, and what it found. */
export function noteReflection(facts: Facts, at: Date): Facts {
  const reflected = {
    at: at.toISOString(),
    candidates: findCandidates(facts).map(({ id }) => id),
  };
  return { ...facts, _meta: { ...facts._meta, reflected } };
}

type Promotion =
  | {
    readonly kind: "promoted";
    readonly facts: Facts;
    readonly id: string;
    readonly conflicts: readonly Rule[];
  }
  | { readonly kind: "refused"; readonly reason: string };

/**
 * A decision or pattern becomes a rule, a resolved issue a solution, a word or
 * file core logic. `text` replaces the words of the first fact.
 */
export function promote(
  facts: Facts,
  { id: from, kind, content, sessions, facts: proof }: PromotionCandidate,
  { text, at }: { readonly text?: string; readonly at: Date },
): Promotion {
  if (kind !== "fact") {
    const added = addPermanent(facts, "core_logic", {
      feature: content,
      description: text ?? proof.map((one) => one.content).join("; "),
      files: kind === "file" ? [content] : [],
      from,
    });
    return { kind: "promoted", ...added, conflicts: [] };
  }
  const issue = facts.issues.find((one) => one.id === from);
  if (issue) return promoteIssue(facts, issue, text);
  const [reason] = proof.map(({ evidence }) => evidence);
  const { rule, facts: next, conflicts } = addRule(facts, {
    content: text ?? content,
    ...(reason ? { reason } : {}),
    source: "reflection",
    sessions,
    from,
  }, at);
  return { kind: "promoted", id: rule.id, facts: next, conflicts };
}

function promoteIssue(
  facts: Facts,
  issue: Issue,
  text: string | undefined,
): Promotion {
  const solution = text ?? issue.resolution;
  if (!solution) {
    return { kind: "refused", reason: `${issue.id} has no resolution yet` };
  }
  const added = addPermanent(facts, "solutions", {
    problem: issue.content,
    solution,
    attempts: Math.max(1, issue.sessions.length),
    confidence: REFLECTION_CONFIDENCE,
    from: issue.id,
  });
  return { kind: "promoted", ...added, conflicts: [] };
}
