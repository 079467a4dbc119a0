/** Whether the project's own ignore rules hide the store, and so a team's items. */

import { isSystemError, UserError } from "../base/errors.ts";
import { commonDir, gitDir } from "./git/branch.ts";
import { readText } from "./read_file.ts";

const MAX_BYTES = 1 << 20;
/** Git looks into no folder that is ignored, whatever is said below it. */
const FOLDERS = [".claude", ".claude/memory"];

interface IgnoreRule {
  readonly file: string;
  readonly line: string;
}

/** The rule that hides the store in a checkout; undefined if none does. */
export function findIgnoreRule(root: string): IgnoreRule | undefined {
  const rules = [
    ...rulesIn(`${commonDir(gitDir(root))}/info/exclude`, ".git/info/exclude"),
    ...rulesIn(`${root}/.gitignore`, ".gitignore"),
    ...rulesIn(`${root}/.claude/.gitignore`, ".claude/.gitignore", ".claude/"),
  ];
  for (const folder of FOLDERS) {
    // The last one that matches decides.
    const last = rules.findLast(({ form }) => form.test(folder));
    if (last && !last.line.startsWith("!")) {
      return { file: last.file, line: last.line };
    }
  }
  return undefined;
}

interface Rule extends IgnoreRule {
  readonly form: RegExp;
}

/** A form with many takes very long to match, and no folder needs one. */
const MOST_STARS = 8;

function rulesIn(path: string, file: string, below = ""): Rule[] {
  const lines = readSafely(path).split(/\r?\n/).map((line) => line.trim());
  return lines.filter((line) => line !== "" && !line.startsWith("#"))
    .filter((line) => line.split("*").length <= MOST_STARS)
    .map((line) => ({ file, line, form: formOf(line, below) }));
}

/** What cannot be read hides nothing that we know of. */
function readSafely(path: string): string {
  try {
    return readText(path, MAX_BYTES) ?? "";
  } catch (error) {
    if (error instanceof UserError || isSystemError(error)) return "";
    throw error;
  }
}

/** Stars as git reads them; other signs match themselves. */
function formOf(line: string, below: string): RegExp {
  const pattern = line.replace(/^!/, "").replace(/\/$/, "");
  const isAnchored = pattern.includes("/");
  const parts = pattern.replace(/^\//, "").split(/(\*\*\/|\*\*|\*|\?)/)
    .map((part) => STARS[part] ?? literal(part));
  const start = literal(below) + (isAnchored ? "" : "(?:.*/)?");
  return new RegExp(`^${start}${parts.join("")}$`);
}

const STARS: Readonly<Record<string, string>> = {
  "**/": "(?:.*/)?",
  "**": ".*",
  "*": "[^/]*",
  "?": "[^/]",
};

const literal = (text: string) => text.replace(/[^\w/]/g, "\\$&");
