/**
 * Who the user is in this repository, read from git's own files as git would:
 * the worktree's, the repository's, then the user's. No subprocess.
 */

import { homeFolder } from "../claude/folders.ts";
import { clip } from "../base/cut_text.ts";
import { isSystemError, UserError } from "../base/errors.ts";
import { oneLine } from "../base/safe_text.ts";
import type { World } from "../base/world.ts";
import { commonDir, gitDir } from "../store/git/branch.ts";
import { readText, statFile } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";

const MAX_BYTES = 256 * 1024;
const MOST_CHARS = 80;
const NAMELESS = "unknown";

/** `MEMORY_KEEPER_AUTHOR` comes first, then what git would write. */
export function readAuthor({ project }: Store, world: World): string {
  const found = world.env("MEMORY_KEEPER_AUTHOR") ??
    configFiles(project.root, world).map(nameIn).find((name) => name);
  return clip(oneLine(found ?? ""), MOST_CHARS) || NAMELESS;
}

/** What decides first comes first. */
function configFiles(root: string, world: World): string[] {
  const home = homeFolder(world);
  const own = safely(() => gitDir(root));
  const dir = own && safely(() => commonDir(own));
  return [
    ...(own ? [`${own}/config.worktree`] : []),
    ...(dir ? [`${dir}/config`] : []),
    ...(home ? [`${home}/.gitconfig`, `${home}/.config/git/config`] : []),
  ];
}

function nameIn(path: string): string | undefined {
  return safely(() =>
    statFile(path)?.isFile
      ? userName(readText(path, MAX_BYTES) ?? "")
      : undefined
  );
}

/** `name` below `[user]`; the last one counts, as for git. */
export function userName(text: string): string | undefined {
  let section = "";
  let name: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    const [, head] = /^\s*\[([^\]]*)\]/.exec(line) ?? [];
    if (head !== undefined) section = head.trim().toLowerCase();
    const rest = line.replace(/^\s*\[[^\]]*\]/, "");
    const [, value] = /^\s*name\s*=\s*(.*)$/i.exec(rest) ?? [];
    if (section === "user" && value !== undefined) name = unquote(value);
  }
  return name;
}

/** Comments go, quotes too, and what is escaped is itself. */
function unquote(value: string): string {
  let out = "";
  let isQuoted = false;
  for (let i = 0; i < value.length; i++) {
    const char = value[i] as string;
    if (char === '"') isQuoted = !isQuoted;
    else if (char === "\\") out += value[++i] ?? "";
    else if (!isQuoted && (char === "#" || char === ";")) break;
    else out += char;
  }
  return out.trim();
}

function safely<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof UserError || isSystemError(error)) return undefined;
    throw error;
  }
}
