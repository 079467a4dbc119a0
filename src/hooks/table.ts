/** Every event the plugin registers, with its handler, loaded when it runs. */

import type { HookEntry } from "./hook.ts";

export const HOOKS = [
  {
    word: "post-tool-use",
    event: "PostToolUse",
    budgetMs: 300,
    deadlineMs: 30_000,
    load: () => import("./post_tool_use.ts"),
  },
] as const satisfies readonly HookEntry[];

/** Both spellings are accepted: `post-tool-use` and `PostToolUse`. */
export function findHook(name: string | undefined): HookEntry | undefined {
  return HOOKS.find(({ word, event }) => name === word || name === event);
}
