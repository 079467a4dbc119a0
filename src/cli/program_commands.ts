/** The rows about the program (settings, installation, help) and older stores. */

import { CONFIG_NAMES, configChoices } from "../store/config_keys.ts";
import { type CommandRows, ID_KINDS } from "./command.ts";
import { session } from "./shared_flags.ts";

/** The names in src/hooks/table.ts, which no command may load. */
export const HOOK_WORDS = (
  "session-start user-prompt-submit post-tool-use post-tool-use-failure " +
  "stop stop-failure subagent-start subagent-stop pre-compact " +
  "post-compact session-end"
).split(" ");

const SETTING = {
  "<key>": { about: "the setting's name", completes: CONFIG_NAMES },
} as const;

const MODULE_SESSION = {
  "--session <id>": "the session the module runs in",
} as const;

const SCRIBE_ABOUT =
  "Plumbing of the plugin's hooks module, which carries texts to Claude Code's " +
  "own model connection and back; nothing here reaches a network.";

export const PROGRAM_COMMANDS: CommandRows = {
  reindex: {
    about: "Rebuild the search index",
    details:
      "Never needed: the index follows the files by itself and is rebuilt " +
      "when it is missing, damaged or of another version.",
    load: async () => (await import("./commands/reindex.ts")).run,
  },
  mcp: {
    about: "Serve memory to any MCP client, on stdin and stdout",
    details:
      "For editors and agents other than Claude Code, which has the plugin: " +
      "tools to search, open, list and remember, and memory.md as a resource. " +
      "It serves one project, the one it is started in or --project-dir, and " +
      "ends with its client. docs/mcp.md shows the settings of several clients.",
    examples: ["mcp --project-dir ~/work/tides"],
    load: async () => (await import("./commands/mcp.ts")).run,
  },
  init: {
    about: "Write templates for what a session should know",
    details:
      "Makes project.md, architecture.md, conventions.md, workflow.md and " +
      "lessons.md where they are missing, and prints the default rules where " +
      "there are none of yours. Nothing outside the store.",
    load: async () => (await import("./commands/notes.ts")).init,
  },
  check: {
    about: "Count one tool use of a session and save at the interval",
    flags: session(),
    load: async () => (await import("./commands/session.ts")).check,
  },
  final: {
    about: "Do what the end of a session does",
    flags: session(),
    load: async () => (await import("./commands/session.ts")).final,
  },
  reset: {
    about: "Set a session's count of tool uses to 0",
    flags: session(),
    load: async () => (await import("./commands/session.ts")).reset,
  },
  "config list": {
    about: "Show every setting, its value and where it comes from",
    load: async () => (await import("./commands/config.ts")).list,
  },
  "config get": {
    about: "Print one setting",
    positionals: SETTING,
    examples: ["config get saveInterval"],
    load: async () => (await import("./commands/config.ts")).get,
  },
  "config set": {
    about: "Change one setting; comments in the file stay",
    positionals: {
      ...SETTING,
      "<value>": {
        about: 'the new value, or "default" to remove it',
        completesAfter: configChoices,
      },
    },
    flags: { "--global": "for all projects" },
    examples: [
      "config set saveInterval 40",
      "config set --global receipt false",
    ],
    load: async () => (await import("./commands/config.ts")).set,
  },
  install: {
    about: "Put the plugin where Claude Code can find it",
    details:
      "Writes a folder with the plugin and a copy of this executable, and " +
      "says which two commands make Claude Code use it. Run it again to " +
      "upgrade, also while sessions run. The folder is " +
      "~/.local/share/memory-keeper, on Windows %LOCALAPPDATA%\\memory-keeper; " +
      "it must stay, because Claude Code runs the plugin from there.",
    flags: {
      "--to <folder>": "another folder",
      "--dry-run": "only say what would be written",
    },
    examples: ["install", "install --dry-run"],
    load: async () => (await import("./commands/install.ts")).install,
  },
  uninstall: {
    about: "Remove what install made; memory stays",
    details:
      "Removes only files that install wrote and that were not changed since, " +
      "and says where your memory is.",
    flags: {
      "--to <folder>":
        "the folder it was installed into (default: the one this " +
        "program runs from, else the usual one)",
      "--dry-run": "only say what would be removed",
      "--purge": "also what is kept outside of projects: memory in the home " +
        "folder, backups, settings, the key; asks first",
      "--yes": "do not ask",
    },
    load: async () => (await import("./commands/install.ts")).uninstall,
  },
  statusline: {
    about: "Print one short line for Claude Code's status line",
    details:
      "Reads Claude Code's JSON on stdin and prints how full memory.md is, how " +
      "many sessions are kept, what waits for a summary and when this session " +
      "was last saved. To see it below your prompt, put into " +
      '~/.claude/settings.json: "statusLine": {"type": "command", "command": ' +
      '"memory-keeper statusline"}. Nothing writes your settings for you.',
    load: async () => (await import("./commands/statusline.ts")).run,
  },
  "scribe hello": {
    about: "Say that the hooks module of a session is running",
    details: SCRIBE_ABOUT,
    flags: MODULE_SESSION,
    load: async () => (await import("./commands/scribe.ts")).runHello,
  },
  "scribe next": {
    about: "Print the next text that waits for a summary, if one is due",
    details:
      `${SCRIBE_ABOUT} With --json: {"id","system","prompt","maxTokens"}, and ` +
      '"rules" and "files" where there are any. The text is claimed for 15 ' +
      "minutes. Exit code 1 when nothing is due.",
    flags: {
      "--told <ids>": "the rules and facts it has told since",
      ...MODULE_SESSION,
    },
    load: async () => (await import("./commands/scribe.ts")).runNext,
  },
  "scribe commit": {
    about: "Record the model's answer to such a text, given on stdin",
    details:
      `${SCRIBE_ABOUT} stdin is JSON: {"isAnswered","text","usage"}, or ` +
      '{"error"} where there is no answer; then the text waits for another try.',
    positionals: { "<id>": 'from "scribe next"' },
    flags: MODULE_SESSION,
    load: async () => (await import("./commands/scribe.ts")).runCommit,
  },
  hook: {
    about: "What Claude Code runs at its events; not for people",
    details:
      "Reads the event's JSON on stdin and prints the answer for Claude Code, " +
      "or nothing. Whatever goes wrong, the exit code is 0 and the event " +
      "log (logs/keeper.log in the store) has a line about it: a turn is never " +
      "disturbed. An unknown event is ignored.",
    positionals: { "<event>": { about: "which event", choices: HOOK_WORDS } },
    load: async () => (await import("./commands/program.ts")).hook,
  },
  completions: {
    about: "Print a completion script for your shell",
    positionals: {
      "<shell>": {
        about: "the shell to complete in",
        choices: ["bash", "zsh", "fish", "powershell"],
      },
    },
    details:
      "Have your shell read it when it starts: in ~/.bashrc or ~/.zshrc, " +
      "there after compinit, source <(memory-keeper completions bash), or " +
      "zsh; in PowerShell's $PROFILE pipe it into Out-String and " +
      "Invoke-Expression. fish finds it as a file.",
    examples: [
      "completions zsh > ~/.zfunc/_memory-keeper",
      "completions fish > " +
      "~/.config/fish/completions/memory-keeper.fish",
    ],
    load: async () => (await import("./commands/program.ts")).completions,
  },
  ids: {
    about: "List ids with their titles, for completions",
    positionals: { "<kind>": { about: "whose ids", choices: ID_KINDS } },
    load: async () => (await import("./commands/ids.ts")).run,
  },
  version: {
    about: "Print the version",
    load: async () => (await import("./commands/program.ts")).version,
  },
  help: {
    about: "Show the help of the program or of a command",
    positionals: {
      "[command...]": "the command to explain",
    },
    load: async () => (await import("./commands/program.ts")).help,
  },
};

