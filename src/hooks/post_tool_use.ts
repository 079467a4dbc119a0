/**
 * PostToolUse: count the tool use, and at every interval take in what is new.
 * It runs after each tool call, so below the interval it appends one byte and
 * is done.
 */

import { countToolUse } from "../keeper/count_tool_use.ts";
import type { HookCall, HookResult } from "./hook.ts";

export async function handle(call: HookCall): Promise<HookResult> {
  const { payload, sessionId, store } = call;
  const { count, atInterval } = countToolUse(store, sessionId);
  if (!atInterval) return {};
  if (payload.transcriptPath === undefined) return { log: { count } };
  const { takeInAndCut } = await import("../keeper/take_in_and_cut.ts");
  const { added, cut } = await takeInAndCut(call, {
    who: "hook post-tool-use",
    minChars: store.config.askMinChars,
  });
  return { log: { count, added, cut } };
}
