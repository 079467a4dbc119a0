/** The counter commands: count one, finish, or start again from 0. */

import {
  loadSessionState,
  saveSessionState,
} from "../session/session_state.ts";
import { type Store, withSessionLock } from "../store/store.ts";
import type { World } from "../base/world.ts";
import { Deadline } from "../base/timeout.ts";
import { countToolUse } from "../session/count_tool_use.ts";
import { finishSession } from "../summary/finish_session.ts";
import { ingestSession } from "./ingest_session.ts";
import { ingestAndCut } from "./ingest_and_cut.ts";

const BUDGET_MS = 60_000;

export interface KnownSession {
  readonly sessionId: string;
  readonly transcript: string;
}

/** What PostToolUse does. */
export async function countByHand(
  store: Store,
  world: World,
  { sessionId, transcript }: KnownSession,
): Promise<{ count: number; saved: boolean }> {
  const { count, atInterval } = countToolUse(store, sessionId);
  if (atInterval) {
    await ingestAndCut({
      store,
      world,
      sessionId,
      payload: { transcriptPath: transcript },
      budget: new Deadline(BUDGET_MS),
    }, { who: "check", minChars: store.config.askMinChars });
  }
  return { count, saved: atInterval };
}

/** What SessionEnd does. */
export async function finishByHand(
  store: Store,
  world: World,
  { sessionId, transcript }: KnownSession,
): Promise<number> {
  const refined = await ingestSession(store, world, {
    sessionId,
    transcript,
    who: "final",
    budget: new Deadline(BUDGET_MS),
    close: true,
  });
  const claim = { who: "final", waitMs: 10_000 };
  await finishSession(store, world, sessionId, claim);
  return refined?.added ?? 0;
}

export async function resetCount(
  store: Store,
  sessionId: string,
): Promise<void> {
  const { layout, files } = store;
  const claim = { who: "reset", waitMs: 10_000 };
  await withSessionLock(store, sessionId, claim, () => {
    files.remove(layout.count(sessionId));
    const loaded = loadSessionState(layout, sessionId);
    if (loaded.state !== "ok") return;
    // Otherwise the next event would count the same uses again.
    const state = { ...loaded.value, toolUses: 0, turnUses: 0 };
    saveSessionState(files, layout, sessionId, state);
  });
}
