/**
 * Count one tool use of a session: one byte appended, no lock, nothing parsed.
 * The position after the write is the count, unique among processes that count
 * at the same moment, so exactly one of them sees each interval.
 */

import { statFile } from "../store/read_file.ts";
import { ensureStore, type Store } from "../store/store.ts";

/** A tool use that its own event counted. */
export const COUNTED = ".";
/** One that only the transcript shows. */
const TOPPED_UP = "+";

export interface ToolUseCount {
  readonly count: number;
  readonly atInterval: boolean;
}

export function countToolUse(store: Store, sessionId: string): ToolUseCount {
  ensureStore(store);
  const path = store.layout.count(sessionId);
  const count = store.files.appendAtomically(path, COUNTED);
  return { count, atInterval: count % store.config.saveInterval === 0 };
}

/**
 * Count what the transcript shows and no event has counted: on a busy machine
 * some end before they have written their byte. No interval is missed by that,
 * because the caller ingests what is new anyway.
 */
export function topUpCount(
  { layout, files }: Store,
  sessionId: string,
  toolUses: number,
): void {
  const path = layout.count(sessionId);
  const { isFile, size } = statFile(path) ?? { isFile: true, size: 0 };
  const missing = toolUses - size;
  if (isFile && missing > 0) {
    files.appendAtomically(path, TOPPED_UP.repeat(missing));
  }
}
