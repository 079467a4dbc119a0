/** Entries of L1 as tests write them: what was said and what was done. */

import type { L1Entry, ToolEntry } from "../../../src/session/log_entry.ts";

export const user = (text: string): L1Entry => ({ role: "user", text });
export const claude = (text: string): L1Entry => ({ role: "assistant", text });
export const tool = (name: string, rest: Partial<ToolEntry> = {}): L1Entry => ({
  role: "tool",
  id: "t",
  name,
  result: "ok",
  ...rest,
});
export const edit = (target: string, rest: Partial<ToolEntry> = {}) =>
  tool("Edit", { target, ...rest });
export const bash = (cmd: string, rest: Partial<ToolEntry> = {}) =>
  tool("Bash", { cmd, ...rest });
export const failing = (cmd: string, output: string) =>
  bash(cmd, { result: "error", output });
/** The user said no to it. */
export const declined = (name: string, rest: Partial<ToolEntry> = {}) =>
  tool(name, {
    result: "error",
    output: "The user doesn't want to proceed with this tool use. To tell " +
      "you how to proceed, the user said:\nNo",
    ...rest,
  });
