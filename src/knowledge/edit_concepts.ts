/** Changes a person makes to concepts; their facts follow. */

import type { Concept } from "./concepts.ts";
import type { Fact } from "./facts.ts";
import { joinTexts, type Knowledge } from "./knowledge.ts";

export function renameConcept(
  { facts, concepts }: Knowledge,
  id: string,
  name: string,
  at: Date,
): Knowledge {
  const updated = at.toISOString();
  return {
    facts,
    concepts: {
      ...concepts,
      concepts: concepts.concepts.map((concept) =>
        concept.id === id ? { ...concept, name, updated } : concept
      ),
    },
  };
}

/**
 * One concept becomes part of another. The former one stays inside it, whole:
 * its id still leads there, and nothing that was known of it is lost.
 */
export function mergeConcepts(
  { facts, concepts }: Knowledge,
  from: Concept,
  into: Concept,
  at: Date,
): Knowledge {
  const former = Array.isArray(into["merged"]) ? into["merged"] : [];
  const joined: Concept = {
    ...into,
    summary: into.summary || from.summary,
    files: joinTexts(into.files, from.files, Infinity),
    keywords: joinTexts(into.keywords, from.keywords, Infinity),
    facts: joinTexts(into.facts, from.facts, Infinity),
    updated: at.toISOString(),
    merged: [...former, from],
  };
  const move = <T extends Fact>(list: readonly T[]) =>
    list.map((fact) =>
      fact.concept === from.id ? { ...fact, concept: into.id } : fact
    );
  return {
    facts: {
      ...facts,
      decisions: move(facts.decisions),
      patterns: move(facts.patterns),
      issues: move(facts.issues),
    },
    concepts: {
      ...concepts,
      concepts: concepts.concepts.filter(({ id }) => id !== from.id)
        .map((concept) => concept.id === into.id ? joined : concept),
    },
  };
}
