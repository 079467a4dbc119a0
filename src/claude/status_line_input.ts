/** What Claude Code writes to a status line command's stdin. */

import { objectOf, tryParseJson } from "../base/json.ts";
import { textField } from "./payload.ts";

/** Accepts any text: a field that is missing or not a string is undefined. */
export function parseStatusLineInput(text: string) {
  const raw = objectOf(tryParseJson(text));
  const workspace = objectOf(raw["workspace"]);
  return {
    sessionId: textField(raw, "session_id"),
    /** The folder the session was started in, also after `cd`. */
    projectDir: textField(workspace, "project_dir") ??
      textField(workspace, "current_dir") ?? textField(raw, "cwd"),
  };
}
