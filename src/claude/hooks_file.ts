/**
 * A plugin's hooks.json, judged as Claude Code does: one unknown event, one
 * wrong value or a stray comma, and all hooks of the plugin are off, without a
 * word to the user.
 */

import { isObject, type JsonObject } from "../json.ts";
import { isBefore } from "./versions.ts";

export interface RegisteredHook {
  readonly event: string;
  /** Our own word for it: `post-tool-use`. */
  readonly word: string;
}

export interface HooksFile {
  readonly registered: readonly RegisteredHook[];
  /** Why Claude Code would refuse it. */
  readonly problems: readonly string[];
}

/** Every event of 2.1.197, and later ones with the version that brought them. */
const EVENTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ("PreToolUse PostToolUse PostToolUseFailure PostToolBatch Notification " +
      "UserPromptSubmit UserPromptExpansion SessionStart SessionEnd Stop " +
      "StopFailure SubagentStart SubagentStop PreCompact PostCompact " +
      "PermissionRequest PermissionDenied Setup TeammateIdle TaskCreated " +
      "TaskCompleted Elicitation ElicitationResult ConfigChange " +
      "WorktreeCreate WorktreeRemove InstructionsLoaded CwdChanged " +
      "FileChanged MessageDisplay").split(" ").map((event) => [event, "0"]),
  ),
  DirectoryAdded: "2.1.219",
};

const TYPES = ["command", "prompt", "agent", "http", "mcp_tool"];

/** `version` is that of the client that will read it, if it is known. */
export function readHooksFile(
  text: string,
  version: string | undefined,
): HooksFile {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return { registered: [], problems: ["it is not valid JSON"] };
  }
  const hooks = isObject(raw) ? raw["hooks"] : undefined;
  if (!isObject(hooks)) {
    return { registered: [], problems: ['it has no "hooks"'] };
  }
  const problems: string[] = [];
  const registered = new Map<string, RegisteredHook>();
  for (const [event, groups] of Object.entries(hooks)) {
    problems.push(...judgeEvent(event, version));
    if (!Array.isArray(groups)) {
      problems.push(`"${event}" is not a list`);
      continue;
    }
    for (const hook of groups.flatMap((group) => hooksOf(group))) {
      problems.push(...judgeHook(event, hook));
      const word = wordOf(hook);
      if (word !== undefined) registered.set(event, { event, word });
    }
  }
  return { registered: [...registered.values()], problems };
}

function judgeEvent(event: string, version: string | undefined): string[] {
  const since = Object.hasOwn(EVENTS, event) ? EVENTS[event] : undefined;
  if (since === undefined) return [`"${event}" is no event`];
  return version !== undefined && isBefore(version, since)
    ? [`"${event}" is an event only from ${since} on`]
    : [];
}

/** The hooks of one group; what is none is judged like a hook without a type. */
function hooksOf(group: unknown): unknown[] {
  const hooks = isObject(group) ? group["hooks"] : undefined;
  return Array.isArray(hooks) ? hooks : [undefined];
}

function judgeHook(event: string, hook: unknown): string[] {
  if (!isObject(hook)) return [`"${event}" has an entry without hooks`];
  const { type, timeout, command } = hook;
  if (typeof type !== "string" || !TYPES.includes(type)) {
    return [
      `"${event}" has a hook of the unknown type ${JSON.stringify(type)}`,
    ];
  }
  if (type === "command" && (typeof command !== "string" || command === "")) {
    return [`"${event}" has a hook without a command`];
  }
  const isLimit = typeof timeout === "number" && timeout > 0;
  return timeout === undefined || isLimit
    ? []
    : [`"${event}" has the timeout ${JSON.stringify(timeout)}`];
}

function wordOf(hook: unknown): string | undefined {
  const args = (hook as JsonObject | undefined)?.["args"];
  return Array.isArray(args) && args[0] === "hook" &&
      typeof args[1] === "string"
    ? args[1]
    : undefined;
}
