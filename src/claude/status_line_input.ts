/** What Claude Code writes to a status line command's stdin. */

import { isObject } from "../base/json.ts";
import { textField } from "./payload.ts";

export interface StatusLineInput {
  readonly sessionId: string | undefined;
  /** The folder the session was started in, whatever `cd` did since. */
  readonly projectDir: string | undefined;
}

/** Whatever comes in: what is not there, or is not text, is undefined. */
export function parseStatusLineInput(text: string): StatusLineInput {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    raw = undefined; // by hand, or cut short: then the current folder counts
  }
  if (!isObject(raw)) return { sessionId: undefined, projectDir: undefined };
  const workspace = isObject(raw["workspace"]) ? raw["workspace"] : {};
  return {
    sessionId: textField(raw, "session_id"),
    projectDir: textField(workspace, "project_dir") ??
      textField(workspace, "current_dir") ?? textField(raw, "cwd"),
  };
}
