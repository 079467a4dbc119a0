/**
 * The model proposes, the program checks: only facts whose evidence is in the
 * session log are kept, in their order, at most ten.
 */

import type { QuotableLog } from "./evidence.ts";
import {
  type ProposedFact,
  readProposal,
  type Refusal,
  refuse,
  words,
} from "./_proposed_fact.ts";

const MOST_FACTS = 10;
/** Ten thousand facts in one answer must not cost ten thousand searches. */
const MOST_LOOKED_AT = 100;
const EVIDENCE_CHARS = 300;

export interface Verified {
  readonly facts: readonly ProposedFact[];
  readonly refused: readonly Refusal[];
}

export function verifyFacts(
  proposed: readonly unknown[],
  log: QuotableLog,
): Verified {
  const facts: ProposedFact[] = [];
  const refused: Refusal[] = [];
  let at = 0;
  for (; at < Math.min(proposed.length, MOST_LOOKED_AT); at++) {
    if (facts.length === MOST_FACTS) break;
    const proposal = readProposal(proposed[at]);
    if (proposal.kind === "refused") {
      refused.push(proposal);
      continue;
    }
    const { fact } = proposal;
    const why = log.check(fact.evidence);
    if (why !== undefined) refused.push(refuse(fact.content, why));
    else facts.push(keepFound(fact, log));
  }
  const rest = proposed.length - at;
  if (rest > 0) {
    const why = `more than ${MOST_FACTS} facts in one answer`;
    refused.push(refuse(`${rest} more`, why));
  }
  return { facts, refused };
}

/** A file that the log never mentions was invented. */
function keepFound(fact: ProposedFact, log: QuotableLog): ProposedFact {
  return {
    ...fact,
    evidence: words(fact.evidence, EVIDENCE_CHARS),
    files: fact.files.filter((file) => log.mentions(file)),
  };
}
