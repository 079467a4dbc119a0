import { dim } from "@std/fmt/colors";
import { configProblems } from "../../keeper/config_problems.ts";
import { attention } from "../../output/output.ts";
import { renderTable } from "../../output/table.ts";
import { CONFIG_KEYS, CONFIG_NAMES } from "../../store/config_keys.ts";
import type { CommandCall, ExitCode } from "../command.ts";

export async function run(
  { openStore, output }: CommandCall,
): Promise<ExitCode> {
  const { project } = await openStore();
  const { values, origins } = project.config;
  const problems = configProblems(project);
  const rows = CONFIG_NAMES.map((name) => ({
    key: name,
    value: values[name],
    from: origins[name] ?? null,
    about: CONFIG_KEYS[name].about,
  }));
  output.result({ settings: rows, problems }, () => {
    const table = renderTable(rows.map(({ key, value, from, about }) => [
      key,
      JSON.stringify(value),
      from === null ? dim(about) : `${about} (set in ${from})`,
    ]));
    const warnings = problems.map((problem) => attention(`! ${problem}`));
    return [table, ...warnings].join("\n");
  });
  return 0;
}
