/**
 * Ingest the rest of a session, and write the digest and last delta of one that
 * is over, both under one lock.
 */

import { finishIn, finishSession } from "../summary/finish_session.ts";
import type { Store } from "../store/store.ts";
import { statTranscript } from "../store/growing_file.ts";
import type { World } from "../base/world.ts";
import {
  type Ingested,
  type IngestRequest,
  withIngested,
} from "./ingest_session.ts";

/** Undefined if there is nothing to ingest. */
export async function ingestAndFinish(
  store: Store,
  world: World,
  request: IngestRequest,
): Promise<Ingested | undefined> {
  const { sessionId, transcript, who, budget } = request;
  if (statTranscript(transcript) === undefined) {
    const claim = { who, waitMs: budget.remainingMs() };
    await finishSession(store, world, sessionId, claim);
    return undefined;
  }
  return await withIngested(
    store,
    world,
    request,
    async (session, ingested) => {
      await finishIn(session, world);
      return ingested;
    },
  );
}
