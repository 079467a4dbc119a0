/** Ingest what is new in a known session, and end it if it is dead. */

import { LockTimeoutError } from "../base/errors.ts";
import type { Store } from "../store/store.ts";
import { statTranscript } from "../store/growing_file.ts";
import type { Deadline } from "../base/timeout.ts";
import type { World } from "../base/world.ts";
import { finishSession } from "../summary/finish_session.ts";
import { type FoundTranscript, isDead } from "./found_transcript.ts";
import { endSession } from "../session/mark_session.ts";
import { tryIngest } from "./ingest_unseen.ts";
import { isOwnTranscript } from "./transcript_beginning.ts";

export { ingestUnseen } from "./ingest_unseen.ts";

/** Returns the number of new entries; what failed is tried at the next event. */
export async function ingestRest(
  store: Store,
  world: World,
  one: FoundTranscript,
  { who, budget }: { readonly who: string; readonly budget: Deadline },
): Promise<number | "failed"> {
  const { transcript } = one;
  if (
    statTranscript(transcript) === undefined ||
    !isOwnTranscript(store, transcript)
  ) {
    const claim = { who, waitMs: budget.remainingMs() };
    try {
      await endSession(store, world, one.sessionId, claim);
      await finishSession(store, world, one.sessionId, claim);
      return 0;
    } catch (error) {
      if (error instanceof LockTimeoutError) return "failed";
      throw error;
    }
  }
  const close = isDead(store, world, one);
  const request = { ...one, who, budget, close };
  const outcome = await tryIngest(store, world, request);
  if (typeof outcome === "string") return outcome === "failed" ? outcome : 0;
  return outcome.added;
}
