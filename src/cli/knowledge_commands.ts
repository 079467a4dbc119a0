/** The rows about knowledge (facts, concepts, rules) and about the right moment. */

import type { CommandRows } from "./command.ts";
import { ALL, session } from "./shared_flags.ts";

const FACT = {
  "<id>": { about: "the fact's id, as d001", completes: "facts" },
} as const;
const CONCEPT = {
  "<id>": { about: "the concept's id, as c001", completes: "concepts" },
} as const;
const LASTING = {
  "<id>": { about: "its id, as r001 or s001", completes: "rules" },
} as const;
const FILES = { "--files <a,b>": "the files it is about" } as const;
const REASON = { "--reason <text>": "why" } as const;
const TYPES = ["decision", "pattern", "issue"];

export const KNOWLEDGE_COMMANDS: CommandRows = {
  remember: {
    about: "Make a rule that every session gets",
    details:
      'The same as a prompt that begins with "remember:" or "기억해:". Older ' +
      "rules about the same thing are named, so that you can decide which " +
      'one holds. With --global, or "remember everywhere:" and "기억해 전체:" ' +
      "in a prompt, it goes to rules.md in the folder memory-keeper of Claude " +
      "Code's folder and with the prompts of every project.",
    positionals: {
      "<rule...>": "the rule; - reads it from stdin",
    },
    flags: {
      ...REASON,
      "--global": "for every project of yours",
    },
    examples: [
      'remember "Round last, never in between"',
      'remember --global "Answer in Korean"',
    ],
    load: async () => (await import("./commands/permanent.ts")).remember,
  },
  "facts list": {
    about: "Show decisions, patterns and issues",
    positionals: {
      "[word...]": "only facts that have these words",
    },
    flags: {
      "--type <type>": { about: TYPES.join(", "), completes: TYPES },
      "--status <status>": {
        about: "open or resolved issues",
        completes: ["open", "resolved"],
      },
      "--concept <name>": "of one concept, by id or name",
      ...session("of one session"),
      "--limit <n>": "the newest n",
    },
    examples: ["facts list --type issue --status open"],
    load: async () => (await import("./commands/facts.ts")).list,
  },
  "facts show": {
    about: "Print everything about one fact",
    positionals: FACT,
    load: async () => (await import("./commands/facts.ts")).show,
  },
  "facts add": {
    about: "Add a decision, a pattern or an issue",
    details: "One that says the same as a known fact is not added again.",
    positionals: {
      "<type>": { about: "what it is", choices: TYPES },
      "<text...>": "what it says",
    },
    flags: {
      ...REASON,
      ...FILES,
      "--keywords <a,b>": "words it is found by",
      "--concept <name>": "a concept's id, or a name",
      ...session("the session it comes from"),
    },
    examples: ['facts add decision "Round last" --reason "late tides"'],
    load: async () => (await import("./commands/facts.ts")).add,
  },
  "facts resolve": {
    about: "Mark an issue as resolved",
    positionals: {
      ...FACT,
      "[how...]": "what resolved it",
    },
    load: async () => (await import("./commands/facts.ts")).resolve,
  },
  "facts reopen": {
    about: "Mark an issue as open again",
    positionals: FACT,
    load: async () => (await import("./commands/facts.ts")).reopen,
  },
  "facts remove": {
    about: "Remove a fact; its id is not used again",
    positionals: FACT,
    load: async () => (await import("./commands/facts.ts")).remove,
  },
  "facts import": {
    aliases: ["save-l2"],
    about: "Record the facts of a session, given as JSON on stdin",
    details:
      "Each fact needs evidence: words quoted from that session's log, at " +
      "least four, or a name out of the code. What is not found there is " +
      "refused. At most 10 facts at a time.",
    positionals: {
      "<session>": { about: "its id, or how it begins", completes: "sessions" },
    },
    flags: {
      "--later": "have the facts extracted in a coming turn; reads no stdin",
    },
    examples: [
      "facts import 3f2a9c11 < facts.json",
      "facts import 3f2a9c11 --later",
    ],
    load: async () => (await import("./commands/facts.ts")).importJson,
  },
  "concepts list": {
    aliases: ["update-concepts"],
    about: "Show what the facts are about, newest first",
    details:
      "A fact joins the concept whose name is 70 % like the one it brings: " +
      "word by word, long words count for more, order does not.",
    load: async () => (await import("./commands/concepts.ts")).list,
  },
  "concepts show": {
    about: "Print a concept and its facts",
    positionals: {
      "<id...>": {
        about: "the concept's id, as c001, or its name",
        completes: "concepts",
      },
    },
    load: async () => (await import("./commands/concepts.ts")).show,
  },
  "concepts rename": {
    about: "Give a concept another name",
    positionals: {
      ...CONCEPT,
      "<name...>": "the new name",
    },
    load: async () => (await import("./commands/concepts.ts")).rename,
  },
  "concepts merge": {
    about: "Make one concept part of another",
    positionals: {
      "<from>": { about: "the one that is removed", completes: "concepts" },
      "<into>": { about: "the one that is kept", completes: "concepts" },
    },
    load: async () => (await import("./commands/concepts.ts")).merge,
  },
  "rules list": {
    aliases: ["rules", "permanent list"],
    about: "Show rules, solutions and core logic",
    load: async () => (await import("./commands/permanent.ts")).list,
  },
  "rules add": {
    aliases: ["permanent add"],
    about: "Add a rule, a solution or core logic",
    details: "A solution needs the problem and what solved it, core logic a " +
      "feature and how it works: two texts in quotation marks.",
    positionals: {
      "<kind>": {
        about: "what it is",
        choices: ["rule", "solution", "core-logic"],
      },
      "<text...>": "what it says",
    },
    flags: {
      ...REASON,
      ...FILES,
      "--attempts <n>": "tries until it was solved",
    },
    examples: [
      'rules add rule "Round last"',
      'rules add solution "EMFILE in tests" "run them in turn"',
      'rules add core-logic "tides" "the moon, then the sun"',
    ],
    load: async () => (await import("./commands/permanent.ts")).add,
  },
  "rules test": {
    aliases: ["permanent test"],
    about: "Show which of your rules a command or a file would trip",
    details:
      "A rule that names a command or a path plainly is told again at the " +
      'call that breaks it: "use pnpm, not npm", "never run make without ' +
      'OSD=sdl", "don\'t edit generated/". A rule that begins with ! is ' +
      'refused, if the setting tripwires is "deny". Without a command it ' +
      "lists what each rule trips on. Exit code 1 when none would.",
    positionals: {
      "[command...]": "a command line, or the path of a file",
    },
    examples: ['rules test "npm install"'],
    load: async () => (await import("./commands/permanent.ts")).test,
  },
  "rules validate": {
    aliases: ["permanent validate"],
    about: "Say that a rule or solution held again",
    positionals: LASTING,
    load: async () => (await import("./commands/permanent.ts")).validate,
  },
  "rules contradict": {
    aliases: ["permanent contradict"],
    about: "Say that a rule or solution did not hold",
    details:
      "With two contradictions and a confidence below 0.7 it is proposed for " +
      "removal; nothing is removed by itself.",
    positionals: LASTING,
    load: async () => (await import("./commands/permanent.ts")).contradict,
  },
  "rules remove": {
    aliases: ["permanent remove"],
    about: "Remove a rule, a solution or core logic",
    positionals: LASTING,
    load: async () => (await import("./commands/permanent.ts")).remove,
  },
  reflect: {
    about: "Show what came up in three sessions or more, and may be a rule",
    details:
      "With --apply the named candidates are promoted; without names all " +
      "decisions and patterns that are listed. A decision or pattern becomes " +
      "a rule, a resolved issue a solution, a word or file core logic. A rule " +
      "that three projects have is proposed for every project.",
    positionals: {
      "[candidate...]": "its id, as listed",
    },
    flags: {
      "--apply": "promote them",
      "--text <text>": "in these words instead",
    },
    examples: ["reflect", "reflect --apply d003"],
    load: async () => (await import("./commands/reflect.ts")).run,
  },
};

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
