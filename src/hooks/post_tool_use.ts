/**
 * PostToolUse: count the tool use, and at every interval ingest what is new. It
 * runs after each tool call, so most are counted by quick_tool_use.ts already.
 */

import { isRestorePending } from "../context/restore_pending.ts";
import { countToolUse } from "../session/count_tool_use.ts";
import { leavePass } from "../session/leave_pass.ts";
import { statFile } from "../store/read_file.ts";
import type { HookCall, HookResult } from "./hook.ts";

export async function handle(call: HookCall): Promise<HookResult> {
  const { payload, sessionId, store, world } = call;
  const { count, atInterval } = call.counted ?? countToolUse(store, sessionId);
  const restored = isRestorePending(store, sessionId)
    ? await restore(call)
    : undefined;
  if (restored) return restored;
  const reminded = hasTables(call) ? await remind(call) : undefined;
  if (!atInterval) {
    if (!hasTables(call)) leavePass(store, world, sessionId);
    return reminded ?? {};
  }
  if (payload.transcriptPath === undefined) {
    return { ...reminded, log: { count } };
  }
  const { ingestAndCut } = await import("../capture/ingest_and_cut.ts");
  const { added, cut } = await ingestAndCut(call, {
    who: "hook post-tool-use",
    event: "tool",
    minChars: store.config.askMinChars,
  });
  return { ...reminded, log: { count, added, cut } };
}

/** A table of files without any is shorter than this. */
const EMPTY_BYTES = 230;

/** A hooks module has said so with the call. */
function hasTables({ store: { layout }, sessionId }: HookCall): boolean {
  const hasAny = statFile(layout.tripwires) !== undefined ||
    (statFile(layout.fileNotes)?.size ?? 0) > EMPTY_BYTES;
  return hasAny && statFile(layout.tripModule(sessionId)) === undefined;
}

/** A rule the call has broken, or what is known of its file; afterwards. */
async function remind(
  { payload: { raw }, sessionId, store, world }: HookCall,
): Promise<HookResult | undefined> {
  const { afterCall } = await import("../context/after_call.ts");
  const text = await afterCall(store, world, sessionId, raw);
  return text === undefined ? undefined : {
    output: {
      hookSpecificOutput: {
        hookEventName: "PostToolUse",
        additionalContext: text,
      },
    },
  };
}

/**
 * After a compaction in the middle of a turn: what its summary left out. No
 * receipt: for an async hook the model would read it, not the user.
 */
async function restore(
  { sessionId, store }: HookCall,
): Promise<HookResult | undefined> {
  const { restoreItems } = await import("../context/restore_items.ts");
  const restored = restoreItems(store, sessionId);
  return restored && {
    output: {
      hookSpecificOutput: {
        hookEventName: "PostToolUse",
        additionalContext: restored.text,
      },
    },
    log: { restored: restored.count },
  };
}
