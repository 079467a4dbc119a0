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
  let best: Concept | undefined;
  let bestScore = SAME_NAME;
  for (const concept of concepts) {
    const score = nameSimilarity(concept.name, name);
    if (score > bestScore || (score === bestScore && best === undefined)) {
      best = concept;
      bestScore = score;
    }
  }
  return best;
}

export interface Assigned {
  readonly concepts: Concepts;
  /** The concept's id, if the fact names any. */
  readonly id: string | null;
}

/** The concept with these names, created if there is no similar one. */
export function assignConcept(
  concepts: Concepts,
  wanted: { readonly id: string; readonly name: string },
  when: string,
): Assigned {
  const found = findConcept(concepts, wanted);
  if (found) return { concepts, id: found.id };
  if (wanted.name === "") return { concepts, id: null };
  const id = formatId(CONCEPT_PREFIX, concepts.nextId);
  const made: Concept = {
    id,
    name: wanted.name,
    summary: "",
    files: [],
    keywords: [],
    facts: [],
    updated: when,
  };
  return {
    concepts: {
      ...concepts,
      concepts: [...concepts.concepts, made],
      nextId: concepts.nextId + 1,
    },
    id,
  };
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
      const keywords = joinTexts(
        concept.keywords,
        fact.keywords,
        MOST_GATHERED,
      );
      const summary = concept.summary || fact.content;
      const isSame = facts === concept.facts && files === concept.files &&
        keywords === concept.keywords && summary === concept.summary;
      return isSame ? concept : {
        ...concept,
        summary,
        files,
        keywords,
        facts,
        // An older session may be ingested after a newer one.
        updated: when > concept.updated ? when : concept.updated,
      };
    }),
  };
}
