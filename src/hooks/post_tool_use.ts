/**
 * PostToolUse: count the tool use, and at every interval take in what is new.
 * It runs after each tool call, so below the interval it appends one byte and
 * is done.
 */

import { countToolUse } from "../keeper/count_tool_use.ts";
import type { HookCall, HookResult } from "./hook.ts";

export async function handle(call: HookCall): Promise<HookResult> {
  const { payload, sessionId, store, world, budget } = call;
  const { count, atInterval } = countToolUse(store, sessionId);
  if (!atInterval) return {};
  if (payload.transcriptPath === undefined) return { log: { count } };
  const { refineSession } = await import("../keeper/refine_session.ts");
  const refined = await refineSession(store, world, {
    sessionId,
    transcript: payload.transcriptPath,
    who: "hook post-tool-use",
    budget,
    alive: true,
  });
  return { log: { count, added: refined?.added ?? 0 } };
}
