/** SessionEnd: take in the rest; what is open now will not be answered. */

import { refineSession } from "../keeper/refine_session.ts";
import type { HookCall, HookResult } from "./hook.ts";

export async function handle(call: HookCall): Promise<HookResult> {
  const { payload, sessionId, store, world, budget } = call;
  if (payload.transcriptPath === undefined) return {};
  const refined = await refineSession(store, world, {
    sessionId,
    transcript: payload.transcriptPath,
    who: "hook session-end",
    budget,
    alive: true,
    close: true,
  });
  return refined?.added ? { log: { added: refined.added } } : {};
}
