/**
 * Rebuilds facts.json and concepts.json after damage: from what can still be
 * read in them, from the sessions' `.l2.json`, and from each other. New ids are
 * higher than any id found anywhere.
 */

import { type JsonObject, objectOf } from "../base/json.ts";
import { clip } from "../base/cut_text.ts";
import { type Concepts, parseConcepts } from "./concepts.ts";
import {
  byList,
  type Facts,
  ID_PREFIXES,
  type ListName,
  parseFacts,
} from "./facts.ts";
import { highestNumbers, idNumber, nextNumber } from "./_item_ids.ts";
import { allFacts, FACT_LISTS, isConceptId } from "./knowledge.ts";
import { type Salvaged, salvageItems } from "./_salvage_items.ts";
import type { SessionFact, SessionFacts } from "./_session_facts.ts";
import { readStatement, saysTheSame } from "./_statement.ts";

export interface SessionSource {
  /** The day the session began. */
  readonly day: string;
  readonly noted: SessionFacts;
}

const NAME_CHARS = 60;

/** `text` is what the damaged file holds; none if there is no file at all. */
export function rebuildFacts(
  text: string | undefined,
  sessions: readonly SessionSource[],
  concepts: Concepts,
): Facts {
  const found = salvageItems(text ?? "");
  const highest = highestNumbers([
    ...found.ids,
    ...sessions.flatMap(({ noted }) => noted.facts.map(({ id }) => id)),
    ...concepts.concepts.flatMap(({ facts }) => facts),
  ]);
  const known: JsonObject = found.whole ??
    byList((name) => itemsOf(found.items, ID_PREFIXES[name]));
  // A missing file was removed on purpose; a damaged one was not.
  const raw = text === undefined || found.whole
    ? known
    : withSessionFacts(known, found, sessions);
  const meta = objectOf(raw["_meta"]);
  const nextId = Object.fromEntries(
    Object.entries(ID_PREFIXES).map(([list, prefix]) => [
      list,
      nextNumber(highest, prefix, promised(text ?? "", list)),
    ]),
  );
  const { _meta: _, ...rest } = raw;
  return parseFacts({ _meta: { version: 0, ...meta, nextId }, ...rest });
}

function itemsOf(items: readonly JsonObject[], prefix: string): JsonObject[] {
  return items.filter(({ id }) => idNumber(`${id}`, prefix) !== undefined);
}

/** Facts that the sessions recorded and the text has lost. */
function withSessionFacts(
  known: JsonObject,
  found: Salvaged,
  sessions: readonly SessionSource[],
): JsonObject {
  const salvaged = new Set(found.items.map(({ id }) => `${id}`));
  const lists = { ...known } as Record<string, readonly JsonObject[]>;
  const lost = new Map<string, JsonObject[]>();
  for (const { day, noted } of sessions) {
    for (const fact of noted.facts) {
      const { id } = fact;
      if (salvaged.has(id) || found.lacked(id) || !listOf(fact)) continue;
      const same = lost.get(id)?.find((one) => areSame(one, fact));
      if (same) {
        same["sessions"] = [same["sessions"], noted.session].flat();
        continue;
      }
      const others = lost.get(id) ?? [];
      const { content, evidence } = fact;
      // Two facts with one id: the later one gets a new id.
      others.push({
        id: others.length === 0 ? id : "",
        date: day,
        content,
        sessions: [noted.session],
        evidence,
        list: listOf(fact),
      });
      lost.set(id, others);
    }
  }
  for (const { list, ...fact } of [...lost.values()].flat()) {
    lists[`${list}`] = [...lists[`${list}`] ?? [], fact];
  }
  for (const list of Object.values(FACT_LISTS)) {
    lists[list] = (lists[list] ?? []).toSorted((a, b) => place(a) - place(b));
  }
  return lists;
}

function listOf({ id, content }: SessionFact): ListName | undefined {
  if (content === "") return undefined;
  return Object.values(FACT_LISTS).find((list) =>
    idNumber(id, ID_PREFIXES[list]) !== undefined
  );
}

function areSame(one: JsonObject, { content }: SessionFact): boolean {
  return one["content"] === content ||
    saysTheSame(readStatement(`${one["content"]}`), readStatement(content));
}

/** Lists are oldest first; items that get a new id come last. */
function place({ id }: JsonObject): number {
  const digits = /\d+$/.exec(`${id}`);
  return digits === null ? Infinity : Number(digits[0]);
}

function promised(text: string, list: string): number {
  const found = new RegExp(`"${list}"\\s*:\\s*(\\d{1,9})\\b`).exec(text);
  return found === null ? 1 : Number(found[1]);
}

/** A lost name is replaced by a word of the concept's facts. */
export function rebuildConcepts(
  text: string | undefined,
  facts: Facts,
): Concepts {
  const found = salvageItems(text ?? "");
  const raw = found.whole ?? { concepts: itemsOf(found.items, "c") };
  const highest = highestNumbers([
    ...found.ids,
    ...allFacts(facts).flatMap(({ fact }) => fact.concept ?? []),
  ]);
  const nextId = nextNumber(highest, "c", promised(text ?? "", "nextId"));
  const concepts = parseConcepts({ ...raw, nextId });
  if (text === undefined || found.whole) return concepts;
  const known = new Set(concepts.concepts.map(({ id }) => id));
  const lost = new Map<string, JsonObject>();
  for (const { fact } of allFacts(facts)) {
    const id = fact.concept ?? "";
    if (!isConceptId(id) || known.has(id) || lost.has(id)) continue;
    const name = clip(fact.keywords[0] ?? fact.content, NAME_CHARS);
    lost.set(id, { id, name, summary: fact.content, facts: [] });
  }
  const all = [...concepts.concepts, ...lost.values()]
    .toSorted((a, b) => place(a) - place(b));
  return parseConcepts({ ...concepts, concepts: all });
}
