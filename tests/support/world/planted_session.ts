/** Sessions put into a store directly, and a clock that a test moves. */

import { updateIndex } from "../../../src/session/memory_index.ts";
import {
  type Delta,
  loadSessionState,
  newSessionState,
  saveSessionState,
  type SessionState,
} from "../../../src/session/session_state.ts";
import { ensureStore, type Store } from "../../../src/store/store.ts";
import type { L1Entry } from "../../../src/session/log_entry.ts";
import type { World } from "../../../src/base/world.ts";
import { STILL_WORLD } from "./in_process.ts";

export const CLAIM = { who: "test", waitMs: 1000 };

/** A world some minutes after the still one. */
export function worldAfter(minutes: number): World {
  const at = STILL_WORLD.now().getTime() + minutes * 60_000;
  return { ...STILL_WORLD, now: () => new Date(at) };
}

/** Entries that say their number. */
export function wordsOf(count: number, text = "word"): L1Entry[] {
  return Array.from({ length: count }, (_, i) => ({
    role: i % 2 === 0 ? "user" as const : "assistant" as const,
    text: `${text} ${i}`,
  }));
}

export function waitingDelta(
  id: string,
  from: number,
  to: number,
  rest: Partial<Delta> = {},
): Delta {
  const createdAt = STILL_WORLD.now().toISOString();
  return { id, from, to, file: `${id}.txt`, createdAt, asks: 0, ...rest };
}

/** A session with L1, state, delta files and its place in the index. */
export function plantSession(
  store: Store,
  sessionId: string,
  entries: readonly L1Entry[],
  change: Partial<SessionState> = {},
): void {
  const { layout, files } = store;
  ensureStore(store);
  const stem = `2026-02-01_1700_${sessionId.slice(0, 8)}`;
  const text = entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
  files.replace(layout.l1(stem), text);
  const state = {
    ...newSessionState({
      stem,
      transcript: "/nowhere/session.jsonl",
      startedAt: new Date().toISOString(),
      firstUuid: null,
    }),
    entries: entries.length,
    l1Bytes: new TextEncoder().encode(text).length,
    ...change,
  };
  for (const { file, from, to } of state.deltas) {
    files.replace(layout.delta(file), `${from} to ${to}\n`);
  }
  saveSessionState(files, layout, sessionId, state);
  updateIndex(files, layout, (index) => ({
    ...index,
    pending: [...new Set([...index.pending, sessionId])],
  }));
}

export function stateOf({ layout }: Store, sessionId: string): SessionState {
  const loaded = loadSessionState(layout, sessionId);
  if (loaded.state !== "ok") throw new Error(`No state of ${sessionId}`);
  return loaded.value;
}
