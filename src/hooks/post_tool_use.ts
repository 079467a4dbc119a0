/**
 * PostToolUse: count the tool use, and at every interval take in what is new.
 * It runs after each tool call, so below the interval it appends one byte and
 * is done.
 */

import { isRestorePending } from "../context/restore_pending.ts";
import { countToolUse } from "../keeper/count_tool_use.ts";
import type { HookCall, HookOutput, HookResult } from "./hook.ts";

const TELL_WAIT_MS = 100;

export async function handle(call: HookCall): Promise<HookResult> {
  const { payload, sessionId, store } = call;
  const { count, atInterval } = countToolUse(store, sessionId);
  const restored = isRestorePending(store, sessionId)
    ? await restore(call)
    : undefined;
  if (restored) return restored;
  if (!atInterval) return {};
  if (payload.transcriptPath === undefined) return { log: { count } };
  const { takeInAndCut } = await import("../keeper/take_in_and_cut.ts");
  const { added, cut } = await takeInAndCut(call, {
    who: "hook post-tool-use",
    minChars: store.config.askMinChars,
  });
  const output = cut > 0 ? await tell(call) : undefined;
  return { ...(output ? { output } : {}), log: { count, added, cut } };
}

/**
 * After a compaction in the middle of a turn: what its summary left out. No
 * receipt: of an async hook the model reads it, not the user.
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

/**
 * The answer of an async hook is read two requests later, if the turn lasts
 * that long; if it does not, the next prompt asks.
 */
async function tell(call: HookCall): Promise<HookOutput | undefined> {
  const { payload, sessionId, store, world } = call;
  const { tellOfDelta } = await import("../keeper/ask_for_summary.ts");
  const request = await tellOfDelta(store, world, {
    sessionId,
    transcript: payload.transcriptPath,
  }, { who: "hook post-tool-use", waitMs: TELL_WAIT_MS });
  return request === undefined ? undefined : {
    hookSpecificOutput: {
      hookEventName: "PostToolUse",
      additionalContext: request,
    },
  };
}
