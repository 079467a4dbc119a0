/** The entries of a session's log, for what the program itself says of them. */

import type { EntryRange } from "../memory/recorded_ranges.ts";
import type { L1Entry } from "../session/log_entry.ts";
import { readL1Ends } from "../session/log_file.ts";
import type { SessionState } from "../session/session_state.ts";
import type { Store } from "../store/store.ts";

interface ReadStretch {
  /** The log, from its beginning or as much of its end as is read at once. */
  readonly log: readonly L1Entry[];
  readonly from: number;
  readonly to: number;
  readonly entries: readonly L1Entry[];
}

export function readStretch(
  { layout }: Store,
  { stem, l1Bytes, entries }: SessionState,
  range: EntryRange = { from: 0, to: entries },
): ReadStretch {
  const { tail, isWhole } = readL1Ends(layout.l1(stem), 0, l1Bytes);
  const first = isWhole ? 0 : entries - tail.length;
  const from = Math.max(0, range.from - first);
  const to = Math.max(from, range.to - first);
  return { log: tail, from, to, entries: tail.slice(from, to) };
}
