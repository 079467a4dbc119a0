/**
 * Deltas nobody answered. Once each of a finished session's deltas has been
 * asked for three times or is old, a digest of exactly these entries takes
 * their place in memory.md: each entry is summarised or digested, never both.
 */

import { MOST_ASKS } from "../memory/asking.ts";
import { readL1 } from "../store/l1_file.ts";
import { type Delta, loadSessionState } from "../store/session_state.ts";
import {
  type Claim,
  type Store,
  withSessionLock,
  withStoreLock,
} from "../store/store.ts";
import { digestOf } from "../transcript/digest.ts";
import type { World } from "../world.ts";
import { appendSection } from "./append_section.ts";
import { settleDeltas } from "./commit_delta.ts";
import { isCovered, recordedRanges } from "./recorded_ranges.ts";
import { hasLiveAgent, waitingDeltas } from "./waiting_deltas.ts";

const DAY_MS = 24 * 60 * 60_000;

/** Returns how many digests went into memory.md. */
export async function settleUnanswered(
  store: Store,
  world: World,
  claim: Claim,
): Promise<number> {
  const over = waitingDeltas(store)
    .filter(({ state }) => state.ended !== undefined);
  const sessions = new Set(over.map(({ sessionId }) => sessionId));
  let settled = 0;
  for (const sessionId of sessions) {
    settled += await withSessionLock(
      store,
      sessionId,
      claim,
      () => settleSession(store, world, sessionId, claim),
    );
  }
  return settled;
}

async function settleSession(
  store: Store,
  world: World,
  sessionId: string,
  claim: Claim,
): Promise<number> {
  const { layout, config } = store;
  const loaded = loadSessionState(layout, sessionId);
  if (loaded.state !== "ok") return 0;
  const { deltas } = loaded.value;
  const now = world.now();
  const isDone = (delta: Delta) =>
    (delta.asks >= MOST_ASKS && !hasLiveAgent(delta, now)) ||
    now.getTime() - Date.parse(delta.createdAt) >
      config.digestAfterDays * DAY_MS;
  if (deltas.length === 0 || !deltas.every(isDone)) return 0;
  return await digestDeltas(store, world, sessionId, claim);
}

/**
 * A digest in the place of every delta that waits. The session's lock is held.
 * An answer that was killed on its way may be in memory.md already.
 */
export async function digestDeltas(
  store: Store,
  world: World,
  sessionId: string,
  claim: Claim,
): Promise<number> {
  const { layout, config } = store;
  const loaded = loadSessionState(layout, sessionId);
  if (loaded.state !== "ok" || loaded.value.deltas.length === 0) return 0;
  const state = loaded.value;
  const since = state.deltas[0]?.createdAt ?? "";
  const entries = readL1(layout.l1(state.stem), 0, state.l1Bytes);
  const runs = await withStoreLock(store, claim, () => {
    const recorded = recordedRanges(store, sessionId, since);
    const open = state.deltas.filter((delta) => !isCovered(delta, recorded));
    const ranges = contiguous(open);
    for (const range of ranges) {
      const part = entries.slice(range.from, range.to);
      const text = digestOf(part, { maxChars: config.summaryMaxLength });
      const branch = open.find(({ to }) => to === range.to)?.["branch"];
      const section = { sessionId, range, since, branch, text, digest: true };
      appendSection(store, world, section);
    }
    return ranges;
  });
  const ids = state.deltas.map(({ id }) => id);
  await settleDeltas(store, sessionId, state, ids, claim);
  return runs.length;
}

/** Neighbouring deltas as one range. */
function contiguous(deltas: readonly Delta[]): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  for (const { from, to } of deltas) {
    const last = runs.at(-1);
    if (last?.to === from) last.to = to;
    else runs.push({ from, to });
  }
  return runs;
}
