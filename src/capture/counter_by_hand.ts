/** The counter commands: count one, finish, or start again from 0. */

import { withSession } from "../session/session.ts";
import type { Store } from "../store/store.ts";
import type { World } from "../base/world.ts";
import { Deadline } from "../base/timeout.ts";
import { countToolUse } from "../session/count_tool_use.ts";
import { ingestAndFinish } from "./ingest_and_finish.ts";
import { ingestAndCut } from "./ingest_and_cut.ts";
import { isOwnTranscript } from "./transcript_beginning.ts";

const BUDGET_MS = 60_000;

interface KnownSession {
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
  if (atInterval && isOwnTranscript(store, transcript)) {
    await ingestAndCut({
      store,
      world,
      sessionId,
      payload: { transcriptPath: transcript },
      budget: new Deadline(BUDGET_MS),
    }, {
      who: "check",
      event: "tool",
      minChars: store.config.askMinChars,
    });
  }
  return { count, saved: atInterval };
}

/** What SessionEnd does. */
export async function finishByHand(
  store: Store,
  world: World,
  { sessionId, transcript }: KnownSession,
): Promise<number> {
  const ingested = await ingestAndFinish(store, world, {
    sessionId,
    transcript: isOwnTranscript(store, transcript) ? transcript : "",
    who: "final",
    budget: new Deadline(BUDGET_MS),
    close: true,
  });
  return ingested?.added ?? 0;
}

export async function resetCount(
  store: Store,
  sessionId: string,
): Promise<void> {
  const { layout, files } = store;
  const claim = { who: "reset", waitMs: 10_000 };
  await withSession(store, sessionId, claim, (session) => {
    files.remove(layout.count(sessionId));
    const { state } = session;
    // Otherwise the next event would count the same uses again.
    if (state) session.change({ ...state, toolUses: 0, turnUses: 0 });
  });
}
