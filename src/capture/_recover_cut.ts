/**
 * What has been summarised of a session whose state was lost or whose log was
 * rebuilt: the sections of memory.md and its archives say which entries they
 * cover, and delta files show which numbers were used.
 */

import { shortOf } from "../store/layout.ts";
import { listNames, readText } from "../store/read_file.ts";
import type { SessionState } from "../session/session_state.ts";
import type { Store } from "../store/store.ts";
import { splitLines } from "../session/log_lines.ts";
import { recordedRanges, uncovered } from "../memory/recorded_ranges.ts";

export function recoverCut(
  store: Store,
  state: SessionState,
): Pick<
  SessionState,
  "summarizedTo" | "cutTo" | "cutBytes" | "deltaCount" | "recovered"
> {
  const recorded = recordedRanges(store, state.stem);
  const end = Math.max(0, ...recorded.map(({ to }) => to));
  // Work that waited when the state was lost is a gap between sections: all
  // from its beginning is cut again, except what the sections cover.
  const gap = uncovered({ from: 0, to: end }, recorded)[0]?.from;
  const recovered = state.cutTo === 0 && gap !== undefined;
  const cutTo = Math.max(state.cutTo, recovered ? gap : end);
  return {
    summarizedTo: state.deltas[0]?.from ?? Math.max(state.summarizedTo, cutTo),
    cutTo,
    cutBytes: bytesOfEntries(store.layout.l1(state.stem), cutTo),
    deltaCount: Math.max(state.deltaCount, highestDelta(store, state.stem)),
    ...(recovered && { recovered }),
  };
}

/** Where entry `count` begins. */
function bytesOfEntries(l1: string, count: number): number {
  const lines = splitLines(readText(l1, Infinity) ?? "").slice(0, count);
  return new TextEncoder().encode(lines.join("")).length;
}

function highestDelta({ layout }: Store, stem: string): number {
  const start = `${shortOf(stem)}-`;
  const numbers = listNames(layout.delta(""))
    .filter((name) => name.startsWith(start))
    .map((name) => Number(/-(\d+)\.txt$/.exec(name)?.[1] ?? 0));
  return Math.max(0, ...numbers);
}
