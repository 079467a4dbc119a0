/**
 * The references in docs/ that are made from the program's own tables:
 * docs/commands.md and docs/configuration.md. tests/docs_test.ts fails when
 * they are out of date.
 *
 *     deno task docs [--check]
 */

import { type CommandSpec, GLOBAL_FLAGS } from "../src/cli/command.ts";
import { groupCommands } from "../src/cli/commands.ts";
import { explainPositional, usageOf } from "../src/cli/help.ts";
import {
  CONFIG_KEYS,
  CONFIG_NAMES,
  type ConfigKey,
  type ConfigName,
} from "../src/store/config_keys.ts";
import { CONFIG_NOTES } from "./config_notes.ts";

/** The formatter would wrap what a test compares byte by byte. */
const HEAD = `<!-- deno-fmt-ignore-file -->
<!-- Made by "deno task docs" from the program's own tables. Edit those. -->
`;

/** File name in docs/ → its text. */
export function makeDocs(): Map<string, string> {
  return new Map([
    ["commands.md", commandsPage()],
    ["configuration.md", configurationPage()],
  ]);
}

function commandsPage(): string {
  return [
    HEAD,
    "# Commands",
    "",
    "Every command of `memory-keeper`. `memory-keeper <command> --help` says the",
    "same. These options work with every command:",
    "",
    ...GLOBAL_FLAGS.map(flagLine),
    "",
    "Exit codes: 0 done, 1 nothing found or refused, 2 misuse, 3 store problem.",
    "",
    ...[...groupCommands()].flatMap(([title, commands]) => [
      `| ${title} | |`,
      "| --- | --- |",
      ...commands.map(({ name, about }) =>
        `| [\`${name}\`](#${name.replaceAll(" ", "-")}) | ${cell(about)} |`
      ),
      "",
    ]),
    ...[...groupCommands().values()].flat().flatMap(commandSection),
    "",
  ].join("\n");
}

function commandSection(command: CommandSpec): string[] {
  const { name, about, details, aliases = [], examples = [] } = command;
  const { positionals = [], flags = [] } = command;
  const usage = ["memory-keeper", name, ...positionals.map(usageOf)].join(" ");
  const list = [
    ...positionals.map((one) =>
      `- \`<${one.name}>\`: ${escape(explainPositional(one))}`
    ),
    ...flags.map(flagLine),
  ];
  const block = (lines: readonly string[]) =>
    lines.length === 0 ? [] : ["", ...lines];
  return [
    "",
    `## ${name}`,
    "",
    `\`${usage}\``,
    "",
    escape([`${about}.`, ...(details ? [details] : [])].join(" ")),
    ...block(list),
    ...block(examples.length === 0 ? [] : ["```sh", ...examples, "```"]),
    ...block(
      aliases.length === 0
        ? []
        : [`Also known as: ${aliases.map((one) => `\`${one}\``).join(", ")}.`],
    ),
  ];
}

const flagLine = ({ name, value, about }: typeof GLOBAL_FLAGS[number]) =>
  `- \`--${name}${value ? ` <${value}>` : ""}\`: ${escape(about)}`;

function configurationPage(): string {
  return [
    HEAD,
    "# Configuration",
    "",
    "Defaults come first, then `~/.claude/memory-keeper/config.json` for all",
    "projects, then the project's `.claude/memory/config.json`. Both files are",
    "JSON, and comments are allowed. A wrong key or value is named by",
    "`memory-keeper config list` and `memory-keeper doctor`, and the default is",
    "used instead. A dotted name is a key inside an object in the file.",
    "",
    "```sh",
    "memory-keeper config list                          # every setting and where it comes from",
    "memory-keeper config get saveInterval",
    "memory-keeper config set saveInterval 40           # this project",
    "memory-keeper config set --global receipt false    # all projects",
    "memory-keeper config set saveInterval default      # back to the default",
    "```",
    "",
    "| key | default | values | what it is |",
    "| --- | --- | --- | --- |",
    ...CONFIG_NAMES.map(configRow),
    "",
    ...CONFIG_NAMES.flatMap((name) => {
      const note = CONFIG_NOTES[name];
      return note === undefined ? [] : [`## ${name}`, "", note, ""];
    }),
    "## Environment",
    "",
    "- `MEMORY_KEEPER_DISABLED=1` switches all hooks off.",
    "- `MEMORY_KEEPER_PROJECT_DIR` names the project for commands; `--project-dir`",
    "  comes first.",
    "- `CLAUDE_CONFIG_DIR` is used in place of `~/.claude` everywhere.",
    "- `MEMORY_KEEPER_AUTHOR` is your name in team files, in place of git's.",
    "- `XDG_DATA_HOME` is where `install` puts its folder on Linux and macOS, in",
    "  place of `~/.local/share`.",
    "- `NO_COLOR` switches colours off.",
    "",
  ].join("\n");
}

function configRow(name: ConfigName): string {
  const { fallback, expects, about } = CONFIG_KEYS[name] as ConfigKey<unknown>;
  return `| \`${name}\` | \`${JSON.stringify(fallback)}\` | ${
    cell(expects)
  } | ${cell(about)} |`;
}

const cell = (text: string) => escape(text).replaceAll("|", "\\|");

/** Text of the tables is plain: nothing in it is markup. */
const escape = (text: string) => text.replace(/[<*_]/g, "\\$&");

if (import.meta.main) {
  const isCheck = Deno.args.includes("--check");
  let stale = 0;
  for (const [name, text] of makeDocs()) {
    const file = new URL(`../docs/${name}`, import.meta.url);
    if (!isCheck) Deno.writeTextFileSync(file, text);
    else if (Deno.readTextFileSync(file) !== text) stale++;
  }
  if (stale > 0) console.error('docs/ is out of date: run "deno task docs"');
  Deno.exit(stale > 0 ? 1 : 0);
}
