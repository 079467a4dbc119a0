import {
  baseName,
  isAbsolute,
  isSamePath,
  parentOf,
} from "../../base/path_text.ts";
import { readText, statFile } from "../read_file.ts";

/**
 * The main worktree behind a linked one, read from git's own files. As for git,
 * the repository must know of the worktree: a `.git` file can be made by
 * anyone, and would borrow another project's memory.
 */
export function mainWorktree(root: string): string | undefined {
  const link = `${root}/.git`;
  if (!statFile(link)?.isFile) return undefined;
  const gitDir = /^gitdir: (.+)$/m.exec(readText(link, MAX_LINK_BYTES) ?? "")
    ?.[1];
  if (gitDir === undefined) return undefined;
  const own = real(gitDir.trim(), root);
  // A submodule's folder has no `commondir`: it is a project of its own.
  const common = own && pathIn(own, "commondir");
  if (!own || !common) return undefined;
  if (!isSamePath(parentOf(own) ?? "", `${common}/worktrees`)) return undefined;
  const back = pathIn(own, "gitdir");
  if (!back || !isSamePath(back, Deno.realPathSync(link))) return undefined;
  // A bare repository has no main worktree.
  return baseName(common) === ".git" ? parentOf(common) : undefined;
}

const MAX_LINK_BYTES = 65_536;

/** The path that one of git's files holds, from the folder it is in. */
function pathIn(dir: string, name: string): string | undefined {
  const text = readText(`${dir}/${name}`, MAX_LINK_BYTES)?.trim();
  return text ? real(text, dir) : undefined;
}

function real(path: string, from: string): string | undefined {
  const absolute = isAbsolute(path) ? path : `${from}/${path}`;
  return statFile(absolute) ? Deno.realPathSync(absolute) : undefined;
}
