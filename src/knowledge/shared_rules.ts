/** Rules that held in several projects and may hold in all of them. */

import type { Store } from "../store/store.ts";
import { readFacts } from "./knowledge_files.ts";
import { isSameRule } from "./permanent.ts";
import { readUserRules } from "./user_rules.ts";

const LEAST_PROJECTS = 3;

export interface SharedRule {
  readonly content: string;
  readonly projects: readonly string[];
}

/** Those that are not rules for every project already, most projects first. */
export function findSharedRules(stores: readonly Store[]): SharedRule[] {
  const found: { content: string; projects: Set<string> }[] = [];
  for (const { layout, project } of stores) {
    for (const { content } of readFacts(layout).permanent.rules) {
      const known = found.find((one) => isSameRule(one.content, content));
      if (known) known.projects.add(project.home);
      else found.push({ content, projects: new Set([project.home]) });
    }
  }
  const [first] = stores;
  const everywhere = first ? readUserRules(first.project) : [];
  return found.filter(({ content, projects }) =>
    projects.size >= LEAST_PROJECTS &&
    !everywhere.some((rule) => isSameRule(rule, content))
  ).map(({ content, projects }) => ({ content, projects: [...projects] }))
    .sort((a, b) => b.projects.length - a.projects.length);
}
