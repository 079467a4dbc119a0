/** What Claude Code writes to a status line command's stdin. */

import { isObject } from "../base/json.ts";
import { textField } from "./payload.ts";

export interface StatusLineInput {
  readonly sessionId: string | undefined;
  /** The folder the session was started in, also after `cd`. */
  readonly projectDir: string | undefined;
}

/** Accepts any text: a field that is missing or not a string is undefined. */
export function parseStatusLineInput(text: string): StatusLineInput {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    raw = undefined; // run by hand, or cut short: the current folder is used
  }
  if (!isObject(raw)) return { sessionId: undefined, projectDir: undefined };
  const workspace = isObject(raw["workspace"]) ? raw["workspace"] : {};
  return {
    sessionId: textField(raw, "session_id"),
    projectDir: textField(workspace, "project_dir") ??
      textField(workspace, "current_dir") ?? textField(raw, "cwd"),
  };
}
