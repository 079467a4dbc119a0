/** The rows of the table by which people are in charge: forget, undo, off, cost, sharing, moving. */

import type { CommandRows } from "./command.ts";
import { session, SINCE, UNTIL } from "./shared_flags.ts";

export const CONTROL_COMMANDS: CommandRows = {
  forget: {
    about: "Remove something from memory for good, everywhere",
    details:
      "Finds it in memory.md, archives, summaries, logs, digests, facts, " +
      "rules, your written files, backups, caches and indexes, says how often, " +
      "asks, removes it and looks again. Of a text the smallest whole record " +
      "goes that has it: a list item, a paragraph, an entry of a log, a fact. " +
      "Case, punctuation and line breaks do not matter. A section goes with the " +
      "entries it tells of, a session with everything that rests on it alone. " +
      "It stays out when the same transcript is ingested again. Copies that " +
      "are not ours are named, with the command that would remove them.",
    positionals: {
      "[text...]": {
        about: "a text, or an id such as d001 or memory.md#3",
        completes: "any",
      },
    },
    flags: {
      ...session("all of this session"),
      ...SINCE,
      ...UNTIL,
      "--dry-run": "only say what would be removed",
      "--yes": "do not ask",
    },
    examples: [
      'forget "the name of the harbour master"',
      "forget memory.md#3 --dry-run",
      "forget --session 3f2a9c11",
      "forget --since 2026-02-01 --until 2026-02-02 --yes",
    ],
    load: async () => (await import("./commands/forget.ts")).run,
  },
  undo: {
    about: "Take back the last change of memory, facts, rules or notes",
    details:
      "Every change that a person or a summary makes to memory.md, facts, " +
      "concepts, rules and written files is kept in a small journal, the last " +
      "200 steps or 5 MB. Without an id the last one is taken back; an older " +
      "one only if no later step changed the same place. Undoing is a step " +
      "itself: undo its id to have the change again. What forget removed " +
      "cannot be brought back.",
    positionals: {
      "[step]": { about: "its id, from undo --list", completes: "steps" },
    },
    flags: { "--list": "show the steps, newest first" },
    examples: ["undo", "undo --list", "undo 3fa9c1"],
    load: async () => (await import("./commands/undo.ts")).run,
  },
  resummarize: {
    about: "Have a section, or all of a session, summarised again",
    details:
      "The work waits for its summary once more, like new work. The section " +
      "that is there stays until the new one is committed, and is then " +
      "replaced; undo brings it back.",
    positionals: {
      "<section>": {
        about: "a section as memory.md#3, or a session's id",
        completes: "sessions",
      },
    },
    examples: ["resummarize memory.md#3", "resummarize 3f2a9c11"],
    load: async () => (await import("./commands/resummarize.ts")).run,
  },
  why: {
    about: "Show where something in memory comes from",
    details:
      "Its section, the session and the entries it rests on, the commit that " +
      "followed (read from .git), the facts that rest on it, when it was last " +
      "given to a session, and whether its evidence is still in the tree. " +
      "Of a concept the facts it was made from; of a commit's hash the work.",
    positionals: {
      "<what...>": {
        about: "an id as d001 or memory.md#3, a line as memory.md:12, or words",
        completes: "any",
      },
    },
    flags: { "--full": "all entries, whole" },
    examples: ["why d001", "why memory.md:12", 'why "rounded last"'],
    load: async () => (await import("./commands/why.ts")).run,
  },
  off: {
    about: "Keep nothing and give nothing, until on",
    details:
      "For the whole project, or with --session for one session and its " +
      "forks. A start says so in one line. What is said meanwhile stays out " +
      "for ever, up to the first prompt after it: import, refine-all and every " +
      "other reader of transcripts leaves it out. load and every tool of mcp " +
      "answer with that line; commands you type yourself, such as search and " +
      "remember, do what they say. A single prompt stays out, " +
      "with everything up to the next one, if it has <private> alone on a line.",
    flags: {
      "--for <time>": "so long: 30m, 2h, 1d",
      "--session [id]": "one session (default: this shell's, else the newest)",
      "--project": "every session of the project (default)",
    },
    examples: ["off", "off --for 2h", "off --session"],
    load: async () => (await import("./commands/off.ts")).off,
  },
  on: {
    about: "End what off began",
    examples: ["on"],
    load: async () => (await import("./commands/off.ts")).on,
  },
  cost: {
    about: "Show what memory costs, by day and session",
    details:
      "From Claude Code's own transcripts, each request counted once: the " +
      "tokens that memory gave at starts, with prompts and to agents, the " +
      "requests that were made for it, and about what that and the whole " +
      "project cost at the API's list prices. A text that was given counts " +
      "again with every request that carries it. Reads only. Exit code 1 when " +
      "there is nothing to count.",
    flags: {
      ...SINCE,
      ...UNTIL,
      "--limit <number>": "how many rows (default: 10)",
    },
    examples: ["cost", "cost --since 7d --json"],
    load: async () => (await import("./commands/cost.ts")).run,
  },
  "share on": {
    about: "Write new sections and facts as team files, which git sees",
    details:
      "Each item is a file of its own in .claude/memory/team, named by the " +
      "work's time, its author and its content; it is never changed, so any " +
      "two branches merge without a conflict. You commit and push it with " +
      "your work. What is there already stays private until share push --all. " +
      "The author is git's user.name here, or MEMORY_KEEPER_AUTHOR. Session " +
      "logs, prompts, digests, state and memory.md itself are never shared.",
    flags: { "--ask": "let it wait for share push instead" },
    examples: ["share on", "share on --ask"],
    load: async () => (await import("./commands/share.ts")).on,
  },
  "share off": {
    about: "Share nothing more; team files are read as before",
    examples: ["share off"],
    load: async () => (await import("./commands/share.ts")).off,
  },
  "share preview": {
    about: "Show exactly what would become visible, word for word",
    details:
      "Secrets are looked for once more, and what looks private is named: " +
      "home folders, e-mail addresses, hosts, tokens. Reads only.",
    flags: { "--all": "with what stays private so far" },
    examples: ["share preview", "share preview --all --json"],
    load: async () => (await import("./commands/share.ts")).preview,
  },
  "share push": {
    about: "Write what waits as team files, after a look at share preview",
    details:
      "Without an id everything that share preview shows, but what looks like " +
      "a secret: that has to be named. Exit code 1 when nothing was written.",
    positionals: {
      "[id...]": "only these, as share preview names them",
    },
    flags: { "--all": "with what stays private so far" },
    examples: ["share push", "share push d001 --all"],
    load: async () => (await import("./commands/share.ts")).push,
  },
  export: {
    about: "Pack the whole memory into one file, to move it",
    details:
      "A gzipped tar archive with the SHA-256 of each file, signed with your " +
      "key; the search index and other derived files stay behind. It is not " +
      "encrypted: it can be read like the memory itself.",
    flags: {
      "--out <file>": "where to (default: <project>-memory-<day>.tar.gz here)",
      "--force": "replace the file if it is there",
    },
    examples: ["export", "export --out tides.tar.gz"],
    load: async () => (await import("./commands/export.ts")).pack,
  },
  "import-store": {
    about: "Unpack what export made, as this project's memory",
    details:
      "Everything is checked before anything changes: names, sizes, digests " +
      "and whose key signed it. An archive of another key, as on a new " +
      "machine, needs --trust. Memory that is here already is never mixed " +
      "with it; with --replace it becomes a backup next to the store.",
    positionals: { "<file>": { about: "the archive", completes: "files" } },
    flags: {
      "--trust": "take an archive that your key did not sign",
      "--replace": "keep what is here as a backup only",
    },
    examples: [
      "import-store tides.tar.gz",
      "import-store tides.tar.gz --trust",
    ],
    load: async () => (await import("./commands/export.ts")).unpack,
  },
};
