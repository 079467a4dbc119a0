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
import { opensPrivateTurn } from "../redact/private_regions.ts";
import { askForSummary } from "../summary/ask_for_summary.ts";
import { noteSpoken } from "../session/mark_session.ts";
import { rulesForPrompt } from "../context/prompt_rules.ts";
import { noticeRules } from "../context/rules_notice.ts";
import {
  deservesRecall,
  planPromptContext,
  type PromptParts,
} from "../context/prompt_plan.ts";
import type { Config } from "../store/config_keys.ts";
import { Snapshot } from "../session/snapshot.ts";
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
  const snapshot = new Snapshot(store);
  await attempts.try(() => noteSpoken(snapshot, world, sessionId, claim));
  // First: a rule that the prompt states is one of the rules already.
  const remembered = opensPrivateTurn(prompt)
    ? undefined
    : await attempts.try(() => rememberInPrompt(call, prompt));
  const isQuiet = isQuietRun(store.config, world);
  const rules = rulesForPrompt(store, sessionId, { ownOnly: isQuiet });
  const moment = remembered === undefined ? "prompt" : "rule";
  const notice = isQuiet ? undefined : noticeRules(store, rules, moment);
  const parts: PromptParts = {
    rules: rules?.text,
    recollections: await attempts.try(() => recall(call, prompt)) ?? [],
    request: await attempts.try(() => ask(call, claim, snapshot)),
    remembered,
  };
  await attempts.try(() => keepBlock(call));
  const restored = await attempts.try(() => restore(call));
  const output = render(parts, store.config, [
    ...(notice ? [notice] : []),
    ...(restored ? [restored.receipt] : []),
  ], restored);
  await attempts.try(() => noteGiven(call, parts, output));
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

async function recall({ sessionId, store, world }: HookCall, prompt: string) {
  if (!store.config.recall || !deservesRecall(prompt)) return [];
  const { recallForPrompt } = await import("../search/recall_for_prompt.ts");
  const found = await recallForPrompt(store, prompt, { sessionId });
  if (found.length === 0) return [];
  const { prepareRecalled } = await import("../context/recall_notes.ts");
  return prepareRecalled(store, world, sessionId, found);
}

async function noteGiven(
  { sessionId, store, world }: HookCall,
  { recollections = [] }: PromptParts,
  output: HookOutput | undefined,
): Promise<void> {
  const context = output?.hookSpecificOutput?.additionalContext;
  if (recollections.length === 0 || context === undefined) return;
  const { noteRecalled } = await import("../context/recall_notes.ts");
  noteRecalled(store, world, sessionId, recollections, context);
}

async function ask(
  { payload, sessionId, store, world }: HookCall,
  claim: Claim,
  snapshot: Snapshot,
): Promise<string | undefined> {
  if (
    isHeadless(world) || isScribeAtWork(store, sessionId)
  ) {
    return undefined;
  }
  const asking = { sessionId, transcript: payload.transcriptPath };
  return await askForSummary(store, world, asking, claim, snapshot);
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
  receipts: readonly string[],
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
    ...(receipt ? receipts : []),
  ];
  return {
    ...(told.length > 0 ? { systemMessage: told.join("\n") } : {}),
    hookSpecificOutput: {
      hookEventName: "UserPromptSubmit",
      additionalContext: context,
    },
  };
}
