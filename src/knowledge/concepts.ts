/**
 * concepts.json: facts grouped by topic. Older files list `exchanges` instead of
 * facts; they are kept.
 */

import { compareTexts } from "../base/compare_texts.ts";
import { isObject, type JsonObject } from "../base/json.ts";
import {
  isOfShape,
  ItemFields,
  type ItemOf,
  readItemList,
  readShape,
  type Shape,
} from "./_item_fields.ts";
import { highestNumbers, nextNumber, numberItems } from "./_item_ids.ts";

export const CONCEPT_PREFIX = "c";

const CONCEPT = {
  id: ["text"],
  name: ["text", "title", "content"],
  summary: ["text", "description"],
  files: ["texts"],
  keywords: ["texts"],
  /** The ids of its facts. */
  facts: ["texts"],
  /** When it last changed; empty if unknown. */
  updated: ["text", "updatedAt", "lastUpdated"],
} as const satisfies Shape;

export interface Concept extends ItemOf<typeof CONCEPT> {}

export interface Concepts extends JsonObject {
  readonly concepts: readonly Concept[];
  readonly nextId: number;
}

export function emptyConcepts(): Concepts {
  return parseConcepts({});
}

/** Read any version. Never throws: odd parts are kept under `unread`. */
export function parseConcepts(raw: JsonObject): Concepts {
  const found = readItemList(raw["concepts"]);
  const concepts = found.items.map(parseConcept);
  const first = nextNumber(
    highestNumbers(concepts.map(({ id }) => id)),
    CONCEPT_PREFIX,
    new ItemFields(raw).number("nextId", 1),
  );
  const { items, next } = numberItems(concepts, CONCEPT_PREFIX, first);
  const unread = [raw["unread"] ?? [], found.unread].flat();
  return {
    ...raw,
    concepts: items,
    nextId: next,
    ...(unread.length > 0 ? { unread } : {}),
  };
}

const parseConcept = (raw: JsonObject): Concept =>
  isOfShape(raw, CONCEPT) ? raw as Concept : readShape(raw, CONCEPT);

/** The newest first; of the same age the one made last. */
export function newestConcepts(
  { concepts }: Concepts,
  most: number,
): readonly Concept[] {
  return concepts.toReversed()
    .sort((a, b) => compareTexts(b.updated, a.updated))
    .slice(0, most);
}

/** The concept with this id, or the one it has become part of. */
export function conceptWithId(
  concepts: readonly Concept[],
  id: string,
): Concept | undefined {
  return concepts.find((one) => one.id === id) ??
    concepts.find((one) => hasMerged(one, id));
}

function hasMerged(concept: unknown, id: string): boolean {
  if (!isObject(concept) || !Array.isArray(concept["merged"])) return false;
  return concept["merged"].some((former: unknown) =>
    isObject(former) && (former["id"] === id || hasMerged(former, id))
  );
}
