/**
 * PreCompact: ingest everything before it is compacted away, and tell the
 * summariser what to keep word for word. What it prints becomes part of the
 * summariser's prompt: plain text, never JSON.
 */

import { prepareCompaction } from "../context/check_compaction.ts";
import { dropList } from "../context/compaction_files.ts";
import { ingestSession } from "../capture/ingest_session.ts";
import { Attempts } from "./attempts.ts";
import type { HookCall, HookResult } from "./hook.ts";

const AWAIT_MS = 100;

export async function handle(call: HookCall): Promise<HookResult> {
  const { payload, sessionId, store, world, budget } = call;
  const { transcriptPath } = payload;
  // First, so that the summary is never compared with an earlier list.
  dropList(store, sessionId);
  if (transcriptPath === undefined) return {};
  const attempts = new Attempts();
  const refined = await attempts.try(() =>
    ingestSession(store, world, {
      sessionId,
      transcript: transcriptPath,
      who: "hook pre-compact",
      budget,
      event: "compaction",
      await: { ms: AWAIT_MS },
    })
  );
  const plainText = await attempts.try(() =>
    prepareCompaction(store, world, sessionId)
  );
  return {
    ...(plainText === undefined ? {} : { plainText }),
    ...(refined?.added ? { log: { added: refined.added } } : {}),
    failures: attempts.failures,
  };
}
