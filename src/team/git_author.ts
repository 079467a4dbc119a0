/**
 * Who the user is in this repository, read from git's own files as git would:
 * the worktree's, the repository's, the user's, the machine's. No subprocess.
 */

import { homeFolder } from "../claude/folders.ts";
import { clip } from "../base/cut_text.ts";
import { isSystemError, UserError } from "../base/errors.ts";
import { oneLine } from "../base/safe_text.ts";
import type { World } from "../base/world.ts";
import { commonDir, gitDir } from "../store/git/branch.ts";
import type { Store } from "../store/store.ts";
import { readUserName } from "./_git_config.ts";

const MOST_CHARS = 80;
const NAMELESS = "unknown";

/** `MEMORY_KEEPER_AUTHOR` comes first, then what git would write. */
export function readAuthor({ project }: Store, world: World): string {
  const found = world.env("MEMORY_KEEPER_AUTHOR") ??
    nameByGit(project.root, world);
  return clip(oneLine(found ?? ""), MOST_CHARS) || NAMELESS;
}

/** What decides first comes first. */
function nameByGit(root: string, world: World): string | undefined {
  const home = homeFolder(world);
  const own = found(() => gitDir(root));
  const dir = own && found(() => commonDir(own));
  const files = [
    ...(own ? [`${own}/config.worktree`] : []),
    ...(dir ? [`${dir}/config`] : []),
    ...(home ? [`${home}/.gitconfig`, `${home}/.config/git/config`] : []),
    "/etc/gitconfig",
  ];
  for (const path of files) {
    const name = readUserName(path, { home, gitDir: own });
    if (name) return name;
  }
  return undefined;
}

function found(read: () => string | undefined): string | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof UserError || isSystemError(error)) return undefined;
    throw error;
  }
}
