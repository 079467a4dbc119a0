/**
 * PreCompact: take in everything before it is compacted away. It prints
 * nothing: its output would go into the summariser's prompt.
 */

import { refineSession } from "../keeper/refine_session.ts";
import type { HookCall, HookResult } from "./hook.ts";

const AWAIT_MS = 100;

export async function handle(call: HookCall): Promise<HookResult> {
  const { payload, sessionId, store, world, budget } = call;
  if (payload.transcriptPath === undefined) return {};
  const refined = await refineSession(store, world, {
    sessionId,
    transcript: payload.transcriptPath,
    who: "hook pre-compact",
    budget,
    alive: true,
    await: { ms: AWAIT_MS },
  });
  return refined?.added ? { log: { added: refined.added } } : {};
}
