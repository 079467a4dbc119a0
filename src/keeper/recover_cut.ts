/**
 * What has been summarised of a session whose state was lost or whose log was
 * made anew: the sections of memory.md and its archives say which entries they
 * cover, and delta files tell which numbers were used.
 */

import { parseMemory } from "../memory/memory_text.ts";
import { shortId } from "../store/layout.ts";
import { readIndex } from "../store/memory_index.ts";
import { listNames, readText } from "../store/read_file.ts";
import type { SessionState } from "../store/session_state.ts";
import type { Store } from "../store/store.ts";
import { splitLines } from "../transcript/plan_dedupe.ts";

export function recoverCut(
  store: Store,
  sessionId: string,
  state: SessionState,
): Pick<
  SessionState,
  "summarizedTo" | "cutTo" | "cutBytes" | "deltaCount"
> {
  const summarizedTo = Math.max(
    state.summarizedTo,
    summarizedInMemory(store, shortId(sessionId)),
  );
  const cutTo = Math.max(state.cutTo, summarizedTo);
  return {
    summarizedTo,
    cutTo,
    cutBytes: bytesOfEntries(store.layout.l1(state.stem), cutTo),
    deltaCount: Math.max(state.deltaCount, highestDelta(store, sessionId)),
  };
}

function summarizedInMemory({ layout }: Store, session: string): number {
  const archives = readIndex(layout).rotatedFiles
    .map(({ file }) => `${layout.dir}/${file}`);
  const ends = [layout.memory, ...archives].flatMap((path) =>
    parseMemory(readText(path) ?? "").sections.flatMap((section) =>
      section.session === session && section.to !== undefined
        ? [section.to]
        : []
    )
  );
  return Math.max(0, ...ends);
}

/** Where entry `count` begins. */
function bytesOfEntries(l1: string, count: number): number {
  const lines = splitLines(readText(l1, Infinity) ?? "").slice(0, count);
  return new TextEncoder().encode(lines.join("")).length;
}

function highestDelta({ layout }: Store, sessionId: string): number {
  const start = `${shortId(sessionId)}-`;
  const numbers = listNames(layout.delta(""))
    .filter((name) => name.startsWith(start))
    .map((name) => Number(/-(\d+)\.txt$/.exec(name)?.[1] ?? 0));
  return Math.max(0, ...numbers);
}
