/** Every command. Parsing, help, completions and tests read this table. */

import { LAYERS } from "../search/index/layers.ts";
import { CONFIG_NAMES, configChoices } from "../store/config_keys.ts";
import { WRITTEN_NAMES } from "../memory/written_files.ts";
import type { CommandSpec, Flag, Positional } from "./command.ts";
import { KNOWLEDGE_COMMANDS } from "./knowledge_commands.ts";
import { MIGRATE_COMMANDS } from "./migrate_commands.ts";
import { SCRIBE_COMMANDS } from "./scribe_commands.ts";
import { SINCE, UNTIL } from "./shared_flags.ts";

/** The words of src/hooks/table.ts, which no command may load. */
export const HOOK_WORDS = [
  "session-start",
  "user-prompt-submit",
  "post-tool-use",
  "stop",
  "stop-failure",
  "subagent-start",
  "subagent-stop",
  "pre-compact",
  "post-compact",
  "session-end",
];

const SESSION: Flag = {
  name: "session",
  value: "id",
  about: "which session (default: the newest)",
};

const WRITTEN: Positional = {
  name: "name",
  about: "which file",
  choices: WRITTEN_NAMES,
};

const SETTING: Positional = {
  name: "key",
  about: "the setting's name",
  completes: CONFIG_NAMES,
};

