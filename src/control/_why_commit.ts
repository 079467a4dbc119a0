/** The commit that followed some work, or that a person names. */

import type { Section } from "../memory/memory_text.ts";
import { type Commit, commitsOf } from "../store/git/commits.ts";
import type { Store } from "../store/store.ts";

export type KnownCommit = Pick<Commit, "hash" | "at" | "subject">;

const MOST_COMMITS = 5000;

/** The one the section names, else the first after the work. */
export function commitAfter(
  { project }: Store,
  section: Section | undefined,
  last: Date,
): KnownCommit | null {
  if (Number.isNaN(last.getTime())) return null;
  const named = /^Commits: (.*)$/m.exec(section?.body ?? "")?.[1] ?? "";
  // To the minute, as sections say it.
  const since = Math.floor(last.getTime() / 60_000) * 60_000;
  let after: Commit | undefined;
  let seen = 0;
  for (const commit of commitsOf(project.root, section?.branch)) {
    const isNamed = commit.subject !== "" && named.includes(commit.subject);
    if (isNamed) return pick(commit);
    if (commit.at.getTime() >= since) after = commit;
    else if (named === "" || after !== undefined && seen > 200) break;
    if (seen++ > MOST_COMMITS) break;
  }
  return after ? pick(after) : null;
}

const pick = ({ hash, at, subject }: Commit) => ({ hash, at, subject });

export function commitCalled(
  { project }: Store,
  hash: string,
): KnownCommit | undefined {
  let seen = 0;
  for (const commit of commitsOf(project.root)) {
    if (commit.hash.startsWith(hash)) return pick(commit);
    if (seen++ > MOST_COMMITS) return undefined;
  }
  return undefined;
}

/** Whether a section has the commit's subject, or its hash in any length. */
export function namesCommit(
  { body }: Section,
  hash: string,
  subject: string | undefined,
): boolean {
  const named = body.match(/\b[0-9a-f]{7,40}\b/g) ?? [];
  return named.some((one) => hash.startsWith(one) || one.startsWith(hash)) ||
    subject !== undefined && subject !== "" && body.includes(subject);
}
