/**
 * SessionEnd: ingest the rest; open calls will not be answered any more. Then
 * write what needs no model: the digest, and the rest as a last delta. The time
 * left is used for the search index.
 */

import { forgetCompaction } from "../context/compaction_files.ts";
import { compressDaily } from "../memory/compress_daily.ts";
import { finishSession } from "../summary/finish_session.ts";
import { restartPrompts } from "../context/prompt_rules.ts";
import { ingestSession } from "../capture/ingest_session.ts";
import { forgetScribe } from "../summary/scribe_mark.ts";
import { Attempts } from "./attempts.ts";
import type { HookCall, HookResult } from "./hook.ts";

export async function handle(call: HookCall): Promise<HookResult> {
  const { payload, sessionId, store, world, budget } = call;
  if (payload.transcriptPath === undefined) return {};
  const refined = await ingestSession(store, world, {
    sessionId,
    transcript: payload.transcriptPath,
    who: "hook session-end",
    budget,
    alive: true,
    close: true,
  });
  const waitMs = budget.remainingMs();
  const claim = { who: "hook session-end", waitMs };
  await finishSession(store, world, sessionId, claim);
  await compressDaily(store, world, claim, budget);
  await restartPrompts(store, sessionId, claim);
  forgetScribe(store, sessionId);
  forgetCompaction(store, sessionId);
  const attempts = new Attempts();
  await attempts.try(async () => {
    const { freshenSearchIndex } = await import(
      "../search/index/freshen_search_index.ts"
    );
    const remainingMs = budget.remainingMs();
    await freshenSearchIndex(store, { who: "hook session-end", remainingMs });
  });
  return {
    log: { added: refined?.added ?? 0, ended: 1 },
    failures: attempts.failures,
  };
}
