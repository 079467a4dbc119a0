/** Where Claude Code keeps its things. */

import type { World } from "../base/world.ts";

/** The user's home folder; a service may run without one. */
export function homeFolder(world: World): string | undefined {
  return world.env("HOME") ?? world.env("USERPROFILE");
}

/** Claude Code's own folder: `CLAUDE_CONFIG_DIR` where set, else `~/.claude`. */
export function claudeFolder(world: World): string | undefined {
  const home = homeFolder(world);
  return world.env("CLAUDE_CONFIG_DIR") ?? (home && `${home}/.claude`);
}
