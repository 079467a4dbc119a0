/**
 * What remains of a session that is over, in this order: nothing beyond L1 for
 * a single prompt that changed no file; a digest in memory.md for a short one;
 * else its rest waits as a last delta, with a digest file until it is answered.
 */

import { digestOf, isShort, shouldKeepOnlyL1 } from "../transcript/digest.ts";
import { readL1 } from "../store/l1_file.ts";
import {
  loadSessionState,
  saveSessionState,
  type SessionState,
} from "../store/session_state.ts";
import {
  type Claim,
  type Store,
  withSessionLock,
  withStoreLock,
} from "../store/store.ts";
import type { L1Entry } from "../transcript/l1_entry.ts";
import type { World } from "../world.ts";
import { appendSection } from "./append_section.ts";
import { cutDeltas } from "./cut_deltas.ts";
import { notePending } from "./note_pending.ts";

export async function finishSession(
  store: Store,
  world: World,
  sessionId: string,
  claim: Claim,
): Promise<void> {
  const { layout, files, config } = store;
  await withSessionLock(store, sessionId, claim, async () => {
    const loaded = loadSessionState(layout, sessionId);
    if (loaded.state !== "ok" || loaded.value.ended === undefined) return;
    const state = loaded.value;
    const entries = readL1(layout.l1(state.stem), 0, state.l1Bytes);
    const isFirst = state.deltaCount === 0 && state.cutTo === 0;
    if (entries.length === 0) return;
    if (isFirst && shouldKeepOnlyL1(entries)) {
      return saveSessionState(files, layout, sessionId, asSummarized(state));
    }
    const digest = digestOf(entries, { maxChars: config.summaryMaxLength });
    files.replace(layout.digest(state.stem), `${digest}\n`);
    if (state.takenIn) return;
    if ((isFirst && isShort(entries)) || config.summaries === "off") {
      await digestRest(store, world, sessionId, state, entries, claim);
    } else {
      cutDeltas(store, world, sessionId, { minChars: 0 });
    }
    await notePending(store, sessionId, hasDeltas(store, sessionId), claim);
  });
}

/** A digest of everything that is in no section yet, in memory.md at once. */
async function digestRest(
  store: Store,
  world: World,
  sessionId: string,
  state: SessionState,
  entries: readonly L1Entry[],
  claim: Claim,
): Promise<void> {
  const { layout, files, config } = store;
  const from = state.summarizedTo;
  const rest = entries.slice(from);
  if (rest.length > 0) {
    const text = digestOf(rest, { maxChars: config.summaryMaxLength });
    await withStoreLock(store, claim, () => {
      const range = { from, to: entries.length };
      appendSection(store, world, { sessionId, range, text, digest: true });
    });
  }
  for (const { file } of state.deltas) files.remove(layout.delta(file));
  saveSessionState(files, layout, sessionId, {
    ...asSummarized(state),
    deltas: [],
  });
}

const asSummarized = (state: SessionState): SessionState => ({
  ...state,
  summarizedTo: state.entries,
  cutTo: state.entries,
  cutBytes: state.l1Bytes,
});

function hasDeltas({ layout }: Store, sessionId: string): boolean {
  const loaded = loadSessionState(layout, sessionId);
  return loaded.state === "ok" && loaded.value.deltas.length > 0;
}
