/** The branch a checkout is on, read from git's own files; no subprocess. */

import { isAbsolute } from "./path_text.ts";
import { readText, statFile } from "./read_file.ts";

const MAX_BYTES = 65_536;

/** Undefined outside git and on a detached head. */
export function readBranch(root: string): string | undefined {
  const head = readText(`${gitDir(root)}/HEAD`, MAX_BYTES) ?? "";
  return /^ref: refs\/heads\/(.+)$/m.exec(head)?.[1]?.trim();
}

function gitDir(root: string): string {
  const dir = `${root}/.git`;
  if (!statFile(dir)?.isFile) return dir;
  const link = /^gitdir: (.+)$/m.exec(readText(dir, MAX_BYTES) ?? "")?.[1];
  const target = link?.trim() ?? dir;
  return isAbsolute(target) ? target : `${root}/${target}`;
}
