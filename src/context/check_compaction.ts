/**
 * A compaction, before and after: what its summariser is to keep is listed
 * and kept on disk, then its summary is compared with that list.
 */

import { readL1Ends } from "../session/log_file.ts";
import { loadSessionState } from "../session/session_state.ts";
import type { Store } from "../store/store.ts";
import type { World } from "../base/world.ts";
import { findMissing } from "./_compare_summary.ts";
import {
  dropList,
  readList,
  saveList,
  saveMissing,
} from "./compaction_files.ts";
import {
  planCompactionItems,
  renderForSummariser,
} from "./_plan_compaction.ts";

/** Of a longer log the ends: the turn waits for this. */
const MOST_BYTES = 4 * 1024 * 1024;

/** The text for the summariser; undefined when there is nothing to say. */
export function prepareCompaction(
  store: Store,
  world: World,
  sessionId: string,
): string | undefined {
  const { layout, project } = store;
  const loaded = loadSessionState(layout, sessionId);
  if (loaded.state !== "ok") return undefined;
  const { stem, l1Bytes } = loaded.value;
  // The beginning of a huge log may hold orders, its end all the rest.
  const { head, tail } = readL1Ends(
    layout.l1(stem),
    0,
    l1Bytes,
    { mostBytes: MOST_BYTES },
  );
  const items = planCompactionItems([...head, ...tail], project.root);
  if (items.length > 0) saveList(store, sessionId, items, world.now());
  return renderForSummariser(items);
}

export interface CheckedCompaction {
  readonly items: number;
  readonly missing: number;
}

/** Keeps what the summary lacks for the session's next event. */
export function checkCompaction(
  store: Store,
  world: World,
  sessionId: string,
  summary: string,
): CheckedCompaction {
  const items = readList(store, sessionId, world.now());
  const missing = findMissing(items, summary);
  saveMissing(store, sessionId, { items: missing, total: items.length });
  dropList(store, sessionId);
  return { items: items.length, missing: missing.length };
}
