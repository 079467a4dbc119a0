/**
 * PostToolUseFailure: if this error was met before and the same command passed
 * later, say what made it work. The tool's result waits for this, so an error
 * that says too little or is new loads nothing more, and silence is the rule.
 */

import { isObject } from "../base/json.ts";
import { textField } from "../claude/payload.ts";
import { signatureOfCall } from "../digest/error_signature.ts";
import { knownFixes } from "../search/known_fixes.ts";
import { statFile } from "../store/read_file.ts";
import type { HookCall, HookResult } from "./hook.ts";

export async function handle(call: HookCall): Promise<HookResult> {
  const { payload: { raw }, sessionId, store, world } = call;
  const name = textField(raw, "tool_name") ?? "";
  const error = textField(raw, "error") ?? "";
  const input = isObject(raw["tool_input"]) ? raw["tool_input"] : {};
  const command = textField(input, "command");
  if (raw["is_interrupt"] === true || error === "" || !command) return {};
  const { layout, config: { crossProject } } = store;
  // Without an index there is nothing to ask.
  const hasIndex = statFile(layout.searchIndex)?.isFile ?? false;
  if (!hasIndex && !crossProject) return {};
  const signature = signatureOfCall({ name, command, error });
  if (signature === undefined) return {};
  const isNew = knownFixes(layout, signature.text)?.length === 0;
  if (isNew && !crossProject) return {};
  const { fixFor } = await import("../context/fix_moment.ts");
  const asked = { sessionId, signature, budget: call.budget };
  const text = await fixFor(store, world, asked);
  if (text === undefined) return {};
  return {
    output: {
      hookSpecificOutput: {
        hookEventName: "PostToolUseFailure",
        additionalContext: text,
      },
    },
    log: { given: 1 },
  };
}
