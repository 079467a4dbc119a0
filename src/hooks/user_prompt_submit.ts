/**
 * UserPromptSubmit: the rules, a rule the prompt itself states, memories that
 * match this prompt, and a request for a summary of waiting work, if one is due.
 * Each of them is given even if another fails.
 */

import { isHeadless, isQuietRun } from "../claude/headless.ts";
import { textField } from "../claude/payload.ts";
import { isNotice } from "../claude/prompt_origin.ts";
import {
  isRestorePending,
  type RestoredItems,
} from "../context/restore_pending.ts";
import { askForSummary } from "../summary/ask_for_summary.ts";
import { noteSpoken } from "../session/mark_session.ts";
import { rulesForPrompt } from "../context/prompt_rules.ts";
import {
  deservesRecall,
  planPromptContext,
  type PromptParts,
} from "../context/prompt_plan.ts";
import type { Config } from "../store/config_keys.ts";
import type { Claim } from "../store/store.ts";
import { isScribeAtWork } from "../summary/scribe_mark.ts";
import { Attempts } from "./attempts.ts";
import type { HookCall, HookOutput, HookResult } from "./hook.ts";
import { rememberInPrompt } from "./remember_in_prompt.ts";

export async function handle(call: HookCall): Promise<HookResult> {
  const { payload, sessionId, store, world, budget } = call;
  const prompt = textField(payload.raw, "prompt") ?? "";
  if (isNotice(prompt)) return {};
  const attempts = new Attempts();
  const claim = {
    who: "hook user-prompt-submit",
    waitMs: budget.remainingMs(),
  };
  await attempts.try(() => noteSpoken(store, sessionId, claim));
  const parts: PromptParts = {
    rules: rulesForPrompt(store, sessionId, {
      ownOnly: isQuietRun(store.config, world),
    }),
    recollections: await attempts.try(() => recall(call, prompt)) ?? [],
    request: await attempts.try(() => ask(call, claim)),
    remembered: await attempts.try(() => rememberInPrompt(call, prompt)),
  };
  await attempts.try(() => keepBlock(call));
  const restored = await attempts.try(() => restore(call));
  const output = render(parts, store.config, restored);
  const log = {
    asked: parts.request ? 1 : 0,
    remembered: parts.remembered ? 1 : 0,
    ...(restored ? { restored: restored.count } : {}),
  };
  return {
    ...(output ? { output } : {}),
    ...(Object.values(log).some((count) => count > 0) ? { log } : {}),
    failures: attempts.failures,
  };
}

async function recall({ sessionId, store }: HookCall, prompt: string) {
  if (!store.config.recall || !deservesRecall(prompt)) return [];
  const { recallForPrompt } = await import("../search/recall_for_prompt.ts");
  return await recallForPrompt(store, prompt, { sessionId });
}

async function ask(
  { payload, sessionId, store, world }: HookCall,
  claim: Claim,
): Promise<string | undefined> {
  if (isHeadless(world) || isScribeAtWork(store, world, sessionId)) {
    return undefined;
  }
  const asking = { sessionId, transcript: payload.transcriptPath };
  return await askForSummary(store, world, asking, claim);
}

async function keepBlock({ store }: HookCall): Promise<void> {
  if (!store.config.claudeMd) return;
  const { keepClaudeMd } = await import("../context/keep_blocks.ts");
  keepClaudeMd(store);
}

/** What a compaction's summary left out, once. */
async function restore({ sessionId, store }: HookCall) {
  if (!isRestorePending(store, sessionId)) return undefined;
  const { restoreItems } = await import("../context/restore_items.ts");
  return restoreItems(store, sessionId);
}

/** Undefined when there is nothing to say. */
function render(
  parts: PromptParts,
  { verbose, receipt }: Config,
  restored: RestoredItems | undefined,
): HookOutput | undefined {
  // Restored text comes on top of a prompt's budget: together they are far
  // below Claude Code's limit.
  const context = [restored?.text, planPromptContext(parts)]
    .filter((text) => text !== undefined).join("\n\n");
  if (context === "") return undefined;
  const told = [
    ...(verbose && parts.rules ? ["[rules injected]"] : []),
    ...(parts.remembered ? [parts.remembered] : []),
    ...(receipt && restored ? [restored.receipt] : []),
  ];
  return {
    ...(told.length > 0 ? { systemMessage: told.join("\n") } : {}),
    hookSpecificOutput: {
      hookEventName: "UserPromptSubmit",
      additionalContext: context,
    },
  };
}