export const COMMANDS: readonly CommandSpec[] = [
  {
    name: "status",
    about: "Show whether memory works here and what is kept",
    load: async () => (await import("./commands/status.ts")).run,
  },
  {
    name: "doctor",
    about: "Check everything, say what is wrong and what to do",
    details:
      "Looks at the executable, the plugin in Claude Code, each hook in the " +
      "last sessions as Claude Code noted it, the store and its files. It " +
      "really tries to reach the network, to start a program and to read an " +
      "API key: the system must refuse all three. With --fix it does what is " +
      "safe: permissions, leftovers, the index, the search index, .gitignore, " +
      "lost summaries; never your settings. Exit code 1 when something is wrong.",
    flags: [{ name: "fix", about: "do the safe remedies, and say which" }],
    examples: ["memory-keeper doctor", "memory-keeper doctor --fix"],
    load: async () => (await import("./commands/doctor.ts")).run,
  },
  {
    name: "search",
    aliases: ["search-memory"],
    about: "Find what was said, decided or done",
    details:
      "Ask as you remember it: words, a question, an identifier, a path, an " +
      "error text, in any language. Searches memory.md, archives, summaries, " +
      "facts, concepts, your written files and digests; with --deep every " +
      "entry of every session as well, which also happens when the others do " +
      'not have it. Words in "quotes" must be next to each other, if they are ' +
      "so anywhere. Best first, with --deep one hit a session. Exit code 1 when " +
      "nothing is found.",
    positionals: [{
      name: "words",
      about: "what you remember; - reads it from stdin",
      many: true,
    }],
    flags: [
      { name: "deep", about: "search the session logs too" },
      { name: "limit", value: "number", about: "how many hits (default: 10)" },
      {
        name: "layer",
        value: "names",
        about: `only these, with commas: ${LAYERS.join(", ")}`,
        repeats: true,
        completes: LAYERS,
      },
      SINCE,
      UNTIL,
      { name: "session", value: "id", about: "only this session, every entry" },
      {
        name: "context",
        value: "number",
        about: "show so many entries before and after each hit",
      },
      {
        name: "regex",
        about: "the words are a regular expression; case does not matter",
      },
      { name: "explain", about: "say why each hit is ranked where it is" },
    ],
    examples: [
      "memory-keeper search how did we fix the redirect loop",
      "memory-keeper search --deep lastSeenAt --since 2w",
      "memory-keeper search --regex 'TS\\d{4}' --layer l1",
    ],
    load: async () => (await import("./commands/search.ts")).run,
  },
  {
    name: "show",
    about: "Open what a search found, with its neighbours",
    positionals: [{
      name: "id",
      about: "a hit's id, such as memory.md#3, or a session's id",
    }],
    flags: [{
      name: "context",
      value: "number",
      about: "how many entries before and after (default: 2)",
    }],
    examples: ["memory-keeper show memory.md#3"],
    load: async () => (await import("./commands/show.ts")).run,
  },
  {
    name: "timeline",
    about: "List the sessions, newest first",
    flags: [
      { name: "limit", value: "number", about: "how many (default: 20)" },
      SINCE,
      UNTIL,
      { name: "session", value: "id", about: "only this one" },
    ],
    load: async () => (await import("./commands/timeline.ts")).run,
  },
  {
    name: "report",
    about: "Write what is kept as one page for a browser",
    details:
      "The sessions day by day with what was kept of them, how memory grew, " +
      "rules, facts and concepts, with a search of its own. One file that " +
      "loads nothing and needs no network. Without --out it is written into " +
      "the store, where git does not see it; a file that is no report is not " +
      "replaced.",
    flags: [
      {
        name: "out",
        value: "file",
        about: "write it there instead; - for stdout",
      },
      { name: "force", about: "replace the file whatever it is" },
    ],
    examples: ["memory-keeper report", "memory-keeper report --out tides.html"],
    load: async () => (await import("./commands/report.ts")).run,
  },
  {
    name: "save",
    aliases: ["save-memory"],
    about: "Append a section to memory.md now",
    details: "Without text it is read from stdin.",
    positionals: [{
      name: "text",
      about: "what to keep; - reads it from stdin",
      optional: true,
      many: true,
    }],
    examples: ['memory-keeper save "We round last, because tides were late"'],
    load: async () => (await import("./commands/memory.ts")).save,
  },
  {
    name: "load",
    aliases: ["load-memory"],
    about: "Print what a session would see at its start",
    details:
      "Exactly that, within its budget of 9,500 characters; the last line " +
      "says what was left out. With --section one section is printed whole.",
    flags: [
      { name: "explain", about: "sizes, reasons and what was cut instead" },
      { name: "section", value: "name", about: "only this section, whole" },
    ],
    examples: [
      "memory-keeper load --explain",
      "memory-keeper load --section memory",
    ],
    load: async () => (await import("./commands/context.ts")).run,
  },
  {
    name: "set",
    aliases: ["memory-set"],
    about: "Write a file that every session is given",
    details:
      "Text from the command line, a file or stdin. What was there before " +
      "stays once, as <name>.md.bak. rules.md takes the place of the rules " +
      "that go with each prompt, with its first 2,000 characters.",
    positionals: [WRITTEN, {
      name: "text",
      about: "what it should say; - reads it from stdin",
      optional: true,
      many: true,
    }],
    flags: [
      { name: "file", value: "path", about: "take the text from there" },
      { name: "append", about: "add it to what is there" },
    ],
    examples: [
      'memory-keeper set project "A tide table for small harbours"',
      'memory-keeper set lessons --append "- Round last"',
    ],
    load: async () => (await import("./commands/notes.ts")).set,
  },
  {
    name: "get",
    aliases: ["memory-get"],
    about: "Print a file that was written with set",
    positionals: [WRITTEN],
    load: async () => (await import("./commands/notes.ts")).get,
  },
  {
    name: "list",
    aliases: ["memory-list"],
    about: "Show the files that can be written, and which are",
    load: async () => (await import("./commands/notes.ts")).list,
  },
  {
    name: "clear",
    aliases: ["clear-memory"],
    about: "Remove old memory, or all of it",
    details: "With old: digests, logs and archives older than 30 days; never " +
      "memory.md, what you wrote or what waits for a summary. With all: " +
      "everything, with a backup next to the store. Says what it will remove " +
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
    load: async () => (await import("./commands/memory.ts")).clear,
  },
  ...KNOWLEDGE_COMMANDS,
  {
    name: "delta list",
    about: "Show the work that waits for a summary",
    load: async () => (await import("./commands/delta.ts")).list,
  },
  {
    name: "delta show",
    about: "Print the text of a waiting delta",
    positionals: [{ name: "id", about: "its id, from delta list" }],
    load: async () => (await import("./commands/delta.ts")).show,
  },
  {
    name: "delta cut",
    aliases: ["extract-delta extract"],
    about: "Cut what is new in a session into deltas",
    flags: [SESSION],
    load: async () => (await import("./commands/delta.ts")).cut,
  },
  {
    name: "delta commit",
    aliases: ["extract-delta mark-updated"],
    about: "Record a delta's summary, given on stdin",
    positionals: [{ name: "id", about: "its id, from delta list" }],
    examples: ["memory-keeper delta commit 3f2a9c11-1 < summary.txt"],
    load: async () => (await import("./commands/delta.ts")).commit,
  },
  {
    name: "delta discard",
    aliases: ["extract-delta cleanup"],
    about: "Leave a delta out of memory.md; its log stays",
    positionals: [{ name: "id", about: "its id, from delta list" }],
    load: async () => (await import("./commands/delta.ts")).discard,
  },
  {
    name: "rotate",
    about: "Archive memory.md if it is full",
    flags: [{ name: "force", about: "even if it is not" }],
    load: async () => (await import("./commands/memory.ts")).rotate,
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
    load: async () => (await import("./commands/memory.ts")).summarize,
  },
  {
    name: "import",
    about: "Ingest all of this project's sessions from Claude Code's folder",
    details:
      "Sessions are found by the folder they were started in. What is known " +
      "already is brought up to date; nothing is doubled. Claude Code deletes " +
      "its transcripts after 30 days: what is ingested stays.",
    flags: [
      {
        name: "from",
        value: "folder",
        about: "look for transcripts there, below it included",
      },
      {
        name: "memory",
        value: "number",
        about: "put digests of so many of the newest into memory.md too",
      },
    ],
    examples: [
      "memory-keeper import",
      "memory-keeper import --memory 5",
      "memory-keeper import --from ~/backup",
    ],
    load: async () => (await import("./commands/transcripts.ts")).importAll,
  },
  {
    name: "refine",
    about: "Turn one transcript into its small session log (L1)",
    details:
      "Without --out the log goes into this project's store, as if a hook had " +
      "read it. With --out nothing else is written, and a file that is no such " +
      "log is not replaced.",
    positionals: [{
      name: "transcript",
      about: "a .jsonl file",
      completes: "files",
    }],
    flags: [
      {
        name: "out",
        value: "file",
        about: "write the log there instead; - for stdout",
      },
      { name: "force", about: "replace the file whatever it is" },
    ],
    examples: ["memory-keeper refine session.jsonl --out -"],
    load: async () => (await import("./commands/transcripts.ts")).refine,
  },
  {
    name: "refine-all",
    about: "Bring every session the store knows up to date",
    details:
      "Also makes logs from raw copies (*.raw.jsonl) that an earlier version " +
      "of this tool kept.",
    load: async () => (await import("./commands/transcripts.ts")).refineKnown,
  },
  {
    name: "dedupe-l1",
    about: "Join session logs (L1) that hold the same session twice",
    details:
      "Keeps the file that a known session writes to, else the fuller one, adds " +
      "what only the other one has and removes the other one. No entry is " +
      "lost.",
    flags: [{ name: "dry-run", about: "only say what would be done" }],
    load: async () => (await import("./commands/transcripts.ts")).dedupe,
  },
  {
    name: "compress",
    about: "Fold old digests into weeks and months, and pack old logs",
    details:
      "Digests older than 7 days go into weeks, weeks older than 30 days into " +
      "months, logs older than 30 days are gzipped and stay readable.",
    flags: [{ name: "dry-run", about: "only say what would be done" }],
    load: async () => (await import("./commands/memory.ts")).compress,
  },
  ...MIGRATE_COMMANDS,
  {
    name: "reindex",
    about: "Rebuild the search index",
    details:
      "Never needed: the index follows the files by itself and is rebuilt " +
      "when it is missing, damaged or of another version.",
    load: async () => (await import("./commands/reindex.ts")).run,
  },
  {
    name: "init",
    about: "Write templates for what a session should know",
    details:
      "Makes project.md, architecture.md, conventions.md, workflow.md and " +
      "lessons.md where they are missing. Nothing outside the store.",
    load: async () => (await import("./commands/notes.ts")).init,
  },
  {
    name: "check",
    about: "Count one tool use of a session and save at the interval",
    flags: [SESSION],
    load: async () => (await import("./commands/session.ts")).check,
  },
  {
    name: "final",
    about: "Do what the end of a session does",
    flags: [SESSION],
    load: async () => (await import("./commands/session.ts")).final,
  },
  {
    name: "reset",
    about: "Set a session's count of tool uses to 0",
    flags: [SESSION],
    load: async () => (await import("./commands/session.ts")).reset,
  },
  {
    name: "config list",
    about: "Show every setting, its value and where it comes from",
    load: async () => (await import("./commands/config.ts")).list,
  },
  {
    name: "config get",
    about: "Print one setting",
    positionals: [SETTING],
    examples: ["memory-keeper config get saveInterval"],
    load: async () => (await import("./commands/config.ts")).get,
  },
  {
    name: "config set",
    about: "Change one setting; comments in the file stay",
    positionals: [
      SETTING,
      {
        name: "value",
        about: 'the new value, or "default" to remove it',
        completesAfter: configChoices,
      },
    ],
    flags: [{ name: "global", about: "for all projects" }],
    examples: [
      "memory-keeper config set saveInterval 40",
      "memory-keeper config set --global receipt false",
    ],
    load: async () => (await import("./commands/config.ts")).set,
  },
  {
    name: "install",
    about: "Put the plugin where Claude Code can find it",
    details:
      "Writes a folder with the plugin and a copy of this executable, and " +
      "says which two commands make Claude Code use it. Run it again to " +
      "upgrade, also while sessions run. The folder is " +
      "~/.local/share/memory-keeper, on Windows %LOCALAPPDATA%\\memory-keeper; " +
      "it must stay, because Claude Code runs the plugin from there.",
    flags: [
      { name: "to", value: "folder", about: "another folder" },
      { name: "dry-run", about: "only say what would be written" },
    ],
    examples: ["memory-keeper install", "memory-keeper install --dry-run"],
    load: async () => (await import("./commands/install.ts")).install,
  },
  {
    name: "uninstall",
    about: "Remove what install made; memory stays",
    details:
      "Removes only files that install wrote and that were not changed since, " +
      "and says where your memory is.",
    flags: [
      {
        name: "to",
        value: "folder",
        about: "the folder it was installed into (default: the one this " +
          "program runs from, else the usual one)",
      },
      { name: "dry-run", about: "only say what would be removed" },
    ],
    load: async () => (await import("./commands/install.ts")).uninstall,
  },
  {
    name: "statusline",
    about: "Print one short line for Claude Code's status line",
    details:
      "Reads Claude Code's JSON on stdin and prints how full memory.md is, how " +
      "many sessions are kept, what waits for a summary and when this session " +
      "was last saved. To see it below your prompt, put into " +
      '~/.claude/settings.json: "statusLine": {"type": "command", "command": ' +
      '"memory-keeper statusline"}. Nothing writes your settings for you.',
    load: async () => (await import("./commands/statusline.ts")).run,
  },
  ...SCRIBE_COMMANDS,
  {
    name: "hook",
    about: "What Claude Code runs at its events; not for people",
    details:
      "Reads the event's JSON on stdin and prints what Claude Code is to be " +
      "told, or nothing. Whatever goes wrong, the exit code is 0 and the event " +
      "log (logs/keeper.log in the store) has a line about it: a turn is never " +
      "disturbed. An unknown event is ignored.",
    positionals: [{
      name: "event",
      about: "which event",
      choices: HOOK_WORDS,
    }],
    load: async () => (await import("./commands/program.ts")).hook,
  },
  {
    name: "completions",
    about: "Print a completion script for your shell",
    positionals: [{
      name: "shell",
      about: "the shell to complete in",
      choices: ["bash", "zsh", "fish", "powershell"],
    }],
    details:
      "Have your shell read it when it starts: in ~/.bashrc or ~/.zshrc, " +
      "there after compinit, source <(memory-keeper completions bash), or " +
      "zsh; in PowerShell's $PROFILE pipe it into Out-String and " +
      "Invoke-Expression. fish finds it as a file.",
    examples: [
      "memory-keeper completions zsh > ~/.zfunc/_memory-keeper",
      "memory-keeper completions fish > " +
      "~/.config/fish/completions/memory-keeper.fish",
    ],
    load: async () => (await import("./commands/program.ts")).completions,
  },
  {
    name: "version",
    about: "Print the version",
    load: async () => (await import("./commands/program.ts")).version,
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
    load: async () => (await import("./commands/program.ts")).help,
  },
];

/** What the commands that share a first word are about. */
export const GROUPS: Readonly<Record<string, string>> = {
  facts: "Decisions, patterns and issues",
  concepts: "What the facts are about",
  permanent: "Rules, solutions and core logic",
  delta: "Work that waits for a summary",
  migrate: "Stores of the earlier generation",
  scribe: "What the plugin's hooks module runs; not for people",
  config: "Settings",
};

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
