/**
 * Merges new facts: a known one adds its session, a new one gets an id and a
 * concept. Doing it again changes nothing.
 */

import { dayOf } from "../base/utc_time.ts";
import { assignConcept, gatherFact } from "./assign_concept.ts";
import {
  type Fact,
  type Facts,
  type FactType,
  ID_PREFIXES,
  type Issue,
} from "./facts.ts";
import { formatId } from "./_item_ids.ts";
import {
  changeFact,
  FACT_LISTS,
  isConceptId,
  joinTexts,
  type Knowledge,
} from "./knowledge.ts";
import type { ProposedFact } from "./_proposed_fact.ts";
import { ReadOnDemand, readStatement } from "./_statement.ts";

interface Origin {
  /** The session the facts come from; none if a person added them. */
  readonly session?: string;
  readonly at: Date;
  /** The day it was said, UTC; by default that of `at`. */
  readonly day?: string;
}

export interface KeptFact {
  readonly id: string;
  readonly type: FactType;
  readonly isNew: boolean;
}

const MOST_NAMED = 20;

/** `kept` has one for each given fact, in that order. */
export function mergeFacts(
  before: Knowledge,
  proposed: readonly ProposedFact[],
  origin: Origin,
): Knowledge & { readonly kept: readonly KeptFact[] } {
  let { facts, concepts } = before;
  const now = origin.at.toISOString();
  // A concept is as new as the work it comes from, however late that is told.
  const { day = now } = origin;
  const when = now.startsWith(day) ? now : day;
  const read = new Map<string, ReadOnDemand>();
  const kept: KeptFact[] = [];
  for (const proposal of proposed) {
    const { type, conceptId, conceptName } = proposal;
    const list = FACT_LISTS[type];
    const known = findSame(facts, proposal, read);
    const id = known?.id ??
      formatId(ID_PREFIXES[list], facts._meta.nextId[list]);
    const named = known?.concept;
    const wanted = named
      ? { id: named, name: isConceptId(named) ? "" : named }
      : { id: conceptId, name: conceptName };
    const assigned = assignConcept(concepts, wanted, when);
    const fact = known
      ? joinFact({ ...known, concept: assigned.id }, proposal, origin)
      : newFact(id, { ...proposal, concept: assigned.id }, origin);
    facts = known
      ? changeFact(facts, id, () => fact)
      : appendFact(facts, type, fact);
    concepts = gatherFact(assigned.concepts, fact, when);
    kept.push({ id, type, isNew: known === undefined });
  }
  return { facts, concepts, kept };
}

function findSame(
  facts: Facts,
  { type, content }: Pick<ProposedFact, "type" | "content">,
  read: Map<string, ReadOnDemand>,
): Fact | undefined {
  const wanted = readStatement(content);
  let best: Fact | undefined;
  let bestShare = 0;
  for (const fact of facts[FACT_LISTS[type]]) {
    if (fact.content === content) return fact;
    const known = read.get(fact.id) ?? new ReadOnDemand(fact.content);
    read.set(fact.id, known);
    const share = known.sameness(wanted);
    if (share > bestShare) {
      best = fact;
      bestShare = share;
    }
  }
  return best;
}

function newFact(
  id: string,
  proposal: ProposedFact & { readonly concept: string | null },
  { session, at, day = dayOf(at) }: Origin,
): Fact {
  const { type, content, reason, evidence, files, keywords, concept } =
    proposal;
  const fact: Fact = {
    id,
    date: day,
    content,
    reason,
    sessions: session === undefined ? [] : [session],
    evidence,
    concept,
    files,
    keywords,
  };
  return type === "issue"
    ? { ...fact, status: "open", resolution: null }
    : fact;
}

function joinFact(
  known: Fact,
  { reason, evidence, files, keywords }: ProposedFact,
  { session, day = known.date }: Origin,
): Fact {
  const sessions = session === undefined ? [] : [session];
  return {
    ...known,
    // An older session may be ingested after a newer one.
    date: day < known.date ? day : known.date,
    reason: known.reason || reason,
    evidence: known.evidence || evidence,
    sessions: joinTexts(known.sessions, sessions, Infinity),
    files: joinTexts(known.files, files, MOST_NAMED),
    keywords: joinTexts(known.keywords, keywords, MOST_NAMED),
  };
}

function appendFact(facts: Facts, type: FactType, fact: Fact): Facts {
  const list = FACT_LISTS[type];
  const { nextId } = facts._meta;
  return {
    ...facts,
    [list]: [...facts[list], fact as Issue],
    _meta: { ...facts._meta, nextId: { ...nextId, [list]: nextId[list] + 1 } },
  };
}