export const MIGRATE_COMMANDS: CommandRows = {
  "migrate legacy": {
    aliases: ["migrate-legacy"],
    about: "Bring memory of an earlier tool up to date",
    details:
      "Such memory is used as it is; this tidies it up. Shows what it found " +
      "and what it will do, and asks first: joins several logs of one " +
      "session, makes logs from raw copies, splits an oversized memory.md by " +
      "its sections, queues unsummarised work for a summary, brings in a " +
      "store of the same name from the home folder, and removes the earlier " +
      "tool's text from CLAUDE.md and the built-in MEMORY.md. " +
      "Everything that is changed or removed is kept in .claude/memory/backups " +
      "until --drop-backup. It can be interrupted and run again.",
    flags: {
      "--name <name>": "the store in the home folder to bring in " +
        "(default: the project's name, unless another project has it too)",
      "--keep-traces": "leave CLAUDE.md and MEMORY.md alone",
      "--dry-run": "only show the plan",
      "--yes": "do not ask",
      "--drop-backup": "remove the backups of earlier runs",
    },
    examples: ["migrate legacy", "migrate legacy --yes --name tide-table"],
    load: async () => (await import("./commands/migrate.ts")).legacy,
  },
  "migrate timezone": {
    aliases: ["migrate-timezone"],
    about: "Turn local times of an earlier tool into UTC",
    details:
      "Headers in memory.md and its archives, and names of files, that were " +
      "written in local time become UTC; a header keeps the local time after " +
      "it. An archive keeps its name where the index says that it is in UTC. " +
      "Headers that have one are left alone, so it can be run again. " +
      "Broken headers are fixed if their time can still be read, and listed " +
      "if not. Without --apply it only shows what it would do. Where " +
      "clocks were changed for summer, use --zone, or --offset once for each " +
      "period, the earliest first.",
    flags: {
      "--offset <±HH:MM>": "how far local time was ahead of UTC",
      "--zone <name>": "the time zone instead, such as Europe/Berlin",
      "--before <date>": "what was written from then on is UTC already " +
        "(2026-02-01 or 2026-02-01_1430)",
      "--apply": "do it",
    },
    examples: [
      "migrate timezone --offset +09:00 --before 2026-02-01",
      "migrate timezone --zone Europe/Berlin --apply",
    ],
    load: async () => (await import("./commands/migrate.ts")).timezone,
  },
  "migrate moved": {
    about: "Use the memory of a project that was moved",
    details: 'Memory in the home folder (storage: "home") is named after the ' +
      "project's path, so a moved project starts without it. Without a name " +
      "this lists what may be its former memory; with one, that becomes this " +
      "project's. Nothing is joined: it is refused where the project has " +
      "memory of its own, or where the former folder still exists.",
    positionals: { "[name]": "the folder of that memory, as listed" },
    examples: ["migrate moved", "migrate moved tide-table-1a2b3c4d"],
    load: async () => (await import("./commands/migrate.ts")).moved,
  },
};
