/** Where a checkout is: its branch and commit, from git's own files. */

import { isSystemError, UserError } from "../../base/errors.ts";
import { isAbsolute } from "../../base/path_text.ts";
import { readText, statFile } from "../read_file.ts";

const MAX_BYTES = 65_536;
export const COMMIT_HASH = /^[0-9a-f]{40}$/;

export interface GitPlace {
  readonly branch?: string;
  /** The commit the work began from, or made last. */
  readonly commit?: string;
}

/** Nothing outside git; no branch on a detached head. */
export function readPlace(root: string): GitPlace {
  try {
    const dir = gitDir(root);
    const branch = branchOf(dir);
    const commit = headHash(dir);
    return { ...(branch && { branch }), ...(commit && { commit }) };
  } catch (error) {
    if (error instanceof UserError || isSystemError(error)) return {};
    throw error;
  }
}

/** The newest commit of a branch: here, or as last seen on a remote. */
export function tipOf(root: string, name: string): string | undefined {
  const common = commonDir(gitDir(root));
  return refHash(common, `refs/heads/${name}`) ??
    refHash(common, `refs/remotes/origin/${name}`);
}

function branchOf(dir: string): string | undefined {
  const head = readText(`${dir}/HEAD`, MAX_BYTES) ?? "";
  // With a table of references git writes ".invalid", which no branch is.
  return /^ref: refs\/heads\/(?!\.)(.+)$/m.exec(head)?.[1]?.trim();
}

/** Where a checkout keeps git's files; a worktree has a link to it. */
export function gitDir(root: string): string {
  const dir = `${root}/.git`;
  if (!statFile(dir)?.isFile) return dir;
  const link = /^gitdir: (.+)$/m.exec(readText(dir, MAX_BYTES) ?? "")?.[1];
  const target = link?.trim() ?? dir;
  return isAbsolute(target) ? target : `${root}/${target}`;
}

/** Where the files are that all worktrees share. */
export function commonDir(dir: string): string {
  const link = readText(`${dir}/commondir`, MAX_BYTES)?.trim();
  if (link === undefined) return dir;
  return isAbsolute(link) ? link : `${dir}/${link}`;
}

export function headHash(dir: string): string | undefined {
  const head = readText(`${dir}/HEAD`, MAX_BYTES)?.trim() ?? "";
  const name = /^ref: (.+)$/.exec(head)?.[1];
  if (name) return refHash(commonDir(dir), name);
  return COMMIT_HASH.test(head) ? head : undefined;
}

/** Undefined for a reference that is not there, or names another one. */
export function refHash(common: string, name: string): string | undefined {
  if (name.split("/").includes("..")) return undefined;
  const loose = readText(`${common}/${name}`, MAX_BYTES)?.trim();
  if (loose !== undefined && COMMIT_HASH.test(loose)) return loose;
  const packed = readText(`${common}/packed-refs`) ?? "";
  const at = packed.indexOf(` ${name}\n`);
  const hash = at < 40 ? "" : packed.slice(at - 40, at);
  return COMMIT_HASH.test(hash) ? hash : undefined;
}
