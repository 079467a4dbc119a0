/** Help texts, made from the command table. */

import {
  type CommandSpec,
  type Flag,
  GLOBAL_FLAGS,
  type Positional,
} from "./command.ts";
import { COMMANDS, groupCommands, GROUPS } from "./commands.ts";
import {
  fitLines,
  renderTable,
  SCREEN_COLUMNS,
  wrapText,
} from "../output/table.ts";
import { joinText } from "../output/words.ts";

/** So that every group's second column begins at the same place. */
const FIRST_WIDTH = 12;

/** For one command in full; for several a list. */
export function renderHelp(commands: readonly CommandSpec[]): string {
  const [first] = commands;
  if (commands === COMMANDS || first === undefined) return renderProgramHelp();
  return commands.length === 1
    ? renderCommandHelp(first)
    : renderGroupHelp(commands);
}

function renderGroupHelp(commands: readonly CommandSpec[]): string {
  const [group = ""] = commands[0]?.name.split(" ") ?? [];
  return [
    `${GROUPS[group] ?? "Several commands"}.`,
    "",
    `Usage: memory-keeper ${group} <command> [options]`,
    "",
    "Commands:",
    ...columns(commands.map(({ name, about }) => [name, about])),
    "",
    "Options for every command:",
    ...columns(GLOBAL_FLAGS.map(describeFlag)),
    "",
    `Run "memory-keeper ${group} <command> --help" for more about one.`,
    "",
  ].join("\n");
}

export function renderProgramHelp(): string {
  return [
    "Memory Keeper remembers for Claude Code: it keeps a readable memory of",
    "every session in the project and gives the right part back.",
    "",
    "Usage: memory-keeper <command> [options]",
    "",
    ...[...groupCommands()].flatMap(([title, commands]) => [
      `${title}:`,
      ...(title === "Plumbing" ? nameList(commands) : programRows(commands)),
      "",
    ]),
    "Options for every command:",
    ...columns(GLOBAL_FLAGS.map(describeFlag)),
    "",
    "Exit codes: 0 done, 1 nothing found or refused, 2 misuse, 3 store problem.",
    'Run "memory-keeper <command> --help" for more about one command.',
    "",
  ].join("\n");
}

/** One row a command; those that share a first word share a row. */
function programRows(commands: readonly CommandSpec[]): string[] {
  const rows = new Map<string, string>();
  for (const { name, about } of commands) {
    const [first = name, second] = name.split(" ");
    const before = rows.get(first) ?? GROUPS[first] ?? "";
    const joint = rows.has(first) ? "," : ":";
    rows.set(first, second ? `${before}${joint} ${second}` : about);
  }
  return columns([...rows], FIRST_WIDTH);
}

/** For what only scripts and the plugin run. */
const nameList = (commands: readonly CommandSpec[]) => [
  fitLines(`  ${commands.map(({ name }) => name).join(", ")}`, SCREEN_COLUMNS),
];

export function renderCommandHelp(command: CommandSpec): string {
  const {
    name,
    about,
    details,
    positionals = [],
    flags = [],
    examples = [],
    aliases = [],
  } = command;
  const block = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ["", `${title}:`, ...lines];
  const words = ["memory-keeper", name, ...positionals.map(usageOf)];
  return joinText([
    `${about}.`,
    details && ["", wrapText(details, SCREEN_COLUMNS)],
    "",
    `Usage: ${words.join(" ")} [options]`,
    ...block(
      "Arguments",
      columns(positionals.map((p) => [`<${p.name}>`, explainPositional(p)])),
    ),
    ...block("Options", columns([...flags, ...GLOBAL_FLAGS].map(describeFlag))),
    ...block("Examples", examples.map((example) => `  ${example}`)),
    aliases.length > 0 && ["", `Also known as: ${aliases.join(", ")}`],
    "",
  ]);
}

export function usageOf({ name, optional, many }: Positional): string {
  const word = `<${name}>${many ? "..." : ""}`;
  return optional ? `[${word}]` : word;
}

export function explainPositional({ about, choices }: Positional): string {
  return choices ? `${about}: ${choices.join(", ")}` : about;
}

function describeFlag(flag: Flag): [string, string] {
  const { name, value, isOptional, about } = flag;
  const shown = isOptional ? ` [${value}]` : ` <${value}>`;
  return [`--${name}${value ? shown : ""}`, about];
}

/** Two columns, the second wrapped under itself. */
function columns(rows: readonly (readonly [string, string])[], least = 0) {
  if (rows.length === 0) return [];
  const padded = rows.map((
    [left, right],
  ) => [`  ${left.padEnd(least)}`, right]);
  return renderTable(padded, SCREEN_COLUMNS).split("\n");
}
