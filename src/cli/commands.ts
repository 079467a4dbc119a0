/** Every command. Parsing, help, completions and tests read this table. */

import { LAYERS } from "../search/index/layers.ts";
import { WRITTEN_NAMES } from "../store/layout.ts";
import { type CommandSpec, defineCommands } from "./command.ts";
import { CONTROL_COMMANDS } from "./control_commands.ts";
import { KNOWLEDGE_COMMANDS, MOMENT_COMMANDS } from "./knowledge_commands.ts";
import { MIGRATE_COMMANDS, PROGRAM_COMMANDS } from "./program_commands.ts";
import { ALL, session, SINCE, UNTIL } from "./shared_flags.ts";
import { WORK_COMMANDS } from "./work_commands.ts";

const WRITTEN = {
  "<name>": { about: "which file", choices: WRITTEN_NAMES },
} as const;

export const COMMANDS: readonly CommandSpec[] = defineCommands({
  status: {
    about: "Show whether memory works here and what is kept",
    load: async () => (await import("./commands/status.ts")).run,
  },
  doctor: {
    about: "Check everything, say what is wrong and what to do",
    details:
      "Looks at the executable, the plugin in Claude Code, each hook in the " +
      "last sessions as Claude Code recorded it, the store and its files. It " +
      "really tries to reach the network, to start a program and to read an " +
      "API key: the system must refuse all three. With --fix it does what is " +
      "safe: permissions, leftovers, the index, the search index, .gitignore, " +
      "lost summaries; never your settings. Exit code 1 when something is wrong.",
    flags: { "--fix": "apply the safe fixes, and say which" },
    examples: ["doctor", "doctor --fix"],
    load: async () => (await import("./commands/doctor.ts")).run,
  },
  trust: {
    about: "Use a memory that came with the folder",
    details:
      "A folder that was cloned, unpacked or copied from another machine may " +
      "bring a memory that you did not write. Until you trust it, a session " +
      "sees it in a frame only, its rules, settings and waiting work are not " +
      "used, and what you do is kept in your own folder. This command makes it " +
      "yours and merges what was kept meanwhile. It does not run inside Claude " +
      "Code: what is in such a memory could ask for it.",
    flags: { "--show": "print its settings, rules, facts and memory" },
    examples: ["trust --show", "trust"],
    load: async () => (await import("./commands/trust.ts")).run,
  },
  search: {
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
    positionals: {
      "<words...>": "what you remember; - reads it from stdin",
    },
    flags: {
      "--deep": "search the session logs too",
      ...ALL,
      "--also <words>": {
        about: "the same in other words, up to five times; joined by rank",
        repeats: "\n",
      },
      "--limit <number>": "how many hits (default: 10)",
      "--layer <names>": {
        about: `only these, with commas: ${LAYERS.join(", ")}`,
        repeats: ",",
        completes: LAYERS,
      },
      ...SINCE,
      ...UNTIL,
      ...session("only this session, every entry"),
      "--context <number>": "show so many entries before and after each hit",
      "--regex": "the words are a regular expression; case does not matter",
      "--explain": "say why each hit is ranked where it is",
    },
    examples: [
      "search how did we fix the redirect loop",
      "search --deep lastSeenAt --since 2w",
      'search "login loop" --also "redirect after sign-in"',
      "search --regex 'TS\\d{4}' --layer l1",
    ],
    load: async () => (await import("./commands/search.ts")).run,
  },
  show: {
    about: "Open what a search found, or a whole session",
    details:
      "A hit comes with its neighbours. A session's id alone prints the " +
      "session turn by turn; long texts and what tools printed are folded.",
    positionals: {
      "<id>": {
        about: "a hit's id, such as memory.md#3, or a session's id",
        completes: "any",
      },
    },
    flags: {
      "--context <number>": "how many entries before and after (default: 2)",
      "--full": "fold nothing",
    },
    examples: ["show memory.md#3", "show 3f2a9c11"],
    load: async () => (await import("./commands/show.ts")).run,
  },
  timeline: {
    about: "List the sessions, newest first",
    flags: {
      ...ALL,
      "--limit <number>": "how many (default: 20)",
      ...SINCE,
      ...UNTIL,
      ...session("only this one"),
    },
    load: async () => (await import("./commands/timeline.ts")).run,
  },
  projects: {
    about: "List the projects that have a memory, the last used first",
    details:
      "Found by a list that is kept when a memory begins, and by Claude " +
      "Code's own folders. search and timeline take --all for all of them.",
    load: async () => (await import("./commands/projects.ts")).run,
  },
  report: {
    about: "Write what is kept as one page for a browser",
    details:
      "The sessions day by day with what was kept of them, how memory grew, " +
      "rules, facts and concepts, with a search of its own. One file that " +
      "loads nothing and needs no network. Without --out it is written into " +
      "the store, where git does not see it; a file that is no report is not " +
      "replaced.",
    flags: {
      "--out <file>": "write it there instead; - for stdout",
      "--force": "replace the file whatever it is",
    },
    examples: ["report", "report --out tides.html"],
    load: async () => (await import("./commands/report.ts")).run,
  },
  save: {
    aliases: ["save-memory"],
    about: "Append a section to memory.md now",
    details: "Without text it is read from stdin.",
    positionals: {
      "[text...]": "what to keep; - reads it from stdin",
    },
    examples: ['save "We round last, because tides were late"'],
    load: async () => (await import("./commands/memory.ts")).save,
  },
  load: {
    aliases: ["load-memory"],
    about: "Print what a session would see at its start",
    details:
      "Exactly that, within its budget of 9,500 characters; the last line " +
      "says what was left out. With --section one section is printed whole.",
    flags: {
      "--explain": "sizes, reasons and what was cut instead",
      "--section <name>": "only this section, whole",
    },
    examples: ["load --explain", "load --section memory"],
    load: async () => (await import("./commands/context.ts")).run,
  },
  "notes set": {
    aliases: ["set", "memory-set"],
    about: "Write a file that every session is given",
    details:
      "Text from the command line, a file or stdin. What was there before " +
      "stays once, as <name>.md.bak. rules.md goes with each prompt, in the " +
      "place of the default rules, with its first 2,000 characters.",
    positionals: {
      ...WRITTEN,
      "[text...]": "what it should say; - reads it from stdin",
    },
    flags: {
      "--file <path>": "take the text from there",
      "--append": "add it to what is there",
    },
    examples: [
      'notes set project "A tide table for small harbours"',
      'notes set lessons --append "- Round last"',
    ],
    load: async () => (await import("./commands/notes.ts")).set,
  },
  "notes get": {
    aliases: ["get", "memory-get"],
    about: "Print a file that was written with notes set",
    positionals: WRITTEN,
    load: async () => (await import("./commands/notes.ts")).get,
  },
  "notes list": {
    aliases: ["notes", "list", "memory-list"],
    about: "Show the files that can be written, and which are",
    load: async () => (await import("./commands/notes.ts")).list,
  },
  clear: {
    aliases: ["clear-memory"],
    about: "Remove old memory, or all of it",
    details: "With old: digests, logs and archives older than 30 days; never " +
      "memory.md, what you wrote or what waits for a summary. With all: " +
      "everything, with a backup next to the store. Says what it will remove " +
      "and asks first; with --json --dry-run it names every file.",
    positionals: {
      "<scope>": { about: "what to remove", choices: ["old", "all"] },
    },
    flags: {
      "--dry-run": "only say what would be removed",
      "--yes": "do not ask",
    },
    load: async () => (await import("./commands/memory.ts")).clear,
  },
  ...CONTROL_COMMANDS,
  ...MOMENT_COMMANDS,
  ...KNOWLEDGE_COMMANDS,
  ...WORK_COMMANDS,
  ...MIGRATE_COMMANDS,
  ...PROGRAM_COMMANDS,
});

