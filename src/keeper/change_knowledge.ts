/** Read, change and write facts.json and concepts.json in one step. */

import { type Knowledge, mendReferences } from "../knowledge/knowledge.ts";
import {
  loadConcepts,
  loadFacts,
  saveConcepts,
  saveFacts,
} from "../store/knowledge_files.ts";
import type { Store } from "../store/store.ts";

/**
 * The caller holds the store's lock. What does not change is not written; the
 * concepts come first, see `mendReferences()`.
 */
export function changeKnowledge<T extends Knowledge>(
  { files, layout }: Store,
  change: (before: Knowledge) => T,
): T {
  const before = {
    facts: loadFacts(files, layout),
    concepts: loadConcepts(files, layout),
  };
  const after = change(mendReferences(before));
  if (differs(before.concepts, after.concepts)) {
    saveConcepts(files, layout, after.concepts);
  }
  if (differs(before.facts, after.facts)) {
    saveFacts(files, layout, after.facts);
  }
  return after;
}

function differs(before: object, after: object): boolean {
  return JSON.stringify(before) !== JSON.stringify(after);
}
