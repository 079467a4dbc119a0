/** The rows of the table that are about a session's work: deltas, logs, memory. */

import type { CommandRows } from "./command.ts";
import { session } from "./shared_flags.ts";

const DELTA = {
  "<id>": { about: "its id, from delta list", completes: "deltas" },
} as const;

export const WORK_COMMANDS: CommandRows = {
  "delta list": {
    about: "Show the work that waits for a summary",
    load: async () => (await import("./commands/delta.ts")).list,
  },
  "delta show": {
    about: "Print the text of a waiting delta",
    positionals: DELTA,
    load: async () => (await import("./commands/delta.ts")).show,
  },
  "delta cut": {
    aliases: ["extract-delta extract"],
    about: "Cut what is new in a session into deltas",
    flags: session(),
    load: async () => (await import("./commands/delta.ts")).cut,
  },
  "delta commit": {
    aliases: ["extract-delta mark-updated"],
    about: "Record a delta's summary, given on stdin",
    positionals: DELTA,
    examples: ["delta commit 3f2a9c11-1 < summary.txt"],
    load: async () => (await import("./commands/delta.ts")).commit,
  },
  "delta discard": {
    aliases: ["extract-delta cleanup"],
    about: "Leave a delta out of memory.md; its log stays",
    positionals: DELTA,
    load: async () => (await import("./commands/delta.ts")).discard,
  },
  rotate: {
    about: "Archive memory.md if it is full",
    flags: { "--force": "even if it is not" },
    load: async () => (await import("./commands/memory.ts")).rotate,
  },
  summarize: {
    aliases: ["generate-l3"],
    about: "Save an archive's summary, given as JSON on stdin",
    positionals: {
      "[archive]": { about: "the archive's file name", completes: "archives" },
    },
    flags: { "--list": "show the archives without a summary" },
    load: async () => (await import("./commands/memory.ts")).summarize,
  },
  import: {
    about: "Ingest all of this project's sessions from Claude Code's folder",
    details:
      "Sessions are found by the folder they were started in. What is known " +
      "already is brought up to date; nothing is doubled. Claude Code deletes " +
      "its transcripts after 30 days: what is ingested stays. Of sessions " +
      "that were deleted before, --history ingests the prompts from Claude " +
      "Code's history, with the commits of their time.",
    flags: {
      "--from <folder>": "look for transcripts there, below it included",
      "--any-cwd":
        "with --from: sessions that were started in other folders too",
      "--history": "instead, the prompts of sessions Claude Code has deleted",
      "--memory <number>":
        "put digests of so many of the newest into memory.md too",
    },
    examples: ["import", "import --memory 5", "import --from ~/backup"],
    load: async () => (await import("./commands/transcripts.ts")).importAll,
  },
  refine: {
    about: "Turn one transcript into its small session log (L1)",
    details:
      "Without --out the log goes into this project's store, as if a hook had " +
      "read it. With --out nothing else is written, and a file that is no such " +
      "log is not replaced.",
    positionals: {
      "<transcript>": { about: "a .jsonl file", completes: "files" },
    },
    flags: {
      "--out <file>": "write the log there instead; - for stdout",
      "--force": "replace the file whatever it is",
    },
    examples: ["refine session.jsonl --out -"],
    load: async () => (await import("./commands/transcripts.ts")).refine,
  },
  "refine-all": {
    about: "Bring every session the store knows up to date",
    details:
      "Also makes logs from raw copies (*.raw.jsonl) that an earlier version " +
      "of this tool kept.",
    load: async () => (await import("./commands/transcripts.ts")).refineKnown,
  },
  "dedupe-l1": {
    about: "Join session logs (L1) that hold the same session twice",
    details:
      "Keeps the file that a known session writes to, else the fuller one, adds " +
      "what only the other one has and removes the other one. No entry is " +
      "lost.",
    flags: { "--dry-run": "only say what would be done" },
    load: async () => (await import("./commands/transcripts.ts")).dedupe,
  },
  compress: {
    about: "Fold old digests into weeks and months, and pack old logs",
    details:
      "Digests older than 7 days go into weeks, weeks older than 30 days into " +
      "months, logs older than 30 days are gzipped and stay readable.",
    flags: { "--dry-run": "only say what would be done" },
    load: async () => (await import("./commands/memory.ts")).compress,
  },
};
