/** What a tool call was to the session: an edit, a command, refused. */

import type { L1Entry, ToolEntry } from "../session/log_entry.ts";
import { leavesChange } from "./_shell_changes.ts";

const EDITS: ReadonlySet<string> = new Set([
  "Edit",
  "MultiEdit",
  "NotebookEdit",
  "Write",
]);
const COMMANDS: ReadonlySet<string> = new Set(["Bash", "PowerShell"]);

export function isEdit(
  entry: L1Entry,
): entry is ToolEntry & { target: string } {
  return entry.role === "tool" && EDITS.has(entry.name) &&
    entry.result === "ok" && entry.target !== undefined;
}

export type CommandEntry = ToolEntry & { readonly cmd: string };

/** A shell command that came back. */
export function isCommand(entry: L1Entry): entry is CommandEntry {
  return entry.role === "tool" && COMMANDS.has(entry.name) &&
    entry.cmd !== undefined && entry.result !== undefined;
}

/** An edit, or a command that left something behind, a commit included. */
export function isWork(entry: L1Entry): boolean {
  return isEdit(entry) ||
    isCommand(entry) && entry.result === "ok" && leavesChange(entry.cmd);
}

/** What a call was to do, in a few words. */
export function toolAction(tool: ToolEntry): string {
  if (tool.name === "ExitPlanMode") {
    const [, plan] = /^plan: [#\s]*([^\n]+)/.exec(tool.info ?? "") ?? [];
    return plan === undefined ? "a plan" : `the plan “${plan}”`;
  }
  const file = tool.target?.replace(/^.*[\\/](?=[^\\/]+[\\/][^\\/]+$)/, "…/");
  const what = tool.cmd ?? file ?? tool.info ?? tool.pattern ?? "";
  return `${tool.name} ${what.replace(/\s+/g, " ")}`;
}

/** Quoted as code; a backtick in it would end the quotation. */
export const asCode = (text: string) => `\`${text.replaceAll("`", "'")}\``;

/** Without words it may be a refusal or Esc while the call ran. */
const REJECTED = /user doesn't want to proceed/i;
const WITH_WORDS =
  /(?:user doesn't want to proceed|^Permission for this tool use was denied)\b.*\bthe user said/is;
/** By a setting or a mode of the client: the user was not asked. */
const DENIED =
  /^(?:Permission to use|Permission for this tool use was denied)/i;
const INTERRUPTED =
  /^\[Request interrupted by user|user doesn't want to take this action/i;

/** It was not run to its end, which is no failure of the command. */
export function isRefused(entry: ToolEntry): boolean {
  return isInterrupted(entry) || isDeclined(entry) ||
    entry.result === "error" && DENIED.test(entry.output ?? "");
}

/** The user was asked for this call and said no. A plan is always asked for. */
export function isDeclined(entry: ToolEntry): boolean {
  const { name, result, output = "" } = entry;
  return result === "error" && !INTERRUPTED.test(output) &&
    (WITH_WORDS.test(output) ||
      name === "ExitPlanMode" && REJECTED.test(output));
}

/** The user broke in, which says nothing about this call. */
export function isInterrupted(entry: ToolEntry): boolean {
  const { result, output = "" } = entry;
  return result === "error" && !isDeclined(entry) &&
    (INTERRUPTED.test(output) || REJECTED.test(output));
}
