/** The commands for stores of the earlier generation; part of the table. */

import type { CommandRows } from "./command.ts";

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
