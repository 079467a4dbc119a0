/** Every command. Parsing, help, completions and tests read this table. */

import type { CommandSpec, Flag } from "./command.ts";

const SESSION: Flag = {
  name: "session",
  value: "id",
  about: "which session (default: the newest)",
};

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
    name: "save",
    aliases: ["save-memory"],
    about: "Append a section to memory.md now",
    details: "Without text it is read from stdin.",
    positionals: [{
      name: "text",
      about: "what to keep",
      optional: true,
      many: true,
    }],
    examples: ['memory-keeper save "We round last, because tides were late"'],
    load: () => import("./commands/save.ts"),
  },
  {
    name: "clear",
    aliases: ["clear-memory"],
    about: "Remove old memory, or all of it",
    details: "With old: digests, logs and archives older than 30 days; never " +
      "memory.md, what you wrote or what waits for a summary. With all: " +
      "everything, with a backup beside the store. Says what it will remove " +
      "and asks first.",
    positionals: [{
      name: "scope",
      about: "what to remove",
      choices: ["old", "all"],
    }],
    flags: [
      { name: "dry-run", about: "only say what would be removed" },
      { name: "yes", about: "do not ask" },
    ],
    load: () => import("./commands/clear.ts"),
  },
  {
    name: "delta list",
    about: "Show the stretches of work that wait for a summary",
    load: () => import("./commands/delta_list.ts"),
  },
  {
    name: "delta show",
    about: "Print the text of a waiting delta",
    positionals: [{ name: "id", about: "its id, from delta list" }],
    load: () => import("./commands/delta_show.ts"),
  },
  {
    name: "delta cut",
    aliases: ["extract-delta extract"],
    about: "Cut what is new in a session into deltas",
    flags: [SESSION],
    load: () => import("./commands/delta_cut.ts"),
  },
  {
    name: "delta commit",
    aliases: ["extract-delta mark-updated"],
    about: "Record a delta's summary, given on stdin",
    positionals: [{ name: "id", about: "its id, from delta list" }],
    examples: ["memory-keeper delta commit 3f2a9c11-1 < summary.txt"],
    load: () => import("./commands/delta_commit.ts"),
  },
  {
    name: "delta discard",
    aliases: ["extract-delta cleanup"],
    about: "Leave a delta out of memory.md; its log stays",
    positionals: [{ name: "id", about: "its id, from delta list" }],
    load: () => import("./commands/delta_discard.ts"),
  },
  {
    name: "rotate",
    about: "Archive memory.md if it is full",
    flags: [{ name: "force", about: "even if it is not" }],
    load: () => import("./commands/rotate.ts"),
  },
  {
    name: "summarize",
    aliases: ["generate-l3"],
    about: "Save an archive's summary, given as JSON on stdin",
    positionals: [{
      name: "archive",
      about: "the archive's file name",
      optional: true,
    }],
    flags: [{ name: "list", about: "show the archives without a summary" }],
    load: () => import("./commands/summarize.ts"),
  },
  {
    name: "import",
    about: "Take in all of this project's sessions from Claude Code's folder",
    details:
      "Sessions are found by the folder they were started in. What is known " +
      "already is brought up to date; nothing is doubled. Claude Code deletes " +
      "its transcripts after 30 days: what is taken in stays.",
    flags: [{
      name: "from",
      value: "folder",
      about: "look for transcripts there, below it included",
    }],
    examples: ["memory-keeper import", "memory-keeper import --from ~/backup"],
    load: () => import("./commands/import.ts"),
  },
  {
    name: "refine",
    about: "Turn one transcript into its small, clean log (L1)",
    details:
      "Without --out the log goes into this project's store, as if a hook had " +
      "read it. With --out nothing else is written.",
    positionals: [{ name: "transcript", about: "a .jsonl file" }],
    flags: [{
      name: "out",
      value: "file",
      about: "write the log there instead; - for stdout",
    }],
    examples: ["memory-keeper refine session.jsonl --out -"],
    load: () => import("./commands/refine.ts"),
  },
  {
    name: "refine-all",
    about: "Bring every session the store knows up to date",
    details:
      "Also makes logs from raw copies (*.raw.jsonl) that an earlier version " +
      "of this tool kept.",
    load: () => import("./commands/refine_all.ts"),
  },
  {
    name: "dedupe-l1",
    about: "Join session logs (L1) that hold the same session twice",
    details:
      "The fuller file stays and gets what only the other one has; then the " +
      "other one goes. No entry is lost.",
    flags: [{ name: "dry-run", about: "only say what would be done" }],
    load: () => import("./commands/dedupe_l1.ts"),
  },
  {
    name: "compress",
    about: "Fold old digests into weeks and months, and pack old logs",
    details:
      "Digests older than 7 days go into weeks, weeks older than 30 days into " +
      "months, logs older than 30 days are gzipped and stay readable.",
    flags: [{ name: "dry-run", about: "only say what would be done" }],
    load: () => import("./commands/compress.ts"),
  },
  {
    name: "check",
    about: "Count one tool use of a session and save at the interval",
    flags: [SESSION],
    load: () => import("./commands/check.ts"),
  },
  {
    name: "final",
    about: "Do what the end of a session does",
    flags: [SESSION],
    load: () => import("./commands/final.ts"),
  },
  {
    name: "reset",
    about: "Set a session's count of tool uses to 0",
    flags: [SESSION],
    load: () => import("./commands/reset.ts"),
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
