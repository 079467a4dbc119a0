/**
 * `<stem>.l2.json`: the facts of one session's answers: the ids of those kept,
 * and those refused with the reason. Older files have `exchanges` instead, which
 * are kept.
 */

import type { JsonObject } from "../base/json.ts";
import { ItemFields, readItemList } from "./_item_fields.ts";
import type { Refusal } from "./_proposed_fact.ts";

export interface SessionFact extends JsonObject {
  readonly id: string;
  /** A `FactType`; files of other versions may have any text. */
  readonly type: string;
  readonly content: string;
  readonly evidence: string;
}

interface RefusedFact extends JsonObject {
  readonly content: string;
  readonly why: string;
}

export interface SessionFacts extends JsonObject {
  readonly session: string;
  /** When it last changed. */
  readonly generated: string;
  readonly facts: readonly SessionFact[];
  readonly rejected: readonly RefusedFact[];
}

/** A session with more and more refused facts must not fill the disk. */
const MOST_REFUSED = 200;

export function parseSessionFacts(raw: JsonObject): SessionFacts {
  const fields = new ItemFields(raw);
  const known = {
    session: fields.text("session", "sessionId"),
    generated: fields.text("generated"),
    facts: readItemList(raw["facts"]).items.map((item) => {
      const fact = new ItemFields(item);
      return {
        ...item,
        id: fact.text("id"),
        type: fact.text("type"),
        content: fact.text("content"),
        evidence: fact.text("evidence"),
      };
    }),
    rejected: readItemList(raw["rejected"]).items.map((item) => {
      const refused = new ItemFields(item);
      const content = refused.text("content");
      return { ...item, content, why: refused.text("why") };
    }),
  };
  return { ...fields.rest(), ...known };
}

/** Each fact and each refusal once; the same object if there is nothing new. */
export function addSessionFacts(
  before: SessionFacts,
  kept: readonly SessionFact[],
  refused: readonly Refusal[],
  at: Date,
): SessionFacts {
  const ids = new Set(before.facts.map(({ id }) => id));
  const facts = kept.filter(({ id }) => !ids.has(id) && ids.add(id));
  const key = (one: { content: string; why: string }) =>
    JSON.stringify([one.content, one.why]);
  const known = new Set(before.rejected.map(key));
  const rejected = refused
    .filter((one) => !known.has(key(one)) && known.add(key(one)))
    .map(({ content, why }) => ({ content, why }));
  if (facts.length + rejected.length === 0) return before;
  return {
    ...before,
    generated: at.toISOString(),
    facts: [...before.facts, ...facts],
    rejected: [...before.rejected, ...rejected].slice(-MOST_REFUSED),
  };
}
