/** Every command. Parsing, help, completions and tests read this table. */

import type { CommandSpec } from "./command.ts";

export const COMMANDS: readonly CommandSpec[] = [
  {
    name: "status",
    about: "Show whether memory works here and what is kept",
    load: () => import("./commands/status.ts"),
  },
  {
    name: "doctor",
    about: "Check the executable, the store and the configuration",
    details:
      "Each check is marked with its outcome, the reason and a remedy. " +
      "The permission checks really try to reach the network, to start a " +
      "program and to read an API key: the system must refuse all three.",
    load: () => import("./commands/doctor.ts"),
  },
  {
    name: "config list",
    about: "Show every setting, its value and where it comes from",
    load: () => import("./commands/config_list.ts"),
  },
  {
    name: "config get",
    about: "Print one setting",
    positionals: [{ name: "key", about: "the setting's name" }],
    examples: ["memory-keeper config get saveInterval"],
    load: () => import("./commands/config_get.ts"),
  },
  {
    name: "config set",
    about: "Change one setting; comments in the file stay",
    positionals: [
      { name: "key", about: "the setting's name" },
      { name: "value", about: 'the new value, or "default" to remove it' },
    ],
    flags: [{ name: "global", about: "for all projects" }],
    examples: [
      "memory-keeper config set saveInterval 40",
      "memory-keeper config set --global receipt false",
    ],
    load: () => import("./commands/config_set.ts"),
  },
  {
    name: "completions",
    about: "Print a completion script for your shell",
    positionals: [{
      name: "shell",
      about: "the shell to complete in",
      choices: ["bash", "zsh", "fish", "powershell"],
    }],
    examples: ["memory-keeper completions bash >> ~/.bash_completion"],
    load: () => import("./commands/completions.ts"),
  },
  {
    name: "version",
    about: "Print the version",
    load: () => import("./commands/version.ts"),
  },
  {
    name: "help",
    about: "Show the help of the program or of a command",
    positionals: [{
      name: "command",
      about: "the command to explain",
      optional: true,
      many: true,
    }],
    load: () => import("./commands/help.ts"),
  },
];

/** Find a command by its words or by an older name. */
export function findCommand(name: string): CommandSpec | undefined {
  return COMMANDS.find((command) =>
    command.name === name || command.aliases?.includes(name)
  );
}

/** Every way to begin a command line: names, older names, first words. */
export function commandWords(): string[] {
  const words = COMMANDS.flatMap(({ name, aliases = [] }) => [
    name,
    ...aliases,
    name.split(" ")[0] as string,
  ]);
  return [...new Set(words)];
}
