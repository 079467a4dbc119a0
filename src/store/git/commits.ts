/** The commits of a branch, newest first. What cannot be read ends the walk. */

import { isSystemError, UserError } from "../../base/errors.ts";
import { GitObjects } from "./objects.ts";

export interface Commit {
  readonly hash: string;
  readonly at: Date;
  readonly subject: string;
  readonly parents: readonly string[];
}

/** From the tip of a branch, or of HEAD, back along first parents. */
export function* commitsFrom(root: string, branch?: string): Generator<Commit> {
  try {
    using objects = new GitObjects(root);
    let hash = (branch && objects.ref(`refs/heads/${branch}`)) ||
      objects.head();
    while (hash !== undefined) {
      const text: string | undefined = objects.commit(hash);
      const commit: Commit | undefined = text === undefined
        ? undefined
        : parseCommit(hash, text);
      if (commit === undefined) return;
      yield commit;
      hash = commit.parents[0];
    }
  } catch (error) {
    if (!isUnreadable(error)) throw error;
  }
}

/** Git's files are not ours: a torn or strange one tells nothing. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof RangeError || error instanceof UserError ||
    isSystemError(error);
}

export function parseCommit(hash: string, text: string): Commit | undefined {
  const end = text.indexOf("\n\n");
  const head = end < 0 ? text : text.slice(0, end);
  const seconds = /^committer .*> (\d+) [+-]\d{4}$/m.exec(head)?.[1];
  if (seconds === undefined) return undefined;
  const message = end < 0 ? "" : text.slice(end + 2).trim();
  return {
    hash,
    at: new Date(Number(seconds) * 1000),
    subject: message.split("\n")[0] ?? "",
    parents: [...head.matchAll(/^parent ([0-9a-f]{40})$/gm)]
      .map((one) => one[1] ?? ""),
  };
}
