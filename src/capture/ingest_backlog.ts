/**
 * Ingest what no hook has reported: sessions that were interrupted, killed or
 * crashed, and sessions from before the plugin was installed. The transcripts
 * show what happened, whichever hooks fired.
 */

import type { Store } from "../store/store.ts";
import type { Deadline } from "../base/timeout.ts";
import type { World } from "../base/world.ts";
import { Snapshot } from "../session/snapshot.ts";
import { findBacklog } from "./_find_backlog.ts";

export interface BacklogRequest {
  /** The folder with this project's transcripts. */
  readonly transcripts: string;
  /** The current session, which its own hooks ingest. */
  readonly except?: string;
  readonly who: string;
  readonly budget: Deadline;
  /** What the event has read already; dropped when something changes. */
  readonly snapshot?: Snapshot;
}

export interface IngestedBacklog {
  /** Known sessions that had moved on. */
  readonly caughtUp: number;
  /** Sessions that were new to the store. */
  readonly takenIn: number;
  /** Transcripts that could not be read; the next event tries again. */
  readonly failed: number;
}

export async function ingestBacklog(
  store: Store,
  world: World,
  request: BacklogRequest,
): Promise<IngestedBacklog> {
  const { budget, who, except, transcripts } = request;
  const { snapshot = new Snapshot(store) } = request;
  const found = findBacklog(store, world, transcripts, except, snapshot);
  const done = { caughtUp: 0, takenIn: 0, failed: 0 };
  if (found.known.length + found.unseen.length === 0) {
    found.settle();
    return done;
  }
  snapshot.doubt();
  // The heavy modules are loaded only when there is something to do.
  const { ingestRest, ingestUnseen } = await import("./_ingest_rest.ts");
  for (const one of found.known) {
    if (budget.passed) break;
    const outcome = await ingestRest(store, world, one, request);
    if (outcome === "failed") done.failed++;
    else if (outcome > 0) done.caughtUp++;
  }
  const { sessions, failed, complete } = await ingestUnseen(
    store,
    world,
    found.unseen,
    { who, budget },
  );
  done.takenIn = sessions;
  done.failed += failed;
  if (complete && done.failed === 0) found.settle();
  return done;
}
