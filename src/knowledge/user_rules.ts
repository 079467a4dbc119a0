/**
 * Rules for every project: a line each in rules.md of the user's folder, which
 * people may edit. Prompts get them like the rules of the project.
 */

import { readText } from "../store/read_file.ts";
import type { Project } from "../store/project.ts";

const MOST_BYTES = 200_000;
const MOST_RULES = 60;
const BULLET = /^\s*(?:[-*+•]|\d{1,3}[.)])?\s+|^[-*+•]/;

/** Undefined where there is no home folder. */
export const userRulesPath = ({ userFolder }: Project) =>
  userFolder && `${userFolder}/rules.md`;

/** In their order; none where the file cannot be read. */
export function readUserRules(project: Project): readonly string[] {
  const path = userRulesPath(project);
  try {
    return path ? rulesIn(readText(path, MOST_BYTES) ?? "") : [];
  } catch {
    return []; // Not a file, or no permission: a prompt goes on without them.
  }
}

/** What is said on each line; headings and comments say nothing. */
export function rulesIn(text: string): readonly string[] {
  return text.replace(/<!--.*?(?:-->|$)/gs, "").split("\n")
    .filter((line) => !/^\s*(?:#|$)/.test(line))
    .map((line) => ` ${line}`.replace(BULLET, "").trim())
    .filter((line) => line !== "")
    .slice(0, MOST_RULES);
}
