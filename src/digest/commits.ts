/** What a session committed, told from its own `git` and `gh` commands. */

import { isCommand } from "./tool_actions.ts";
import type { L1Entry } from "../session/log_entry.ts";

export interface Commits {
  /** The first lines of the messages, and the pull requests opened. */
  readonly subjects: readonly string[];
  readonly hasCommit: boolean;
  /** Nothing was committed after the last push. */
  readonly pushed: boolean;
  /** After this entry nothing was left to commit; -1 if that never was. */
  readonly cleanAt: number;
  readonly usesGit: boolean;
}

const git = (verbs: string) =>
  new RegExp(`(?:^|[;&|(\\n])\\s*git (?:-[cC] \\S+ )*(?:${verbs})\\b`);
const ANY = git("[a-z-]+");
const COMMIT = git("commit");
const CONTINUE = git("(?:rebase|merge|cherry-pick|revert) --continue");
const PUSH = git("push");
const OPENS_REQUEST = /(?:^|[;&|(\n])\s*gh pr create\b/;
const OPENED = "Pull request opened";
const CLEAN = /working tree clean/;

/** `[main 6f035fd] The subject`, as git reports it. */
const REPORTED = /^\[[^\]\n]* [0-9a-f]{7,40}\] (.+)$/m;
/** `-m "The subject`, also where a here-document holds the message. */
const GIVEN =
  /\s(?:-[a-z]*m|--message|--title)[ =]*(?:["']?\$\(cat <<-?\s*["']?\w+["']?\s*\n|(["']))\s*([^\n]+)/;

/** What git or a hook says where there was no commit. */
const NO_COMMIT =
  /nothing (?:added )?to commit|no changes added to commit|aborting commit|pre-commit (?:hook|script) (?:exited|failed)|^(?:error|fatal): /im;

/**
 * A commit that went through. Behind a pipe or "|| true" the result is another
 * command's, and so it is where a push after the commit failed.
 */
export function isCommit(entry: L1Entry): boolean {
  if (!isCommand(entry) || !COMMIT.test(entry.cmd)) return false;
  if (/\s--dry-run\b/.test(entry.cmd)) return false;
  const { result, output = "" } = entry;
  return REPORTED.test(output) ||
    result === "ok" && !NO_COMMIT.test(output);
}

export function commitsOf(entries: readonly L1Entry[]): Commits {
  const subjects: string[] = [];
  let cleanAt = -1;
  let committedAt = -1;
  let pushedAt = -1;
  let usesGit = false;
  for (const [at, entry] of entries.entries()) {
    if (!isCommand(entry)) continue;
    const { cmd, output = "" } = entry;
    if (OPENS_REQUEST.test(cmd) && entry.result === "ok") {
      subjects.push(`${OPENED}: ${givenIn(cmd)}`);
    }
    if (!ANY.test(cmd)) continue;
    usesGit = true;
    if (CLEAN.test(output)) cleanAt = at;
    if (isCommit(entry)) {
      const isAmended = cmd.includes("--amend") &&
        !subjects.at(-1)?.startsWith(OPENED);
      if (isAmended) subjects.pop();
      const [, subject = givenIn(cmd)] = REPORTED.exec(output) ?? [];
      subjects.push(subject.trim());
      committedAt = at;
    }
    if (committedAt === at) cleanAt = at;
    if (entry.result !== "ok") continue;
    if (CONTINUE.test(cmd)) cleanAt = at;
    if (PUSH.test(cmd)) pushedAt = at;
  }
  return {
    subjects: subjects.filter((subject) => subject !== ""),
    hasCommit: committedAt >= 0,
    pushed: pushedAt >= 0 && pushedAt >= committedAt,
    cleanAt,
    usesGit,
  };
}

/** The message in a command, as far as its first line or its quotes go. */
function givenIn(cmd: string): string {
  const [, quote, given = ""] = GIVEN.exec(cmd) ?? [];
  const end = quote === undefined ? -1 : given.indexOf(quote);
  return end < 0 ? given : given.slice(0, end);
}
