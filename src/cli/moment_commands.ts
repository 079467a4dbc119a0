/** The rows of the table that are about the right moment. */

import type { CommandRows } from "./command.ts";
import { ALL, session } from "./shared_flags.ts";

export const MOMENT_COMMANDS: CommandRows = {
  fix: {
    about: "Ask what made an error go away the last time",
    details:
      "Looks for a command of this project that failed with the same error " +
      "and passed later, and says what was changed in between. Numbers, " +
      "paths, hashes and times do not matter. Sessions are told the same by " +
      "themselves when a command fails; with the setting crossProject also " +
      "from your other projects. Exit code 1 when nothing is known.",
    flags: ALL,
    positionals: {
      "[error...]": "the error text; - reads it from stdin",
    },
    examples: [
      'fix "error TS2307: Cannot find module"',
      "npm run build 2>&1 | memory-keeper fix",
      'fix --all "error TS2307: Cannot find module"',
    ],
    load: async () => (await import("./commands/moments.ts")).fix,
  },
  handoff: {
    about: "Print one page from which others can go on with a session's work",
    details:
      "Goal, state, open points, decisions with reasons, files, commands that " +
      "work and what failed, each with the id it is from; at most 6,000 " +
      "characters, made without a model. In Claude Code " +
      "/memory-keeper:handoff lets the model polish it.",
    flags: session(),
    examples: ["handoff", "handoff --session 3f2a9c11"],
    load: async () => (await import("./commands/session.ts")).handoff,
  },
  revive: {
    about: "Make a session that Claude Code has deleted resumable again",
    details:
      "Writes a transcript from this project's session log into Claude Code's " +
      "folder: what was said word for word, what tools did in a line each. A " +
      "transcript that is there is never replaced.",
    positionals: { "<session>": "its id, or the beginning of it" },
    examples: ["revive 3f2a9c11"],
    load: async () => (await import("./commands/session.ts")).revive,
  },
  quiet: {
    about: "Say no more about something, by its id",
    details:
      "Fixes, memories of a file and reminders of a rule name their id. What " +
      "is silenced stays in memory and is found by search. Without an id it " +
      "lists what is silenced.",
    positionals: { "[id]": "its id, as r003 or 3f2a9c11#41" },
    flags: {
      "--off": "say it again",
      "--given": "what was given in seven days, and what followed",
    },
    examples: ["quiet r003", "quiet --given"],
    load: async () => (await import("./commands/moments.ts")).quiet,
  },
};
