/** The rows of `scribe`: what the plugin's hooks module starts. */

import type { CommandSpec, Flag } from "./command.ts";

const SESSION: Flag = {
  name: "session",
  value: "id",
  about: "the session the module runs in",
};

const ABOUT =
  "Plumbing of the plugin's hooks module, which carries texts to Claude Code's " +
  "own model connection and back; nothing here reaches a network.";

export const SCRIBE_COMMANDS: readonly CommandSpec[] = [
  {
    name: "scribe hello",
    about: "Say that the hooks module of a session is running",
    details: ABOUT,
    flags: [SESSION],
    load: async () => (await import("./commands/scribe.ts")).runHello,
  },
  {
    name: "scribe next",
    about: "Print the next text that waits for a summary, if one is due",
    details:
      `${ABOUT} With --json: {"id","system","prompt","maxTokens"}, and ` +
      '"rules" and "files" where there are any. The text is claimed for 15 ' +
      "minutes. Exit code 1 when nothing is due.",
    flags: [{
      name: "told",
      value: "ids",
      about: "the rules and facts it has told since",
    }, SESSION],
    load: async () => (await import("./commands/scribe.ts")).runNext,
  },
  {
    name: "scribe commit",
    about: "Record the model's answer to such a text, given on stdin",
    details: `${ABOUT} stdin is JSON: {"isAnswered","text","usage"}, or ` +
      '{"error"} where there is no answer; then the text waits for another try.',
    positionals: [{ name: "id", about: 'from "scribe next"' }],
    flags: [SESSION],
    load: async () => (await import("./commands/scribe.ts")).runCommit,
  },
];
