/**
 * A fact as a model proposes it, of any shape. What is usable is converted to
 * our form, as one-line texts; the rest is refused with a reason. The program
 * checks: only facts whose evidence is in the session log are kept, in their
 * order, at most ten.
 */

import { isObject, type JsonObject, textOf } from "../base/json.ts";
import { disarmMarks, oneLine } from "../base/safe_text.ts";
import { clip } from "../base/cut_text.ts";
import type { QuotableLog } from "./evidence.ts";
import type { FactType } from "./facts.ts";

export interface ProposedFact {
  readonly type: FactType;
  readonly content: string;
  readonly reason: string;
  /** Unchanged: it must be found in the log. */
  readonly evidence: string;
  readonly files: readonly string[];
  readonly keywords: readonly string[];
  readonly conceptId: string;
  readonly conceptName: string;
}

type Proposal =
  | { readonly kind: "fact"; readonly fact: ProposedFact }
  | Refusal;

export interface Refusal {
  readonly kind: "refused";
  readonly content: string;
  readonly why: string;
}

const CONTENT_CHARS = 500;
const REASON_CHARS = 300;
const NAME_CHARS = 60;
const KEYWORD_CHARS = 40;
const PATH_CHARS = 300;
const MOST_NAMED = 10;
const REFUSED_CHARS = 120;

export function readProposal(raw: unknown): Proposal {
  if (!isObject(raw)) {
    const said = textOf(raw);
    return refuse(said, said === "" ? "not a fact" : "no evidence");
  }
  const content = words(raw["content"], CONTENT_CHARS);
  if (!/\p{L}/u.test(content)) return refuse(content, "no content");
  const type = readType(raw["type"]);
  if (type === undefined) return refuse(content, "unknown type");
  return {
    kind: "fact",
    fact: {
      type,
      content,
      reason: words(raw["reason"], REASON_CHARS),
      evidence: textOf(raw["evidence"]),
      files: names(raw["files"], PATH_CHARS),
      keywords: names(raw["keywords"], KEYWORD_CHARS),
      ...readConcept(raw),
    },
  };
}

function refuse(content: string, why: string): Refusal {
  return {
    kind: "refused",
    content: clip(words(content, CONTENT_CHARS), REFUSED_CHARS),
    why,
  };
}

function readType(value: unknown): FactType | undefined {
  const name = textOf(value).trim().toLowerCase().replace(/s$/, "");
  return name === "decision" || name === "pattern" || name === "issue"
    ? name
    : undefined;
}

function readConcept(raw: JsonObject) {
  const loose = words(raw["concept"], NAME_CHARS);
  const id = words(raw["conceptId"], NAME_CHARS) || loose;
  const name = words(raw["conceptName"], NAME_CHARS) || loose;
  return {
    conceptId: /^c\d{1,9}$/.test(id) ? id : "",
    conceptName: /\p{L}/u.test(name) && !/^c\d+$/.test(name) ? name : "",
  };
}

/** Text that is safe in our files and for a model. */
export function words(value: unknown, max: number): string {
  if (typeof value !== "string") return "";
  // Cut first: it may be megabytes.
  const text = oneLine(clip(value, max * 20)).replace(/^(?:[#>*-]+ )+/, "");
  return clip(disarmMarks(text), max);
}

/** Short names, unique ignoring case; a single one becomes a list. */
function names(value: unknown, max: number): string[] {
  const list = Array.isArray(value) ? value.slice(0, 100) : [value];
  const found = new Map<string, string>();
  for (const one of list) {
    const name = words(one, max + 1);
    if (name === "" || name.length > max) continue;
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, name);
  }
  return [...found.values()].slice(0, MOST_NAMED);
}

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
