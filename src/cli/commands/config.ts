/** `config …`: settings. */

import { keepBuiltinNotice, keepClaudeMd } from "../../context/keep_blocks.ts";
import { dim } from "@std/fmt/colors";
import { UserError } from "../../base/errors.ts";
import { homeFolder } from "../../claude/folders.ts";
import { configProblems } from "../../doctor/config_problems.ts";
import { joinText, withTilde } from "../../output/words.ts";
import { attention } from "../../output/output.ts";
import { SCREEN_COLUMNS, wrapText } from "../../output/table.ts";
import { parseUserPatterns } from "../../redact/redactor.ts";
import { changeConfig } from "../../store/change_config.ts";
import {
  CONFIG_KEYS,
  CONFIG_NAMES,
  type ConfigKey,
  type ConfigName,
  isConfigName,
} from "../../store/config_keys.ts";
import { type Store, withStoreLock } from "../../store/store.ts";
import type { World } from "../../base/world.ts";
import type { CommandCall } from "../command.ts";
import { didYouMean } from "../../base/did_you_mean.ts";

const KEY_COLUMNS = 2 + Math.max(...CONFIG_NAMES.map(({ length }) => length));
/** Every default is shorter than that. */
const VALUE_COLUMNS = 12;

export async function list({ openStore, output, world }: CommandCall) {
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
    const lines = rows.map(({ key, value, from, about }) => [
      renderRow(key, JSON.stringify(value), about),
      from && `  set in ${from}`,
    ]);
    const warnings = problems.map((problem) => attention(`! ${problem}`));
    return withTilde(joinText([...lines, ...warnings]), homeFolder(world));
  });
}

/** The description is next to the value, or below a long one. */
function renderRow(key: string, value: string, about: string): string {
  const margin = " ".repeat(KEY_COLUMNS + VALUE_COLUMNS);
  const words = wrapText(about, SCREEN_COLUMNS - margin.length).split("\n").map(
    dim,
  );
  const start = `${key.padEnd(KEY_COLUMNS)}${value.padEnd(VALUE_COLUMNS)}`;
  return start.length > margin.length
    ? [start, ...words.map((line) => margin + line)].join("\n")
    : `${start}${words.join(`\n${margin}`)}`;
}

export async function get({ args, openStore, output }: CommandCall) {
  const name = assertConfigName(args.positionals[0]);
  const value = (await openStore()).config[name];
  output.result(
    { key: name, value },
    () => typeof value === "string" ? value : JSON.stringify(value),
  );
}

export async function set({ args, openStore, output, world }: CommandCall) {
  const [word, text = ""] = args.positionals;
  const name = assertConfigName(word);
  const value = text === "default" ? undefined : parseValue(text);
  const key = CONFIG_KEYS[name] as ConfigKey<unknown>;
  if (value !== undefined && !key.accepts(value)) {
    throw new UserError("misuse", `"${name}" must be ${key.expects}`, [
      `Its default is ${JSON.stringify(key.fallback)}`,
    ]);
  }
  const [problem] = name === "redact.patterns"
    ? parseUserPatterns(value ?? []).problems
    : [];
  if (problem !== undefined) {
    throw new UserError("misuse", `"${name}": ${problem}`, [
      "Fix the pattern; nothing was changed",
    ]);
  }
  const scope = args.switches.has("global") ? "global" : "project";
  const path = await changeConfig((await openStore()).project, world, {
    name,
    value,
    scope,
  });
  // Another file may override the value.
  const store = await openStore();
  if (name === "share" && value) await keepOlderPrivate(store, world);
  if (name === "claudeMd") keepClaudeMd(store);
  if (name === "builtinNotice") keepBuiltinNotice(store, world);
  const now = JSON.stringify(store.config[name]);
  const isOverridden = now !== JSON.stringify(value ?? key.fallback);
  output.result(
    { key: name, value: value ?? key.fallback, file: path },
    () =>
      `${name} is now ${JSON.stringify(value ?? key.fallback)} (${path})` +
      (isOverridden ? `\nWith the other files it is ${now}` : "") +
      (name === "storage" ? "\nExisting memory stays where it is" : "") +
      (name === "backup" ? "\nExisting copies stay where they are" : ""),
  );
}

/** As `share on`: only what is new from now on is shared. */
async function keepOlderPrivate(store: Store, world: World): Promise<void> {
  const { beginSharing } = await import("../../team/share.ts");
  const claim = { who: "config set", waitMs: 5000 };
  await withStoreLock(store, claim, () => beginSharing(store, world));
}

/** Numbers, lists and true/false as JSON; every other word as itself. */
function parseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function assertConfigName(word: string | undefined): ConfigName {
  if (word !== undefined && isConfigName(word)) return word;
  throw new UserError("misuse", `Unknown setting "${word}"`, [
    didYouMean(word ?? "", CONFIG_NAMES) ??
      'Run "memory-keeper config list" for all settings',
  ]);
}
