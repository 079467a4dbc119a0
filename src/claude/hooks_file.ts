/**
 * A plugin's hooks.json, checked as Claude Code checks it. What a mistake costs
 * depends on the client: older ones drop all hooks of the plugin, newer ones
 * drop only the entry, but refuse the whole plugin where the entry could have
 * been a guard.
 */

import { isText } from "../base/json_values.ts";
import { isObject, objectOf, tryParseJson } from "../base/json.ts";
import { isBefore } from "./versions.ts";

export interface RegisteredHook {
  readonly event: string;
  /** Our own name for it: `post-tool-use`. */
  readonly word: string;
}

/** What Claude Code drops because of a mistake. */
type Cost = "entry" | "hooks" | "plugin";

export interface HooksProblem {
  readonly text: string;
  readonly cost: Cost;
}

export interface HooksFile {
  readonly registered: readonly RegisteredHook[];
  readonly problems: readonly HooksProblem[];
}

/** From this version on only the wrong entry is dropped. */
const LENIENT_SINCE = "2.1.257";

/** Before this version the key `modules` is ignored. */
const MODULES_SINCE = "2.1.241";

/** Every event of 2.1.163, and later ones with the version that brought them. */
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
  PreModelSwitch: "2.1.251",
  PostModelSwitch: "2.1.251",
};

/** A wrong entry here may have been meant to forbid something. */
const GUARDS = ["PreToolUse", "PermissionRequest"];

const TYPES = ["command", "prompt", "agent", "http", "mcp_tool"];

/**
 * `version` is the version of the client that will read it; if unknown, the
 * strictest client is assumed.
 */
export function readHooksFile(
  text: string,
  version: string | undefined,
): HooksFile {
  const raw = tryParseJson(text);
  if (raw === undefined) return refused("it is not valid JSON");
  const { hooks, modules } = objectOf(raw);
  const isModuleEnough = version !== undefined && readsModules(version);
  if (hooks === undefined && modules !== undefined && isModuleEnough) {
    return { registered: [], problems: judgeModules(modules, version) };
  }
  if (!isObject(hooks)) return refused('it has no "hooks"');
  const problems = judgeModules(modules, version);
  const registered = new Map<string, RegisteredHook>();
  for (const [event, groups] of Object.entries(hooks)) {
    const texts = judgeEvent(event, version);
    if (!Array.isArray(groups)) texts.push(`"${event}" is not a list`);
    for (const hook of Array.isArray(groups) ? groups.flatMap(hooksOf) : []) {
      texts.push(...judgeHook(event, hook));
      const word = wordOf(hook);
      if (word !== undefined) registered.set(event, { event, word });
    }
    const cost = costOf(event, version);
    problems.push(...texts.map((text) => ({ text, cost })));
  }
  return { registered: [...registered.values()], problems };
}

const refused = (text: string): HooksFile => ({
  registered: [],
  problems: [{ text, cost: "hooks" }],
});

function costOf(event: string, version: string | undefined): Cost {
  if (version === undefined || isBefore(version, LENIENT_SINCE)) return "hooks";
  return GUARDS.includes(event) ? "plugin" : "entry";
}

const readsModules = (version: string | undefined) =>
  version === undefined || !isBefore(version, MODULES_SINCE);

function judgeModules(
  modules: unknown,
  version: string | undefined,
): HooksProblem[] {
  if (modules === undefined || !readsModules(version)) return [];
  const isOnePath = Array.isArray(modules) && modules.length <= 1 &&
    modules.every(isText);
  return isOnePath
    ? []
    : [{ text: '"modules" is not a list of one path', cost: "hooks" }];
}

function judgeEvent(event: string, version: string | undefined): string[] {
  const since = Object.hasOwn(EVENTS, event) ? EVENTS[event] : undefined;
  if (since === undefined) return [`"${event}" is no event`];
  return version !== undefined && isBefore(version, since)
    ? [`"${event}" is an event only from ${since} on`]
    : [];
}

/** The hooks of one group; anything else counts as a hook without a type. */
function hooksOf(group: unknown): unknown[] {
  const { hooks } = objectOf(group);
  return Array.isArray(hooks) ? hooks : [undefined];
}

function judgeHook(event: string, hook: unknown): string[] {
  if (!isObject(hook)) return [`"${event}" has an entry without hooks`];
  const { type, timeout, command } = hook;
  if (typeof type !== "string" || !TYPES.includes(type)) {
    const unknown = JSON.stringify(type);
    return [`"${event}" has a hook of the unknown type ${unknown}`];
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
  const { args } = objectOf(hook);
  const isOurs = Array.isArray(args) && args[0] === "hook";
  return isOurs && typeof args[1] === "string" ? args[1] : undefined;
}
