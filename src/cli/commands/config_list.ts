import { dim } from "@std/fmt/colors";
import { homeFolder } from "../../claude/folders.ts";
import { configProblems } from "../../doctor/config_problems.ts";
import { withTilde } from "../../output/home_path.ts";
import { attention } from "../../output/output.ts";
import { wrapText } from "../../output/wrap_text.ts";
import { CONFIG_KEYS, CONFIG_NAMES } from "../../store/config_keys.ts";
import type { CommandCall, ExitCode } from "../command.ts";

const WIDTH = 80;
const KEY_COLUMNS = 2 + Math.max(...CONFIG_NAMES.map(({ length }) => length));
/** Every default is shorter than that. */
const VALUE_COLUMNS = 12;

export async function run(
  { openStore, output, world }: CommandCall,
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
    const lines = rows.flatMap(({ key, value, from, about }) => [
      renderRow(key, JSON.stringify(value), about),
      ...(from === null ? [] : [`  set in ${from}`]),
    ]);
    const warnings = problems.map((problem) => attention(`! ${problem}`));
    return withTilde([...lines, ...warnings].join("\n"), homeFolder(world));
  });
  return 0;
}

/** What it is for stands beside the value, or below one that is long. */
function renderRow(key: string, value: string, about: string): string {
  const margin = " ".repeat(KEY_COLUMNS + VALUE_COLUMNS);
  const words = wrapText(about, WIDTH - margin.length).split("\n").map(dim);
  const start = `${key.padEnd(KEY_COLUMNS)}${value.padEnd(VALUE_COLUMNS)}`;
  return start.length > margin.length
    ? [start, ...words.map((line) => margin + line)].join("\n")
    : `${start}${words.join(`\n${margin}`)}`;
}
