/** Read, change and write facts.json and concepts.json in one step. */

import { bothKept } from "../base/conflict_markers.ts";
import { plural } from "../base/format_count.ts";
import { fixReferences, type Knowledge } from "./knowledge.ts";
import { saveConcepts, saveFacts } from "./knowledge_files.ts";
import { loadKnowledge, type RebuiltKnowledge } from "./load_knowledge.ts";
import { appendLog } from "../store/event_log.ts";
import { type Claim, type Store, withJournal } from "../store/store.ts";

/**
 * The caller holds the store's lock. Unchanged files are not written; concepts
 * come first, see `fixReferences()`.
 */
export function changeKnowledge<T extends Knowledge>(
  store: Store,
  change: (before: Knowledge) => T,
): T {
  const { files, layout } = store;
  const { rebuilt, ...before } = loadKnowledge(store);
  for (const one of rebuilt) tellRebuilt(store, one);
  const after = change(fixReferences(before));
  if (differs(before.concepts, after.concepts)) {
    saveConcepts(files, layout, after.concepts);
  }
  if (differs(before.facts, after.facts)) {
    saveFacts(files, layout, after.facts);
  }
  return after;
}

/** The same for a command of the user, which `undo` takes back. */
export function changeByHand<T extends Knowledge>(
  store: Store,
  claim: Claim,
  change: (before: Knowledge) => T,
): Promise<T> {
  return withJournal(store, claim, () => changeKnowledge(store, change));
}

function differs(before: object, after: object): boolean {
  return JSON.stringify(before) !== JSON.stringify(after);
}

function tellRebuilt(
  store: Store,
  { file, aside, items }: RebuiltKnowledge,
): void {
  if (aside === undefined) return store.notify?.(bothKept(file));
  const details = { file, items };
  const at = new Date();
  appendLog(store, { at, event: "rebuild", outcome: "done", details });
  store.notify?.(
    `${file} was damaged and is rebuilt with ${
      plural(items, "item")
    } that could be found; as it was it is ${aside}`,
  );
}
