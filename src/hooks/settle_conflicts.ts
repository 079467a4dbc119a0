/** What git left with conflict markers: both sides stay, the markers go. */

import { bothKept, bothRead, keepBothSides } from "../base/conflict_markers.ts";
import { loadKnowledge } from "../knowledge/load_knowledge.ts";
import { nameIn } from "../store/layout.ts";
import { readText } from "../store/read_file.ts";
import { type Claim, type Store, withStoreLock } from "../store/store.ts";

/** The lines that tell the user of these files. */
export async function settleConflicts(
  store: Store,
  torn: readonly string[],
  claim: Claim,
): Promise<string[]> {
  const { layout, files } = store;
  await withStoreLock(store, claim, () => {
    const memory = readText(layout.memory) ?? "";
    const whole = keepBothSides(memory);
    if (whole !== memory) files.replace(layout.memory, whole);
    // Saves what it had to join.
    if (torn.some((file) => file !== "memory.md")) loadKnowledge(store);
  });
  return torn.map((file) =>
    nameIn(layout, file) === file ? bothKept(file) : bothRead(file)
  );
}
