/**
 * SessionEnd: ingest the rest; open calls will not be answered any more. Then
 * write what needs no model: the digest, and the rest as a last delta. The time
 * left is used for the search index and the table of files.
 */

import { forgetCompaction } from "../context/compaction_files.ts";
import { compressDaily } from "../memory/compress_daily.ts";
import { restartPrompts } from "../context/prompt_rules.ts";
import { ingestAndFinish } from "../capture/ingest_and_finish.ts";
import { Snapshot } from "../session/snapshot.ts";
import { forgetScribe } from "../summary/scribe_mark.ts";
import { Deadline } from "../base/timeout.ts";
import { Attempts } from "./attempts.ts";
import type { HookCall, HookResult } from "./hook.ts";

const IDENTIFIERS_MS = 200;
/** With less time left the table of files stays as it is. */
const FILE_NOTES_MS = 300;

export async function handle(call: HookCall): Promise<HookResult> {
  const { payload, sessionId, store, world, budget } = call;
  if (payload.transcriptPath === undefined) return {};
  const snapshot = new Snapshot(store);
  const refined = await ingestAndFinish(store, world, {
    sessionId,
    transcript: payload.transcriptPath,
    who: "hook session-end",
    budget,
    event: "end",
    close: true,
    snapshot,
  });
  const waitMs = budget.remainingMs();
  const claim = { who: "hook session-end", waitMs };
  const isFolded = await compressDaily(store, world, claim, {
    budget,
    snapshot,
  });
  await restartPrompts(store, sessionId, claim, snapshot);
  forgetScribe(store, sessionId);
  forgetCompaction(store, sessionId);
  const attempts = new Attempts();
  await attempts.try(async () => {
    const { freshenSearchIndex } = await import(
      "../search/index/freshen_search_index.ts"
    );
    await freshenSearchIndex(store, {
      who: "hook session-end",
      remainingMs: budget.remainingMs(),
      ...(refined && !isFolded
        ? { only: { sessionId, stem: refined.state.stem } }
        : {}),
    });
  });
  await attempts.try(async () => {
    const { findIdentifiers } = await import(
      "../knowledge/find_identifiers.ts"
    );
    const leftMs = Math.min(IDENTIFIERS_MS, budget.remainingMs());
    if (leftMs > 0) findIdentifiers(store, world, new Deadline(leftMs));
  });
  await attempts.try(async () => {
    if (budget.remainingMs() < FILE_NOTES_MS) return;
    const { currentFileNotes } = await import("../context/file_notes.ts");
    await currentFileNotes(store);
  });
  return {
    log: { added: refined?.added ?? 0, ended: 1 },
    failures: attempts.failures,
  };
}
