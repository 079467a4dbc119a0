/** Counts knowledge without checking every field. */

import { objectsIn } from "../base/json_values.ts";
import { type JsonObject, objectOf } from "../base/json.ts";
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
  const issues = objectsIn(facts["issues"]);
  const counts = {
    decisions: objectsIn(facts["decisions"]).length,
    patterns: objectsIn(facts["patterns"]).length,
    issues: issues.length,
    openIssues: issues.filter(({ status }) => status !== "resolved").length,
    rules: objectsIn(permanent["rules"]).length,
    solutions: objectsIn(permanent["solutions"]).length,
    coreLogic: objectsIn(permanent["core_logic"]).length,
    concepts: objectsIn(read(layout.concepts)["concepts"]).length,
  };
  return { counts, unreadable };
}
