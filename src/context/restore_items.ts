/** Give a session back what the summary of its compaction left out, once. */

import { disarmForModel, oneLine } from "../base/safe_text.ts";
import type { Store } from "../store/store.ts";
import { takeMissing } from "./compaction_files.ts";
import {
  COMPACTION_MAX_UNITS,
  type CompactionItem,
  renderItems,
} from "./_compaction_item.ts";
import type { RestoredItems } from "./restore_pending.ts";

const INTRODUCTION =
  "Left out of the compaction's summary, word for word from earlier in this " +
  "session:";

/** Undefined if there is nothing, or another event has it already. */
export function restoreItems(
  store: Store,
  sessionId: string,
): RestoredItems | undefined {
  const missing = takeMissing(store, sessionId);
  if (missing === undefined) return undefined;
  const items = fit(missing.items.map(disarmed));
  const count = items.length;
  if (count === 0) return undefined;
  const kept = missing.total - missing.items.length;
  return {
    text: renderItems(INTRODUCTION, items),
    receipt: `Memory: compaction kept ${kept} of ${missing.total}, ` +
      `${count} restored`,
    count,
  };
}

/** The file may have been written by anyone. */
const disarmed = ({ lead, text }: CompactionItem): CompactionItem => ({
  lead: oneLine(disarmForModel(lead)),
  text: disarmForModel(text).trim(),
});

/** All of them fit unless the file was tampered with. */
function fit(items: readonly CompactionItem[]): CompactionItem[] {
  const chosen: CompactionItem[] = [];
  for (const item of items) {
    const text = renderItems(INTRODUCTION, [...chosen, item]);
    if (text.length <= COMPACTION_MAX_UNITS + INTRODUCTION.length) {
      chosen.push(item);
    }
  }
  return chosen;
}
