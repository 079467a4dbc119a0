/**
 * PostToolUse: count the tool use, and at every interval take in what is new.
 * It runs after each tool call, so below the interval it appends one byte and
 * is done.
 */

import { countToolUse } from "../keeper/count_tool_use.ts";
import type { HookCall, HookResult } from "./hook.ts";

export function handle({ store, sessionId }: HookCall): Promise<HookResult> {
  const { count, atInterval } = countToolUse(store, sessionId);
  return Promise.resolve(atInterval ? { log: { count } } : {});
}