/** What the commands that share a first word are about. */
export const GROUPS: Readonly<Record<string, string>> = {
  facts: "Decisions, patterns and issues",
  concepts: "What the facts are about",
  rules: "Rules, solutions and core logic that every session gets",
  notes: "Files of yours that every session is given",
  delta: "Work that waits for a summary",
  migrate: "Stores of the earlier generation",
  share: "What of memory a team sees",
  scribe: "What the plugin's hooks module runs; not for people",
  config: "Settings",
};

/** How the help lists the commands: by name with a dash, else by first word. */
export const HELP_GROUPS: Readonly<Record<string, string>> = {
  "Everyday": "status search show timeline why remember forget undo rules " +
    "notes save off on quiet cost handoff report projects",
  "Knowledge": "facts concepts reflect resummarize fix revive share",
  "Upkeep": "doctor trust config import export import-store clear compress " +
    "rotate reindex migrate delta init load install uninstall statusline " +
    "completions mcp version help",
  "Plumbing": "check final reset hook scribe refine refine-all dedupe-l1 " +
    "summarize delta-commit ids",
};

export function groupCommands(): Map<string, readonly CommandSpec[]> {
  const names = Object.entries(HELP_GROUPS).flatMap(([group, words]) =>
    words.split(" ").map((word) => ({ group, word }))
  );
  const placeOf = ({ name }: CommandSpec) => {
    const full = name.replace(" ", "-");
    const exact = names.findIndex(({ word }) => word === full);
    return exact >= 0
      ? exact
      : names.findIndex(({ word }) => word === name.split(" ")[0]);
  };
  const placed = COMMANDS.map((command) => ({ command, at: placeOf(command) }))
    .toSorted((a, b) => a.at - b.at);
  const groups = Map.groupBy(placed, ({ at }) => names[at]?.group ?? "Other");
  return new Map(
    [...groups].map((
      [group, rows],
    ) => [group, rows.map(({ command }) => command)]),
  );
}

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
