/** Where Claude Code keeps its things. */

import { WINDOWS } from "../base/path_text.ts";
import type { World } from "../base/world.ts";

/**
 * The user's home folder; a service may run without one. On Windows a shell
 * such as Git's may set HOME as well, but Claude Code goes by USERPROFILE.
 */
export function homeFolder(world: World, windows = WINDOWS) {
  const [home, profile] = [world.env("HOME"), world.env("USERPROFILE")];
  return windows ? profile ?? home : home ?? profile;
}

/** Claude Code's own folder: `CLAUDE_CONFIG_DIR` where set, else `~/.claude`. */
export function claudeFolder(world: World): string | undefined {
  const home = homeFolder(world);
  return world.env("CLAUDE_CONFIG_DIR") ?? (home && `${home}/.claude`);
}
