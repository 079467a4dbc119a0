/** Changes a person makes to facts; concepts follow. */

import type { Fact, Facts, Issue } from "./facts.ts";
import { changeFact, type Knowledge } from "./knowledge.ts";

export function removeFact(
  { facts, concepts }: Knowledge,
  id: string,
): Knowledge {
  const without = <T extends Fact>(list: readonly T[]) =>
    list.filter((fact) => fact.id !== id);
  return {
    facts: {
      ...facts,
      decisions: without(facts.decisions),
      patterns: without(facts.patterns),
      issues: without(facts.issues),
    },
    concepts: {
      ...concepts,
      concepts: concepts.concepts.map((concept) => ({
        ...concept,
        facts: concept.facts.filter((fact) => fact !== id),
      })),
    },
  };
}

export function resolveIssue(
  facts: Facts,
  id: string,
  resolution: string,
): Facts {
  return changeFact(facts, id, (fact) => ({
    ...fact,
    status: "resolved",
    resolution: resolution || (fact as Issue).resolution,
  }));
}

/** How it was thought to be resolved stays beside. */
export function reopenIssue(facts: Facts, id: string): Facts {
  return changeFact(facts, id, (fact) => {
    const { resolution } = fact as Issue;
    return {
      ...fact,
      status: "open",
      resolution: null,
      ...(resolution ? { formerResolution: resolution } : {}),
    };
  });
}
