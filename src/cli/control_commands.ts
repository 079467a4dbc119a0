/** The rows of the table with which the user is in charge: off, cost, moving. */

import type { CommandSpec } from "./command.ts";
import { SINCE, UNTIL } from "./shared_flags.ts";

export const CONTROL_COMMANDS: readonly CommandSpec[] = [
  {
    name: "off",
    about: "Keep nothing and give nothing, until on",
    details:
      "For the whole project, or with --session for one session and its " +
      "forks. A start says so in one line. What is said meanwhile stays out " +
      "for ever, up to the first prompt after it: import, refine-all and every " +
      "other reader of transcripts leaves it out. A single prompt stays out, " +
      "with everything up to the next one, if it has <private> alone on a line.",
    flags: [
      { name: "for", value: "time", about: "so long: 30m, 2h, 1d" },
      {
        name: "session",
        value: "id",
        isOptional: true,
        about: "one session (default: this shell's, else the newest)",
      },
      { name: "project", about: "every session of the project (default)" },
    ],
    examples: [
      "memory-keeper off",
      "memory-keeper off --for 2h",
      "memory-keeper off --session",
    ],
    load: async () => (await import("./commands/off.ts")).off,
  },
  {
    name: "on",
    about: "End what off began",
    examples: ["memory-keeper on"],
    load: async () => (await import("./commands/off.ts")).on,
  },
  {
    name: "cost",
    about: "Show what memory costs, by day and session",
    details:
      "From Claude Code's own transcripts, each request counted once: the " +
      "tokens that memory gave at starts, with prompts and to agents, the " +
      "requests that were made for it, and about what that and the whole " +
      "project cost at the API's list prices. A text that was given counts " +
      "again with every request that carries it. Reads only. Exit code 1 when " +
      "there is nothing to count.",
    flags: [
      SINCE,
      UNTIL,
      { name: "limit", value: "number", about: "how many rows (default: 10)" },
    ],
    examples: ["memory-keeper cost", "memory-keeper cost --since 7d --json"],
    load: async () => (await import("./commands/cost.ts")).run,
  },
  {
    name: "export",
    about: "Pack the whole memory into one file, to move it",
    details:
      "A gzipped tar archive with the SHA-256 of each file, signed with your " +
      "key; the search index and other derived files stay behind. It is not " +
      "encrypted: it can be read like the memory itself.",
    flags: [
      {
        name: "out",
        value: "file",
        about: "where to (default: <project>-memory-<day>.tar.gz here)",
      },
      { name: "force", about: "replace the file if it is there" },
    ],
    examples: [
      "memory-keeper export",
      "memory-keeper export --out tides.tar.gz",
    ],
    load: async () => (await import("./commands/moving.ts")).pack,
  },
  {
    name: "import-store",
    about: "Unpack what export made, as this project's memory",
    details:
      "Everything is checked before anything changes: names, sizes, digests " +
      "and whose key signed it. An archive of another key, as on a new " +
      "machine, needs --trust. Memory that is here already is never mixed " +
      "with it; with --replace it becomes a backup next to the store.",
    positionals: [{ name: "file", about: "the archive", completes: "files" }],
    flags: [
      { name: "trust", about: "take an archive that your key did not sign" },
      { name: "replace", about: "keep what is here as a backup only" },
    ],
    examples: [
      "memory-keeper import-store tides.tar.gz",
      "memory-keeper import-store tides.tar.gz --trust",
    ],
    load: async () => (await import("./commands/moving.ts")).unpack,
  },
];
