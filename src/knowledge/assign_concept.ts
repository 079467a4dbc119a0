/** Which concept a fact belongs to: the one it names, a similar one, or a new one. */

import {
  type Concept,
  CONCEPT_PREFIX,
  type Concepts,
  conceptWithId,
} from "./concepts.ts";
import type { Fact } from "./facts.ts";
import { formatId } from "./_item_ids.ts";
import { joinTexts } from "./knowledge.ts";
import { nameSimilarity, SAME_NAME } from "./_name_similarity.ts";

const MOST_GATHERED = 50;

/** An unknown id is ignored; the name may still find a concept. */
export function findConcept(
  { concepts }: Concepts,
  { id, name }: { readonly id?: string; readonly name?: string },
): Concept | undefined {
  const named = id ? conceptWithId(concepts, id) : undefined;
  if (named || !name) return named;
  return concepts.map((one) => ({ one, score: nameSimilarity(one.name, name) }))
    .filter(({ score }) => score >= SAME_NAME)
    .sort((a, b) => b.score - a.score)[0]?.one;
}

/** The concept with these names, created if there is no similar one. */
export function assignConcept(
  concepts: Concepts,
  wanted: { readonly id: string; readonly name: string },
  when: string,
): { readonly concepts: Concepts; readonly id: string | null } {
  const found = findConcept(concepts, wanted);
  if (found) return { concepts, id: found.id };
  if (wanted.name === "") return { concepts, id: null };
  const id = formatId(CONCEPT_PREFIX, concepts.nextId);
  const { name } = wanted;
  const nothing = { summary: "", files: [], keywords: [], facts: [] };
  const made = { id, name, ...nothing, updated: when };
  const all = [...concepts.concepts, made];
  const nextId = concepts.nextId + 1;
  return { concepts: { ...concepts, concepts: all, nextId }, id };
}

/** A concept collects the keywords and files of its facts. */
export function gatherFact(
  concepts: Concepts,
  fact: Fact,
  when: string,
): Concepts {
  return {
    ...concepts,
    concepts: concepts.concepts.map((concept) => {
      if (concept.id !== fact.concept) return concept;
      const facts = joinTexts(concept.facts, [fact.id], Infinity);
      const files = joinTexts(concept.files, fact.files, MOST_GATHERED);
      const { keywords: words } = fact;
      const keywords = joinTexts(concept.keywords, words, MOST_GATHERED);
      const summary = concept.summary || fact.content;
      const isSame = facts === concept.facts && files === concept.files &&
        keywords === concept.keywords && summary === concept.summary;
      if (isSame) return concept;
      // An older session may be ingested after a newer one.
      const updated = when > concept.updated ? when : concept.updated;
      return { ...concept, summary, files, keywords, facts, updated };
    }),
  };
}
