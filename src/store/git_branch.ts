/** The branch a checkout is on, read from git's own files; no subprocess. */

import { isSystemError, UserError } from "../base/errors.ts";
import { isAbsolute } from "../base/path_text.ts";
import { readText, statFile } from "./read_file.ts";

const MAX_BYTES = 65_536;

/** Undefined outside git, on a detached head, and where git would fail too. */
export function readBranch(root: string): string | undefined {
  try {
    const head = readText(`${gitDir(root)}/HEAD`, MAX_BYTES) ?? "";
    return /^ref: refs\/heads\/(.+)$/m.exec(head)?.[1]?.trim();
  } catch (error) {
    if (error instanceof UserError || isSystemError(error)) return undefined;
    throw error;
  }
}

/** Where a checkout keeps git's files; a worktree has a link to it. */
export function gitDir(root: string): string {
  const dir = `${root}/.git`;
  if (!statFile(dir)?.isFile) return dir;
  const link = /^gitdir: (.+)$/m.exec(readText(dir, MAX_BYTES) ?? "")?.[1];
  const target = link?.trim() ?? dir;
  return isAbsolute(target) ? target : `${root}/${target}`;
}
