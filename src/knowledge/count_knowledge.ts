/** Counts knowledge without checking every field. */

import { isObject, type JsonObject, objectOf } from "../base/json.ts";
import { loadJson } from "../store/json_file.ts";
import type { Layout } from "../store/layout.ts";

export type KnowledgeCounts = ReturnType<typeof countKnowledge>["counts"];

/** `unreadable` are files that exist but cannot be read. */
export function countKnowledge(layout: Layout) {
  const unreadable: string[] = [];
  const read = (path: string): JsonObject => {
    try {
      const loaded = loadJson(path, (raw) => raw);
      if (loaded.state === "ok") return loaded.value;
      if (loaded.state === "damaged") unreadable.push(path);
    } catch {
      unreadable.push(path);
    }
    return {};
  };
  const facts = read(layout.facts);
  const permanent = objectOf(facts["permanent"]);
  const issues = listOf(facts, "issues");
  const counts = {
    decisions: listOf(facts, "decisions").length,
    patterns: listOf(facts, "patterns").length,
    issues: issues.length,
    openIssues: issues.filter(({ status }) => status !== "resolved").length,
    rules: listOf(permanent, "rules").length,
    solutions: listOf(permanent, "solutions").length,
    coreLogic: listOf(permanent, "core_logic").length,
    concepts: listOf(read(layout.concepts), "concepts").length,
  };
  return { counts, unreadable };
}

function listOf(raw: JsonObject, key: string): JsonObject[] {
  const list = raw[key];
  return Array.isArray(list) ? list.filter(isObject) : [];
}
