/**
 * The tiers of tests: which files belong to which. A file's folder and what it
 * imports say it, apart from the parts that every change must pass.
 */

import { ImportGraph, listSources } from "./read_imports.ts";

export const TIERS = [
  "test",
  "deep",
  "deep:ci",
  "executable",
  "executable:ci",
] as const;
export type Tier = typeof TIERS[number];

/** About five minutes of the deep tests: one of each kind. */
const DEEP_IN_CI = [
  "clear_all_test.ts",
  "completions_test.ts",
  "faults_process_test.ts",
  "faults_steps_test.ts",
  "fuzz_hooks_test.ts",
  "fuzz_store_test.ts",
  "fuzz_text_test.ts",
  "kill_commands_test.ts",
  "kill_facts_test.ts",
  "kill_install_test.ts",
  "kill_intake_test.ts",
  "long_line_test.ts",
  "many_at_once_test.ts",
  "memory_concurrency_test.ts",
  "recall_floor_test.ts",
  "report_page_test.ts",
  "soak_test.ts",
].map((name) => `tests/deep/${name}`);

/**
 * What the finished file may do otherwise than the source: its permissions, its
 * streams, files next to it, how it is installed, many of it at once.
 */
const EXECUTABLE_IN_CI = [
  "capture_test.ts",
  "colors_test.ts",
  "commands_test.ts",
  "config_commands_test.ts",
  "context_test.ts",
  "doctor_command_test.ts",
  "every_capability_test.ts",
  "executable_test.ts",
  "hook_door_test.ts",
  "install_command_test.ts",
  "install_script_test.ts",
  "knowledge_hooks_test.ts",
  "mcp_test.ts",
  "memory_commands_test.ts",
  "migrate_legacy_test.ts",
  "nothing_hangs_test.ts",
  "platform_smoke_test.ts",
  "report_command_test.ts",
  "rolling_memory_test.ts",
  "search_command_test.ts",
  "status_command_test.ts",
  "terminal_test.ts",
].map((name) => `tests/${name}`);

/** What starts the program imports this. */
const SEALED_WORLD = "tests/support/world/sealed_world.ts";
/** What tries more where there is more time imports this. */
const THOROUGH = "tests/support/world/thorough.ts";

/** The files of a tier, those that take longest first. */
export function filesOf(tier: Tier): string[] {
  const isTest = (path: string) => path.endsWith("_test.ts");
  const below = (dir: string) => listSources(dir).filter(isTest);
  const deep = below("tests/deep");
  const shallow = below("tests").filter((path) =>
    !/^tests\/(?:deep|client)\//.test(path)
  );
  const units = [...below("scripts"), ...below("src")];
  switch (tier) {
    case "test":
      return [...shallow, ...units];
    case "deep":
      return [...deep, ...reaching(THOROUGH, [...shallow, ...units])];
    case "deep:ci":
      return deep.filter((path) => DEEP_IN_CI.includes(path));
    case "executable":
      return reaching(SEALED_WORLD, shallow);
    case "executable:ci":
      return shallow.filter((path) => EXECUTABLE_IN_CI.includes(path));
    default:
      return tier satisfies never;
  }
}

/** Those of the files that load this one, themselves or through others. */
function reaching(target: string, files: readonly string[]): string[] {
  const graph = new ImportGraph([...listSources("tests"), ...files]);
  return files.filter((path) => graph.reaches(path, target));
}
