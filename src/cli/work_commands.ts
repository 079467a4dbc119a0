/** The rows of the table that are about a session's work: deltas, logs, memory. */

import type { CommandSpec, Positional } from "./command.ts";
import { SESSION } from "./shared_flags.ts";

const DELTA: Positional = {
  name: "id",
  about: "its id, from delta list",
  completes: "deltas",
};

export const WORK_COMMANDS: readonly CommandSpec[] = [
  {
    name: "delta list",
    about: "Show the work that waits for a summary",
    load: async () => (await import("./commands/delta.ts")).list,
  },
  {
    name: "delta show",
    about: "Print the text of a waiting delta",
    positionals: [DELTA],
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
    positionals: [DELTA],
    examples: ["memory-keeper delta commit 3f2a9c11-1 < summary.txt"],
    load: async () => (await import("./commands/delta.ts")).commit,
  },
  {
    name: "delta discard",
    aliases: ["extract-delta cleanup"],
    about: "Leave a delta out of memory.md; its log stays",
    positionals: [DELTA],
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
      completes: "archives",
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
        name: "any-cwd",
        about: "with --from: sessions that were started in other folders too",
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
];
