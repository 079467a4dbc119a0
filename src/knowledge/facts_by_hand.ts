/** Facts by hand: add, resolve, reopen, remove. A person needs no evidence. */

import { UserError } from "../base/errors.ts";
import type { Fact, Facts, FactType, Issue } from "./facts.ts";
import {
  changeFact,
  changeLists,
  findFact,
  type TypedFact,
} from "./knowledge.ts";
import { type KeptFact, mergeFacts } from "./_merge_facts.ts";
import { noteReflection } from "./reflection.ts";
import { requireFacts } from "./knowledge_files.ts";
import { type Claim, ensureStore, type Store } from "../store/store.ts";
import type { World } from "../base/world.ts";
import { changeByHand } from "./_change_knowledge.ts";
import { cleanUserList, cleanUserText } from "./_clean_user_text.ts";
import { findSession } from "../session/session_log.ts";

/** `concept` is an id or a name. */
export async function addFact(
  store: Store,
  world: World,
  own:
    & { readonly type: FactType; readonly content: string }
    & {
      readonly [
        K in "reason" | "files" | "keywords" | "concept" | "session"
      ]?: string | undefined;
    },
  claim: Claim,
): Promise<KeptFact> {
  const session = own.session && findSession(store, own.session).sessionId;
  const optional = (text: string | undefined, what: string) =>
    text ? cleanUserText(store, text, what) : "";
  const concept = optional(own.concept, "concept");
  const proposed = {
    type: own.type,
    content: cleanUserText(store, own.content, own.type),
    reason: optional(own.reason, "reason"),
    evidence: "",
    files: cleanUserList(store, own.files),
    keywords: cleanUserList(store, own.keywords),
    conceptId: concept,
    conceptName: /^c\d+$/.test(concept) ? "" : concept,
  };
  ensureStore(store);
  const at = world.now();
  const { fact } = await changeByHand(store, claim, (before) => {
    const origin = { at, ...(session ? { session } : {}) };
    const { facts, concepts, kept } = mergeFacts(before, [proposed], origin);
    const fact = kept[0] as KeptFact;
    if (concept !== "" && !findFact(facts, fact.id)?.fact.concept) {
      throw new UserError("refused", `No concept "${concept}" is known`, [
        'Run "memory-keeper concepts list", or give a name for a new one',
      ]);
    }
    return { facts: noteReflection(facts, at), concepts, fact };
  });
  return fact;
}

export function showFact({ layout }: Store, id: string): TypedFact {
  return assertFact(requireFacts(layout), id);
}

function assertFact(facts: Facts, id: string): TypedFact {
  const found = findFact(facts, id);
  if (found) return found;
  throw new UserError("refused", `No fact "${id}" is known`, [
    'Run "memory-keeper facts list" for their ids',
  ]);
}

export async function resolveByHand(
  store: Store,
  id: string,
  resolution: string,
  claim: Claim,
): Promise<void> {
  const how = resolution ? cleanUserText(store, resolution, "resolution") : "";
  await changeIssue(store, id, claim, (issue) => ({
    ...issue,
    status: "resolved",
    resolution: how || issue.resolution,
  }));
}

/** The former resolution is kept. */
export async function reopenByHand(store: Store, id: string, claim: Claim) {
  await changeIssue(store, id, claim, (issue) => ({
    ...issue,
    status: "open",
    resolution: null,
    ...(issue.resolution ? { formerResolution: issue.resolution } : {}),
  }));
}

async function changeIssue(
  store: Store,
  id: string,
  claim: Claim,
  change: (issue: Issue) => Issue,
): Promise<void> {
  await changeByHand(store, claim, ({ facts, concepts }) => {
    const { type } = assertFact(facts, id);
    if (type !== "issue") {
      throw new UserError("refused", `"${id}" is a ${type}, not an issue`, [
        'Run "memory-keeper facts list --type issue" for the issues',
      ]);
    }
    return {
      facts: changeFact(facts, id, (fact) => change(fact as Issue)),
      concepts,
    };
  });
}

/** The fact as it was; its id is not used again. */
export async function removeByHand(
  store: Store,
  world: World,
  id: string,
  claim: Claim,
): Promise<TypedFact> {
  const { removed } = await changeByHand(store, claim, (before) => {
    const removed = assertFact(before.facts, id);
    const without = <T extends Fact>(list: readonly T[]) =>
      list.filter((fact) => fact.id !== id);
    const facts = changeLists(before.facts, without);
    const concepts = before.concepts.concepts.map((concept) => ({
      ...concept,
      facts: concept.facts.filter((fact) => fact !== id),
    }));
    return {
      facts: noteReflection(facts, world.now()),
      concepts: { ...before.concepts, concepts },
      removed,
    };
  });
  return removed;
}
