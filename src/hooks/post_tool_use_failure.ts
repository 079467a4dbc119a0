/**
 * PostToolUseFailure: if this error was met before and the same command passed
 * later, say what made it work; where no hooks module runs, also which rule the
 * call has broken. The tool's result waits for this, so an error that says too
 * little or is new loads nothing more, and silence is the rule.
 */

import { isObject } from "../base/json.ts";
import { textField } from "../claude/payload.ts";
import { keyOfError, signatureOfCall } from "../digest/error_signature.ts";
import { knownFixes } from "../search/known_fixes.ts";
import type { Layout } from "../store/layout.ts";
import { statFile } from "../store/read_file.ts";
import type { HookCall, HookResult } from "./hook.ts";

export async function handle(call: HookCall): Promise<HookResult> {
  const { payload: { raw } } = call;
  if (raw["is_interrupt"] === true) return {};
  const told = [await brokenRule(call), await knownFix(call)]
    .filter((text) => text !== undefined);
  if (told.length === 0) return {};
  return {
    output: {
      hookSpecificOutput: {
        hookEventName: "PostToolUseFailure",
        additionalContext: told.join("\n"),
      },
    },
    log: { given: told.length },
  };
}

/** With a hooks module it was said with the call. */
async function brokenRule(
  { payload: { raw }, sessionId, store, world }: HookCall,
): Promise<string | undefined> {
  const { layout } = store;
  if (statFile(layout.tripwires) === undefined) return undefined;
  if (statFile(layout.tripModule(sessionId)) !== undefined) return undefined;
  const { afterFailedCall } = await import("../context/after_call.ts");
  return afterFailedCall(store, world, sessionId, raw);
}

/** No index, or no failure in it that was followed by a pass. */
function knowsNone({ knownFixes, searchIndex }: Layout): boolean {
  const list = statFile(knownFixes);
  return list === undefined ? !statFile(searchIndex)?.isFile : list.size === 0;
}

async function knownFix(call: HookCall): Promise<string | undefined> {
  const { payload: { raw }, sessionId, store, world, budget } = call;
  const name = textField(raw, "tool_name") ?? "";
  const error = textField(raw, "error") ?? "";
  const input = isObject(raw["tool_input"]) ? raw["tool_input"] : {};
  const command = textField(input, "command");
  if (error === "" || !command) return undefined;
  const { layout, config: { crossProject } } = store;
  if (!crossProject && knowsNone(layout)) return undefined;
  const key = keyOfError(error);
  if (key === undefined) return undefined;
  // What the command runs is only read where the error is known.
  const isNew = knownFixes(layout, key.text)?.length === 0;
  if (isNew && !crossProject) return undefined;
  const signature = signatureOfCall({ name, command, error });
  if (signature === undefined) return undefined;
  const { fixFor } = await import("../context/fix_moment.ts");
  return await fixFor(store, world, { sessionId, signature, budget });
}
