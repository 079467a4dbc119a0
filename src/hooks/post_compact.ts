/**
 * PostCompact: check whether the summary has what PreCompact asked for; the
 * session's next event restores what it lacks. Prints nothing.
 */

import { textField } from "../claude/payload.ts";
import { checkCompaction } from "../context/check_compaction.ts";
import { dropList } from "../context/compaction_files.ts";
import type { HookCall, HookResult } from "./hook.ts";

export function handle(call: HookCall): Promise<HookResult> {
  const { payload, sessionId, store, world } = call;
  const summary = textField(payload.raw, "compact_summary");
  if (summary === undefined) {
    dropList(store, sessionId);
    return Promise.resolve({});
  }
  const { items, missing } = checkCompaction(store, world, sessionId, summary);
  return Promise.resolve(items > 0 ? { log: { items, missing } } : {});
}
