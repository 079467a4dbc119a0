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

/** About five minutes of the deep tests, one of each kind. */
const DEEP_IN_CI = (
  "clear_all completions faults_process faults_steps fuzz_hooks " +
  "fuzz_store fuzz_text kill_commands kill_facts kill_install kill_intake " +
  "long_line many_at_once memory_concurrency recall_floor report_page soak"
).split(" ").map((name) => `tests/deep/${name}_test.ts`);

/**
 * Many variations of what other files show once: too long for `test`, passed by
 * every change all the same.
 */
const VARIATIONS = (
  "demo forget_again forget_derived forget_return hostile_store hostile_team " +
  "kept_out migrate_shared nothing_hangs occupied_paths store_invariants " +
  "team_setups tokenizer " +
  "support/generator/transcript_generator"
).split(" ").map((name) => `tests/${name}_test.ts`);

/**
 * What the finished file may do otherwise than the source: its permissions, its
 * streams, files next to it, how it is installed, many of it at once.
 */
const EXECUTABLE_IN_CI = (
  "capture colors commands config_commands context doctor_command " +
  "every_capability executable hook_door install_command install_script " +
  "knowledge_hooks mcp memory_commands migrate_legacy nothing_hangs " +
  "platform_smoke report_command rolling_memory search_command " +
  "status_command terminal"
).split(" ").map((name) => `tests/${name}_test.ts`);

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
  const variations = shallow.filter((path) => VARIATIONS.includes(path));
  switch (tier) {
    case "test":
      return [...shallow.filter((one) => !variations.includes(one)), ...units];
    case "deep":
      return [
        ...deep,
        ...new Set([
          ...variations,
          ...reaching(THOROUGH, [...shallow, ...units]),
        ]),
      ];
    case "deep:ci":
      return [
        ...deep.filter((path) => DEEP_IN_CI.includes(path)),
        ...variations,
      ];
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
