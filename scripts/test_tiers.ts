/**
 * The tiers of tests: which files belong to which. A file's folder says it,
 * apart from the part of the deep tests that every change must pass.
 */

import { ImportGraph, listSources } from "./read_imports.ts";

export const TIERS = ["test", "deep", "deep:ci", "executable"] as const;
export type Tier = typeof TIERS[number];

/** About five minutes of the deep tests: one of each kind. */
const DEEP_IN_CI = [
  "clear_all_test.ts",
  "faults_process_test.ts",
  "faults_steps_test.ts",
  "fuzz_hooks_test.ts",
  "fuzz_store_test.ts",
  "fuzz_text_test.ts",
  "kill_install_test.ts",
  "kill_intake_test.ts",
  "long_line_test.ts",
  "many_at_once_test.ts",
  "memory_concurrency_test.ts",
  "report_page_test.ts",
  "soak_test.ts",
].map((name) => `tests/deep/${name}`);

/** What starts the program imports this. */
const SEALED_WORLD = "tests/support/world/sealed_world.ts";

/** The files of a tier, those that take longest first. */
export function filesOf(tier: Tier): string[] {
  const isTest = (path: string) => path.endsWith("_test.ts");
  const below = (dir: string) => listSources(dir).filter(isTest);
  const deep = below("tests/deep");
  const shallow = below("tests").filter((path) =>
    !/^tests\/(?:deep|client)\//.test(path)
  );
  switch (tier) {
    case "test":
      return [...shallow, ...below("scripts"), ...below("src")];
    case "deep":
      return deep;
    case "deep:ci":
      return deep.filter((path) => DEEP_IN_CI.includes(path));
    case "executable": {
      const graph = new ImportGraph(listSources("tests"));
      return shallow.filter((path) => graph.reaches(path, SEALED_WORLD));
    }
    default:
      return tier satisfies never;
  }
}
