/** Concepts by hand: look one up, give it another name, join two. */

import { UserError } from "../base/errors.ts";
import { type Concept, type Concepts, conceptWithId } from "./concepts.ts";
import { nameSimilarity, SAME_NAME } from "./_name_similarity.ts";
import type { Claim, Store } from "../store/store.ts";
import type { World } from "../base/world.ts";
import { changeByHand } from "./_change_knowledge.ts";
import { cleanUserText } from "./_clean_user_text.ts";
import { changeLists, joinTexts, type Knowledge } from "./knowledge.ts";

export function assertConcept({ concepts }: Concepts, id: string): Concept {
  const found = conceptWithId(concepts, id);
  if (found) return found;
  throw new UserError("refused", `No concept "${id}" is known`, [
    'Run "memory-keeper concepts list" for their ids',
  ]);
}

export async function renameByHand(
  store: Store,
  world: World,
  { id, name }: { readonly id: string; readonly name: string },
  claim: Claim,
) {
  const wanted = cleanUserText(store, name, "name");
  const { found } = await changeByHand(store, claim, (before) => {
    const found = assertConcept(before.concepts, id);
    const near = before.concepts.concepts.find((one) =>
      one.id !== found.id && nameSimilarity(one.name, wanted) >= SAME_NAME
    );
    if (near) {
      throw new UserError(
        "refused",
        `${near.id} is called "${near.name}", which is nearly the same`,
        [`Join them: memory-keeper concepts merge ${found.id} ${near.id}`],
      );
    }
    if (found.name === wanted) return { ...before, found };
    const named = { name: wanted, updated: world.now().toISOString() };
    const concepts = before.concepts.concepts.map((one) =>
      one.id === found.id ? { ...one, ...named } : one
    );
    return { ...before, concepts: { ...before.concepts, concepts }, found };
  });
  return { id: found.id, before: found.name, name: wanted };
}

/** `isNew` is false if they were one already. */
export async function mergeByHand(
  store: Store,
  world: World,
  { from, into }: { readonly from: string; readonly into: string },
  claim: Claim,
) {
  const { joined } = await changeByHand(store, claim, (before) => {
    const source = assertConcept(before.concepts, from);
    const target = assertConcept(before.concepts, into);
    if (from === into) {
      throw new UserError("misuse", "A concept cannot be merged with itself", [
        "Name two concepts: the one to remove, then the one to keep",
      ]);
    }
    const isNew = source.id !== target.id;
    const joined = { from, into: target.id, name: target.name, isNew };
    return isNew
      ? { ...mergeConcepts(before, source, target, world.now()), joined }
      : { ...before, joined };
  });
  return joined;
}

/**
 * One concept becomes part of another. It is kept whole inside the other: its
 * id still leads there, and nothing is lost.
 */
function mergeConcepts(
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
  return {
    facts: changeLists(
      facts,
      (list) =>
        list.map((fact) =>
          fact.concept === from.id ? { ...fact, concept: into.id } : fact
        ),
    ),
    concepts: {
      ...concepts,
      concepts: concepts.concepts.filter(({ id }) => id !== from.id)
        .map((concept) => concept.id === into.id ? joined : concept),
    },
  };
}
