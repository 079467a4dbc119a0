/** Every event the plugin registers, with its handler, loaded when it runs. */

import type { HookEntry } from "./hook.ts";
import * as postToolUse from "./post_tool_use.ts";

export const HOOKS = [
  {
    word: "session-start",
    event: "SessionStart",
    budgetMs: 2000,
    deadlineMs: 10_000,
    load: () => import("./session_start.ts"),
  },
  {
    word: "user-prompt-submit",
    event: "UserPromptSubmit",
    budgetMs: 1000,
    deadlineMs: 5000,
    load: () => import("./user_prompt_submit.ts"),
    otherwise: () => import("./rules_alone.ts"),
  },
  {
    word: "post-tool-use",
    event: "PostToolUse",
    budgetMs: 300,
    deadlineMs: 30_000,
    // It runs after every tool call, so it is imported statically.
    load: () => Promise.resolve(postToolUse),
  },
  {
    word: "post-tool-use-failure",
    event: "PostToolUseFailure",
    budgetMs: 200,
    // The tool's result waits: better late silence than a slow turn.
    deadlineMs: 300,
    load: () => import("./post_tool_use_failure.ts"),
  },
  {
    word: "stop",
    event: "Stop",
    budgetMs: 1000,
    deadlineMs: 5000,
    load: () => import("./stop.ts"),
  },
  {
    word: "stop-failure",
    event: "StopFailure",
    budgetMs: 1000,
    deadlineMs: 5000,
    load: () => import("./stop.ts"),
  },
  {
    word: "subagent-start",
    event: "SubagentStart",
    ofAgents: true,
    budgetMs: 3000,
    deadlineMs: 10_000,
    load: () => import("./subagent_start.ts"),
  },
  {
    word: "subagent-stop",
    event: "SubagentStop",
    ofAgents: true,
    budgetMs: 5000,
    deadlineMs: 20_000,
    load: () => import("./subagent_stop.ts"),
  },
  {
    word: "pre-compact",
    event: "PreCompact",
    budgetMs: 2000,
    deadlineMs: 10_000,
    load: () => import("./pre_compact.ts"),
  },
  {
    word: "post-compact",
    event: "PostCompact",
    budgetMs: 1000,
    deadlineMs: 5000,
    load: () => import("./post_compact.ts"),
  },
  {
    word: "session-end",
    event: "SessionEnd",
    budgetMs: 1200,
    deadlineMs: 1400,
    load: () => import("./session_end.ts"),
  },
] as const satisfies readonly HookEntry[];

/** Both spellings are accepted: `post-tool-use` and `PostToolUse`. */
export function findHook(name: string | undefined): HookEntry | undefined {
  return HOOKS.find(({ word, event }) => name === word || name === event);
}
