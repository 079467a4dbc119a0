/**
 * Ingest what is new in a session, and cut it into deltas once there is enough
 * for a summary.
 */

import { LockTimeoutError } from "../base/errors.ts";
import type { HookPayload } from "../claude/payload.ts";
import type { LogEnd } from "../session/log_writer.ts";
import type { Snapshot } from "../session/snapshot.ts";
import type { Store } from "../store/store.ts";
import type { Deadline } from "../base/timeout.ts";
import type { World } from "../base/world.ts";
import { topUpCount } from "../session/count_tool_use.ts";
import { cutDeltas } from "../summary/cut_deltas.ts";
import { type IngestRequest, withIngested } from "./ingest_session.ts";

/** The current session, as a hook knows it. */
interface AtWork {
  readonly store: Store;
  readonly world: World;
  readonly sessionId: string;
  readonly payload: Pick<HookPayload, "transcriptPath">;
  readonly budget: Deadline;
}

interface CutRequest {
  readonly who: string;
  readonly event: "tool" | "stop";
  /** Below this many characters nothing is cut; 0 cuts all there is. */
  readonly minChars: number;
  readonly await?: NonNullable<IngestRequest["await"]>;
  readonly snapshot?: Snapshot;
}

interface IngestedAndCut {
  readonly added: number;
  readonly cut: number;
  /** What the event has read of the session. */
  readonly known?: KnownLog;
}

/** A session's log, and its end as it was just written. */
interface KnownLog {
  readonly stem: string;
  readonly end: LogEnd | undefined;
}

export async function ingestAndCut(
  { store, world, sessionId, payload, budget }: AtWork,
  { minChars, ...request }: CutRequest,
): Promise<IngestedAndCut> {
  const nothing: IngestedAndCut = { added: 0, cut: 0 };
  const { transcriptPath: transcript } = payload;
  if (transcript === undefined) return nothing;
  const wanted = { sessionId, transcript, budget, ...request };
  try {
    const done = await withIngested<IngestedAndCut>(
      store,
      world,
      wanted,
      (session, ingested) => {
        if (ingested === undefined) return nothing;
        topUpCount(store, sessionId, ingested.dueUses);
        const cut = store.config.summaries === "off"
          ? []
          : cutDeltas(session, world, { minChars });
        const { stem } = ingested.state;
        const known = { stem, end: session.log?.end };
        return { added: ingested.added, cut: cut.length, known };
      },
    );
    return done ?? nothing;
  } catch (error) {
    // Another process is at work on it, or clears the store: the next event
    // finds in the transcript what this one leaves.
    if (error instanceof LockTimeoutError) return nothing;
    throw error;
  }
}
