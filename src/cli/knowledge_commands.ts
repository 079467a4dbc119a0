/** The rows of the table that are about knowledge: facts, concepts, rules. */

import type { CommandSpec, Flag, Positional } from "./command.ts";
import { SESSION } from "./shared_flags.ts";

const FACT: Positional = {
  name: "id",
  about: "the fact's id, as d001",
  completes: "facts",
};
const CONCEPT: Positional = {
  name: "id",
  about: "the concept's id, as c001",
  completes: "concepts",
};
const LASTING: Positional = {
  name: "id",
  about: "its id, as r001 or s001",
  completes: "rules",
};
const FILES: Flag = {
  name: "files",
  value: "a,b",
  about: "the files it is about",
};
const REASON: Flag = { name: "reason", value: "text", about: "why" };
const TYPES = ["decision", "pattern", "issue"];

export const KNOWLEDGE_COMMANDS: readonly CommandSpec[] = [
  {
    name: "remember",
    about: "Make a rule that every session gets",
    details:
      'The same as a prompt that begins with "remember:" or "기억해:". Older ' +
      "rules about the same thing are named, so that you can decide which " +
      'one holds. With --global, or "remember everywhere:" and "기억해 전체:" ' +
      "in a prompt, it goes to rules.md in the folder memory-keeper of Claude " +
      "Code's folder and with the prompts of every project.",
    positionals: [{
      name: "rule",
      about: "the rule; - reads it from stdin",
      many: true,
    }],
    flags: [REASON, { name: "global", about: "for every project of yours" }],
    examples: [
      'memory-keeper remember "Round last, never in between"',
      'memory-keeper remember --global "Answer in Korean"',
    ],
    load: async () => (await import("./commands/permanent.ts")).remember,
  },
  {
    name: "facts list",
    about: "Show decisions, patterns and issues",
    positionals: [{
      name: "word",
      about: "only facts that have these words",
      optional: true,
      many: true,
    }],
    flags: [
      {
        name: "type",
        value: "type",
        about: TYPES.join(", "),
        completes: TYPES,
      },
      {
        name: "status",
        value: "status",
        about: "open or resolved issues",
        completes: ["open", "resolved"],
      },
      {
        name: "concept",
        value: "name",
        about: "of one concept, by id or name",
      },
      { ...SESSION, about: "of one session" },
      { name: "limit", value: "n", about: "the newest n" },
    ],
    examples: ["memory-keeper facts list --type issue --status open"],
    load: async () => (await import("./commands/facts.ts")).list,
  },
  {
    name: "facts show",
    about: "Print everything about one fact",
    positionals: [FACT],
    load: async () => (await import("./commands/facts.ts")).show,
  },
  {
    name: "facts add",
    about: "Add a decision, a pattern or an issue",
    details: "One that says the same as a known fact is not added again.",
    positionals: [
      { name: "type", about: "what it is", choices: TYPES },
      { name: "text", about: "what it says", many: true },
    ],
    flags: [
      REASON,
      FILES,
      { name: "keywords", value: "a,b", about: "words it is found by" },
      { name: "concept", value: "name", about: "a concept's id, or a name" },
      { ...SESSION, about: "the session it comes from" },
    ],
    examples: [
      'memory-keeper facts add decision "Round last" --reason "late tides"',
    ],
    load: async () => (await import("./commands/facts.ts")).add,
  },
  {
    name: "facts resolve",
    about: "Mark an issue as resolved",
    positionals: [
      FACT,
      { name: "how", about: "what resolved it", optional: true, many: true },
    ],
    load: async () => (await import("./commands/facts.ts")).resolve,
  },
  {
    name: "facts reopen",
    about: "Mark an issue as open again",
    positionals: [FACT],
    load: async () => (await import("./commands/facts.ts")).reopen,
  },
  {
    name: "facts remove",
    about: "Remove a fact; its id is not used again",
    positionals: [FACT],
    load: async () => (await import("./commands/facts.ts")).remove,
  },
  {
    name: "facts import",
    aliases: ["save-l2"],
    about: "Record the facts of a session, given as JSON on stdin",
    details:
      "Each fact needs evidence: words quoted from that session's log, at " +
      "least four, or a name out of the code. What is not found there is " +
      "refused. At most 10 facts at a time.",
    positionals: [{
      name: "session",
      about: "its id, or how it begins",
      completes: "sessions",
    }],
    flags: [{
      name: "later",
      about: "have the facts extracted in a coming turn; reads no stdin",
    }],
    examples: [
      "memory-keeper facts import 3f2a9c11 < facts.json",
      "memory-keeper facts import 3f2a9c11 --later",
    ],
    load: async () => (await import("./commands/facts.ts")).importJson,
  },
  {
    name: "concepts list",
    aliases: ["update-concepts"],
    about: "Show what the facts are about, newest first",
    details:
      "A fact joins the concept whose name is 70 % like the one it brings: " +
      "word by word, long words count for more, order does not.",
    load: async () => (await import("./commands/concepts.ts")).list,
  },
  {
    name: "concepts show",
    about: "Print a concept and its facts",
    positionals: [CONCEPT],
    load: async () => (await import("./commands/concepts.ts")).show,
  },
  {
    name: "concepts rename",
    about: "Give a concept another name",
    positionals: [CONCEPT, {
      name: "name",
      about: "the new name",
      many: true,
    }],
    load: async () => (await import("./commands/concepts.ts")).rename,
  },
  {
    name: "concepts merge",
    about: "Make one concept part of another",
    positionals: [
      { ...CONCEPT, name: "from", about: "the one that is removed" },
      { ...CONCEPT, name: "into", about: "the one that is kept" },
    ],
    load: async () => (await import("./commands/concepts.ts")).merge,
  },
  {
    name: "rules list",
    aliases: ["rules", "permanent list"],
    about: "Show rules, solutions and core logic",
    load: async () => (await import("./commands/permanent.ts")).list,
  },
  {
    name: "rules add",
    aliases: ["permanent add"],
    about: "Add a rule, a solution or core logic",
    details: "A solution needs the problem and what solved it, core logic a " +
      "feature and how it works: two texts in quotation marks.",
    positionals: [
      {
        name: "kind",
        about: "what it is",
        choices: ["rule", "solution", "core-logic"],
      },
      { name: "text", about: "what it says", many: true },
    ],
    flags: [
      REASON,
      FILES,
      { name: "attempts", value: "n", about: "tries until it was solved" },
    ],
    examples: [
      'memory-keeper rules add rule "Round last"',
      'memory-keeper rules add solution "EMFILE in tests" "run them in turn"',
      'memory-keeper rules add core-logic "tides" "the moon, then the sun"',
    ],
    load: async () => (await import("./commands/permanent.ts")).add,
  },
  {
    name: "rules validate",
    aliases: ["permanent validate"],
    about: "Say that a rule or solution held again",
    positionals: [LASTING],
    load: async () => (await import("./commands/permanent.ts")).validate,
  },
  {
    name: "rules contradict",
    aliases: ["permanent contradict"],
    about: "Say that a rule or solution did not hold",
    details:
      "With two contradictions and a confidence below 0.7 it is proposed for " +
      "removal; nothing is removed by itself.",
    positionals: [LASTING],
    load: async () => (await import("./commands/permanent.ts")).contradict,
  },
  {
    name: "rules remove",
    aliases: ["permanent remove"],
    about: "Remove a rule, a solution or core logic",
    positionals: [LASTING],
    load: async () => (await import("./commands/permanent.ts")).remove,
  },
  {
    name: "reflect",
    about: "Show what came up in three sessions or more, and may be a rule",
    details:
      "With --apply the named candidates are promoted; without names all " +
      "decisions and patterns that are listed. A decision or pattern becomes " +
      "a rule, a resolved issue a solution, a word or file core logic. A rule " +
      "that three projects have is proposed for every project.",
    positionals: [{
      name: "candidate",
      about: "its id, as listed",
      optional: true,
      many: true,
    }],
    flags: [
      { name: "apply", about: "promote them" },
      { name: "text", value: "text", about: "in these words instead" },
    ],
    examples: [
      "memory-keeper reflect",
      "memory-keeper reflect --apply d003",
    ],
    load: async () => (await import("./commands/reflect.ts")).run,
  },
];
