/**
 * Ingest what is new in a session, and cut it into deltas once there is enough
 * for a summary.
 */

import type { HookPayload } from "../claude/payload.ts";
import { type Store, withSessionLock } from "../store/store.ts";
import type { Deadline } from "../base/timeout.ts";
import type { World } from "../base/world.ts";
import { topUpCount } from "../session/count_tool_use.ts";
import { cutDeltas } from "../summary/cut_deltas.ts";
import { noteOpenSession } from "../session/open_sessions.ts";
import { type IngestRequest, ingestSession } from "./ingest_session.ts";

const STORE_WAIT_MS = 2000;

/** The current session, as a hook knows it. */
export interface AtWork {
  readonly store: Store;
  readonly world: World;
  readonly sessionId: string;
  readonly payload: Pick<HookPayload, "transcriptPath">;
  readonly budget: Deadline;
}

export interface CutRequest {
  readonly who: string;
  /** Below this many characters nothing is cut; 0 cuts all there is. */
  readonly minChars: number;
  readonly await?: IngestRequest["await"];
}

export async function ingestAndCut(
  { store, world, sessionId, payload, budget }: AtWork,
  request: CutRequest,
): Promise<{ added: number; cut: number }> {
  const { who, minChars } = request;
  const refined = payload.transcriptPath === undefined
    ? undefined
    : await ingestSession(store, world, {
      sessionId,
      transcript: payload.transcriptPath,
      who,
      budget,
      alive: true,
      ...(request.await ? { await: request.await, turnOver: true } : {}),
    });
  if (refined !== undefined) topUpCount(store, sessionId, refined.dueUses);
  const claim = {
    who,
    waitMs: budget.remainingMs(),
  };
  const cut = store.config.summaries === "off" || refined === undefined
    ? []
    : await withSessionLock(
      store,
      sessionId,
      claim,
      () => cutDeltas(store, world, sessionId, { minChars }),
    );
  if (cut.length > 0) {
    const wait = { who, waitMs: STORE_WAIT_MS };
    await noteOpenSession(store, sessionId, true, wait);
  }
  return { added: refined?.added ?? 0, cut: cut.length };
}
