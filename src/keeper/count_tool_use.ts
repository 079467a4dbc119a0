/**
 * Count one tool use of a session: one byte appended, no lock, nothing parsed.
 * The position after the write is the count, unique among processes that count
 * at the same moment, so exactly one of them sees each interval.
 */

import { ensureStore, type Store } from "../store/store.ts";

export interface ToolUseCount {
  readonly count: number;
  readonly atInterval: boolean;
}

export function countToolUse(store: Store, sessionId: string): ToolUseCount {
  ensureStore(store);
  const path = store.layout.count(sessionId);
  const count = store.files.appendAtomically(path, ".");
  return { count, atInterval: count % store.config.saveInterval === 0 };
}
