/**
 * Whether something waits to be given back after a compaction: one look at the
 * disk, because every tool call asks. The rest is loaded only if it does.
 */

import { statFile } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";

export interface RestoredItems {
  /** For the model. */
  readonly text: string;
  /** For the user. */
  readonly receipt: string;
  readonly count: number;
}

export function isRestorePending({ layout }: Store, sessionId: string) {
  return statFile(layout.compactionMissing(sessionId)) !== undefined;
}
