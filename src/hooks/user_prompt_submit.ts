/** UserPromptSubmit: ask for a summary of work that waits, if one is due. */

import { textField } from "../claude/payload.ts";
import { askForSummary } from "../keeper/ask_for_summary.ts";
import { askForArchiveSummary } from "../keeper/archive_summaries.ts";
import { noteSpoken } from "../keeper/mark_session.ts";
import type { HookCall, HookResult } from "./hook.ts";

export async function handle(call: HookCall): Promise<HookResult> {
  const { payload, sessionId, store, world, budget } = call;
  const prompt = textField(payload.raw, "prompt") ?? "";
  // A background task reports its end this way; nobody typed it.
  if (prompt.startsWith("<task-notification>")) return {};
  const claim = {
    who: "hook user-prompt-submit",
    waitMs: budget.remainingMs(),
  };
  await noteSpoken(store, sessionId, claim);
  const request = await askForSummary(store, world, sessionId, claim) ??
    await askForArchiveSummary(store, world, claim);
  if (request === undefined) return {};
  return {
    output: {
      hookSpecificOutput: {
        hookEventName: "UserPromptSubmit",
        additionalContext: request,
      },
    },
    log: { asked: 1 },
  };
}
