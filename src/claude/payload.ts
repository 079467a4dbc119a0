/**
 * What Claude Code sends a hook or a status line command on stdin: unknown JSON
 * in, a typed payload out. A field that only one event has is read by its hook.
 */

import {
  isObject,
  type JsonObject,
  objectOf,
  tryParseJson,
} from "../base/json.ts";

export interface HookPayload {
  readonly event: string | undefined;
  readonly sessionId: string | undefined;
  readonly transcriptPath: string | undefined;
  /** Set when the event was fired inside a subagent, and on Subagent events. */
  readonly agentId: string | undefined;
  readonly agentType: string | undefined;
  /** The whole payload, for the fields only one event has. */
  readonly raw: JsonObject;
}

/** Undefined for what is not a payload. */
export function readHookPayload(raw: unknown): HookPayload | undefined {
  if (!isObject(raw)) return undefined;
  return {
    event: eventName(textField(raw, "hook_event_name")),
    sessionId: textField(raw, "session_id"),
    transcriptPath: textField(raw, "transcript_path"),
    agentId: textField(raw, "agent_id"),
    agentType: textField(raw, "agent_type"),
    raw,
  };
}

/** `session-start` is `SessionStart`. */
const eventName = (name: string | undefined) =>
  name?.replace(/(?:^|-)([a-z])/g, (_, first: string) => first.toUpperCase());

export function textField(raw: JsonObject, key: string): string | undefined {
  const value = Object.hasOwn(raw, key) ? raw[key] : undefined;
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Any text: a field that is missing or not a string is undefined. */
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
