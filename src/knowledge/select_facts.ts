/** The facts a person asks for. */

import type { Facts, FactType } from "./facts.ts";
import { allFacts, type TypedFact } from "./knowledge.ts";

interface FactFilter {
  readonly type?: FactType | undefined;
  readonly status?: "open" | "resolved" | undefined;
  readonly concept?: string | undefined;
  /** A session's id, or how it begins. */
  readonly session?: string | undefined;
  /** All of them must occur. */
  readonly words?: readonly string[];
}

/** Oldest first within each type. */
export function selectFacts(facts: Facts, filter: FactFilter): TypedFact[] {
  const { type, status, concept, session, words = [] } = filter;
  return allFacts(facts).filter((one) => {
    const { fact } = one;
    const text = [fact.content, fact.reason, ...fact.keywords, ...fact.files]
      .join("\n").toLowerCase();
    return (type === undefined || one.type === type) &&
      (status === undefined || fact["status"] === status) &&
      (concept === undefined || fact.concept === concept) &&
      (session === undefined ||
        fact.sessions.some((id) => id.startsWith(session))) &&
      words.every((word) => text.includes(word.toLowerCase()));
  });
}

/** The newest by day, then by id; in their original order. */
export function newestOf(
  facts: readonly TypedFact[],
  most: number,
): readonly TypedFact[] {
  const number = ({ fact }: TypedFact) => Number(/\d+$/.exec(fact.id)?.[0]);
  const byAge = facts.toSorted((a, b) => {
    const [day, other] = [a.fact.date.slice(0, 10), b.fact.date.slice(0, 10)];
    return day === other ? number(a) - number(b) : day < other ? -1 : 1;
  });
  const newest = new Set(byAge.slice(-most));
  return facts.filter((one) => newest.has(one));
}
