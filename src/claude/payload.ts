/**
 * What Claude Code sends a hook on stdin: unknown JSON in, a typed payload out.
 * A field that only one event has is read by its hook.
 */

import { isObject, type JsonObject, tryParseJson } from "../base/json.ts";

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

/** The payload in a text, or undefined if this is not one. */
export function parseHookPayload(text: string): HookPayload | undefined {
  return readHookPayload(tryParseJson(text));
}

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
