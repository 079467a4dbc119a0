/**
 * Facts and concepts together: they name each other by id and are written one
 * after the other, concepts first. After a crash between the two, a concept may
 * name facts that were never written; this is fixed when they are read for a
 * change, before such an id is given to another fact.
 */

import {
  type Concept,
  CONCEPT_PREFIX,
  type Concepts,
  conceptWithId,
} from "./concepts.ts";
import type { Fact, Facts, FactType, Issue } from "./facts.ts";
import { highestNumbers, nextNumber } from "./_item_ids.ts";

export interface Knowledge {
  readonly facts: Facts;
  readonly concepts: Concepts;
}

export const FACT_LISTS = {
  decision: "decisions",
  pattern: "patterns",
  issue: "issues",
} as const satisfies Record<FactType, keyof Facts>;

const FACT_TYPES = Object.keys(FACT_LISTS) as FactType[];

export interface TypedFact {
  readonly type: FactType;
  readonly fact: Fact | Issue;
}

/** Every fact with its type: decisions, patterns, issues, oldest first. */
export function allFacts(facts: Facts): TypedFact[] {
  return FACT_TYPES.flatMap((type) =>
    facts[FACT_LISTS[type]].map((fact) => ({ type, fact }))
  );
}

export function findFact(facts: Facts, id: string): TypedFact | undefined {
  return allFacts(facts).find(({ fact }) => fact.id === id);
}

export function changeFact(
  facts: Facts,
  id: string,
  change: (fact: Fact) => Fact,
): Facts {
  return changeLists(
    facts,
    (list) =>
      list.map((fact) => fact.id === id ? change(fact) as typeof fact : fact),
  );
}

export function changeLists(
  facts: Facts,
  change: <T extends Fact>(list: readonly T[]) => readonly T[],
): Facts {
  const { decisions, patterns, issues } = facts;
  return {
    ...facts,
    decisions: change(decisions),
    patterns: change(patterns),
    issues: change(issues),
  };
}

/** Makes both sides agree; the fact's concept decides. */
export function fixReferences({ facts, concepts }: Knowledge): Knowledge {
  const known = new Set(concepts.concepts.map(({ id }) => id));
  const whole = (id: string | null) =>
    id === null || known.has(id)
      ? id
      : conceptWithId(concepts.concepts, id)?.id ?? null;
  const conceptOf = new Map(
    allFacts(facts).map(({ fact }) => [fact.id, whole(fact.concept)]),
  );
  const naming = Map.groupBy(conceptOf, ([, concept]) => concept);
  const fixConcept = (concept: Concept): Concept => {
    const listed = concept.facts.filter((id) => {
      const named = conceptOf.get(id);
      const isForeign = named === undefined && !/^[dpi]\d+$/.test(id);
      return isForeign || named === null || named === concept.id;
    });
    const added = (naming.get(concept.id) ?? []).map(([fact]) => fact);
    const all = [...new Set([...listed, ...added])];
    return sameTexts(all, concept.facts) ? concept : { ...concept, facts: all };
  };
  const fixed = concepts.concepts.map(fixConcept);
  const adopted = new Map(
    fixed.flatMap(({ id, facts }) => facts.map((fact) => [fact, id] as const)),
  );
  const settle = <T extends Fact>(fact: T): T => {
    const concept = conceptOf.get(fact.id) ?? adopted.get(fact.id) ??
      (isConceptId(fact.concept) ? null : fact.concept);
    if (concept === fact.concept) return fact;
    // Its concept is gone, perhaps with a damaged file that was set aside.
    return concept === null && fact.concept !== null
      ? { ...fact, concept, formerConcept: fact.concept }
      : { ...fact, concept };
  };
  return {
    facts: changeLists(facts, (list) => list.map(settle)),
    concepts: {
      ...concepts,
      concepts: fixed,
      nextId: nextNumber(
        highestNumbers(
          allFacts(facts).flatMap(({ fact }) => fact.concept ?? []),
        ),
        CONCEPT_PREFIX,
        concepts.nextId,
      ),
    },
  };
}

/** Older files may have a name where we have an id. */
export function isConceptId(concept: string | null): boolean {
  return concept !== null && /^c\d{1,9}$/.test(concept);
}

function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, i) => text === b[i]);
}

/** Appends what is new, without duplicates, up to a number. */
export function joinTexts(
  old: readonly string[],
  added: readonly string[],
  most: number,
): readonly string[] {
  const all = [...new Set([...old, ...added])].slice(
    0,
    Math.max(most, old.length),
  );
  return sameTexts(all, old) ? old : all;
}
