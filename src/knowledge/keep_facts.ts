/**
 * The facts of an agent's answer become knowledge: checked against the session
 * log, merged into facts.json and concepts.json, recorded in the session's
 * `.l2.json`. Concepts are written before the facts that name them, the record
 * comes last; after a kill anywhere it can be repeated.
 */

import type { QuotableLog } from "./evidence.ts";
import { type KeptFact, mergeFacts } from "./_merge_facts.ts";
import {
  readProposal,
  type Refusal,
  type Verified,
  verifyFacts,
} from "./_proposed_fact.ts";
import { noteReflection } from "./reflection.ts";
import { addSessionFacts } from "./_session_facts.ts";
import { changeSessionFacts } from "./knowledge_files.ts";
import type { Store } from "../store/store.ts";
import type { World } from "../base/world.ts";
import { changeKnowledge } from "./_change_knowledge.ts";
import { createRedactor } from "../redact/create_redactor.ts";

export interface KeptFacts {
  readonly kept: readonly KeptFact[];
  readonly refused: readonly Refusal[];
}

/** Check an answer's facts; secrets are removed. */
export function checkFacts(
  store: Store,
  proposed: readonly unknown[],
  log: QuotableLog,
): Verified {
  const redactor = createRedactor(store);
  const { facts, refused } = verifyFacts(proposed, log);
  const clean = facts.map((fact) => redactor.value(fact))
    // One that tells of what was forgotten is not kept with a hole in it.
    .filter((fact) => !JSON.stringify(fact).includes("[REDACTED:forgotten]"))
    .map(readProposal);
  return {
    facts: clean.flatMap((one) => one.kind === "fact" ? [one.fact] : []),
    refused: [
      ...refused,
      ...clean.flatMap((one) => one.kind === "refused" ? [one] : []),
    ].map((one) => ({ ...one, content: redactor.text(one.content) })),
  };
}

/** The caller holds the session's and the store's lock. */
export function keepFacts(
  store: Store,
  world: World,
  { sessionId, stem, day }: {
    readonly sessionId: string;
    readonly stem: string;
    /** On which they were said. */
    readonly day?: string | undefined;
  },
  { facts, refused }: Verified,
): KeptFacts {
  const at = world.now();
  // Most answers have none: then nothing is rewritten.
  if (facts.length + refused.length === 0) return { kept: [], refused };
  const kept = facts.length === 0 ? [] : changeKnowledge(store, (before) => {
    const merged = mergeFacts(before, facts, {
      session: sessionId,
      at,
      ...(day === undefined ? {} : { day }),
    });
    return { ...merged, facts: noteReflection(merged.facts, at) };
  }).kept;
  const news = kept.map(({ id, type }, i) => {
    const { content = "", evidence = "" } = facts[i] ?? {};
    return { id, type, content, evidence };
  });
  changeSessionFacts(store, stem, (before) => {
    const noted = { ...before, session: before.session || sessionId };
    const next = addSessionFacts(noted, news, refused, at);
    return next === noted ? before : next;
  });
  return { kept, refused };
}
