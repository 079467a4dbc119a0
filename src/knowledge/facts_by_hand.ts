/** Facts by hand: add, resolve, reopen, remove. A person needs no evidence. */

import { UserError } from "../base/errors.ts";
import type { Fact, Facts, FactType, Issue } from "./facts.ts";
import {
  changeFact,
  findFact,
  type Knowledge,
  type TypedFact,
} from "./knowledge.ts";
import { type KeptFact, mergeFacts } from "./_merge_facts.ts";
import { noteReflection } from "./reflection.ts";
import { requireFacts } from "./knowledge_files.ts";
import {
  type Claim,
  ensureStore,
  type Store,
  withJournal,
} from "../store/store.ts";
import type { World } from "../base/world.ts";
import { changeKnowledge } from "./_change_knowledge.ts";
import { cleanUserList, cleanUserText } from "./_clean_user_text.ts";
import { findSession } from "../session/session_log.ts";

export interface OwnFact {
  readonly type: FactType;
  readonly content: string;
  readonly reason?: string | undefined;
  readonly files?: string | undefined;
  readonly keywords?: string | undefined;
  /** An id or a name. */
  readonly concept?: string | undefined;
  readonly session?: string | undefined;
}

export async function addFact(
  store: Store,
  world: World,
  own: OwnFact,
  claim: Claim,
): Promise<KeptFact> {
  const session = own.session && findSession(store, own.session).sessionId;
  const concept = own.concept
    ? cleanUserText(store, own.concept, "concept")
    : "";
  const proposed = {
    type: own.type,
    content: cleanUserText(store, own.content, own.type),
    reason: own.reason ? cleanUserText(store, own.reason, "reason") : "",
    evidence: "",
    files: cleanUserList(store, own.files),
    keywords: cleanUserList(store, own.keywords),
    conceptId: concept,
    conceptName: /^c\d+$/.test(concept) ? "" : concept,
  };
  ensureStore(store);
  const at = world.now();
  return await withJournal(store, claim, () => {
    const { kept } = changeKnowledge(store, (before) => {
      const origin = { at, ...(session ? { session } : {}) };
      const merged = mergeFacts(before, [proposed], origin);
      if (concept !== "" && !conceptOf(merged, merged.kept[0]?.id)) {
        throw new UserError("refused", `No concept "${concept}" is known`, [
          'Run "memory-keeper concepts list", or give a name for a new one',
        ]);
      }
      return { ...merged, facts: noteReflection(merged.facts, at) };
    });
    return kept[0] as KeptFact;
  });
}

function conceptOf({ facts }: Knowledge, id = ""): string | null | undefined {
  return findFact(facts, id)?.fact.concept;
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

function assertIssue(facts: Facts, id: string): void {
  const { type } = assertFact(facts, id);
  if (type === "issue") return;
  throw new UserError("refused", `"${id}" is a ${type}, not an issue`, [
    'Run "memory-keeper facts list --type issue" for the issues',
  ]);
}

export async function resolveByHand(
  store: Store,
  id: string,
  resolution: string,
  claim: Claim,
): Promise<void> {
  const how = resolution ? cleanUserText(store, resolution, "resolution") : "";
  await changeFacts(store, claim, (facts) => {
    assertIssue(facts, id);
    return resolveIssue(facts, id, how);
  });
}

export async function reopenByHand(
  store: Store,
  id: string,
  claim: Claim,
): Promise<void> {
  await changeFacts(store, claim, (facts) => {
    assertIssue(facts, id);
    return reopenIssue(facts, id);
  });
}

/** The fact as it was; its id is not used again. */
export async function removeByHand(
  store: Store,
  world: World,
  id: string,
  claim: Claim,
): Promise<TypedFact> {
  return await withJournal(store, claim, () => {
    let removed: TypedFact | undefined;
    changeKnowledge(store, (before) => {
      removed = assertFact(before.facts, id);
      const after = removeFact(before, id);
      return { ...after, facts: noteReflection(after.facts, world.now()) };
    });
    return removed as TypedFact;
  });
}

async function changeFacts(
  store: Store,
  claim: Claim,
  change: (facts: Facts) => Facts,
): Promise<void> {
  await withJournal(store, claim, () => {
    changeKnowledge(
      store,
      ({ facts, concepts }) => ({ facts: change(facts), concepts }),
    );
  });
}

function removeFact(
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

function resolveIssue(
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

/** The former resolution is kept. */
function reopenIssue(facts: Facts, id: string): Facts {
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
