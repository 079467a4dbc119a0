/** Facts about a session of work: payloads, contexts, environment, files. */

import {
  eventsOf,
  type Evidence,
  type Fields,
  reached,
  requestsOf,
} from "./evidence.ts";
import { inSession, type Probe } from "./probe.ts";
import { DONE, EVENTS, TEXTS } from "./scenarios.ts";

const COMMON = ["session_id", "transcript_path", "cwd", "hook_event_name"];

/** Fields that the product reads, by event. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  SessionStart: ["source"],
  UserPromptSubmit: ["prompt"],
  PostToolUse: ["tool_name", "tool_input", "tool_response", "tool_use_id"],
  Stop: ["stop_hook_active", "last_assistant_message"],
  SessionEnd: ["reason"],
};

const has = (payload: Fields, names: readonly string[]) =>
  names.every((name) => payload[name] !== undefined);

export const WORK_PROBES: readonly Probe[] = [
  {
    name: "payloads",
    fact: "§2.3",
    says: "every payload has the fields that are read",
    look: inSession(
      "work",
      (work) =>
        Object.entries(FIELDS).every(([event, names]) => {
          const told = eventsOf(work, event);
          return told.length > 0 &&
            told.every((payload) => has(payload, [...COMMON, ...names]));
        }),
    ),
  },
  {
    name: "contexts",
    fact: "4",
    says:
      "contexts of start and prompt are in the first request, 10,000 characters",
    look: inSession("work", (work) => {
      const [first] = requestsOf(work, "main");
      return first !== undefined && first.text.includes(TEXTS.start) &&
        TEXTS.prompt.length === 10_000 && first.text.includes(TEXTS.prompt) &&
        TEXTS.long.length === 10_001 &&
        first.text.includes(TEXTS.long.slice(0, 1_000)) &&
        !reached(work, "main", "7413 ends here");
    }),
  },
  {
    name: "async-context",
    fact: "20",
    says: "context of an async PostToolUse arrives later in the same turn",
    look: inSession("work", (work) =>
      !reached(
        { ...work, requests: requestsOf(work, "main").slice(0, 1) },
        "main",
        TEXTS.tool,
      ) && reached(work, "main", TEXTS.tool, 2)),
  },
  {
    name: "stop-context",
    fact: "§3",
    says: "context of a Stop reaches the model, and the turn goes on",
    look: inSession("work", (work) => {
      const stops = eventsOf(work, "Stop");
      return reached(work, "main", TEXTS.stop, 4) && stops.length === 2 &&
        stops[1]?.["stop_hook_active"] === true;
    }),
  },
  {
    name: "failed-tool",
    fact: "§2.3",
    says: "PostToolUseFailure comes with the error, PostToolUse does not",
    look: inSession("work", (work) => {
      const [failure] = eventsOf(work, "PostToolUseFailure");
      return String(failure?.["error"]).startsWith("Exit code 3") &&
        eventsOf(work, "PostToolUse").length === 2;
    }),
  },
  {
    name: "session-end",
    fact: "6",
    says: "SessionEnd comes last in -p, its reason is other",
    look: inSession("work", ({ events }) => {
      const last = events.at(-1);
      return last?.name === "SessionEnd" && last.payload["reason"] === "other";
    }),
  },
  {
    name: "hook-environment",
    fact: "§2.4",
    says:
      "variables name project, plugin, session and entry point, after cd too",
    look: inSession("work", (work) => {
      const env = work.environments.get("Stop") ?? {};
      const [stop] = eventsOf(work, "Stop");
      return stop?.["cwd"] === `${work.project}/sub` &&
        env["CLAUDE_PROJECT_DIR"] === work.project &&
        env["CLAUDE_PLUGIN_ROOT"]?.endsWith("/lab $plugin") === true &&
        env["CLAUDE_CODE_SESSION_ID"] === sessionOf(work) &&
        env["CLAUDE_CODE_ENTRYPOINT"] === "sdk-cli";
    }),
  },
  {
    name: "attended",
    fact: "§2.4",
    says: "CLAUDE_CODE_SESSION_ATTENDED is 0 in -p",
    since: "2.1.287",
    look: inSession(
      "work",
      ({ environments }) =>
        environments.get("UserPromptSubmit")
          ?.["CLAUDE_CODE_SESSION_ATTENDED"] === "0",
    ),
  },
  {
    name: "terminal",
    fact: "24",
    says: "at a terminal auto mode is the default, and a session is attended",
    since: "2.1.287",
    look: inSession("terminal", (evidence) => {
      const env = evidence.environments.get("Stop") ?? {};
      const [stop] = eventsOf(evidence, "Stop");
      return stop?.["permission_mode"] === "auto" &&
        env["CLAUDE_CODE_ENTRYPOINT"] === "cli" &&
        env["CLAUDE_CODE_SESSION_ATTENDED"] === "1";
    }),
  },
  {
    name: "transcript",
    fact: "§7",
    says:
      "a transcript's entries name the client's version, at the end all are there",
    look: inSession("work", async (work, { client: { version } }) => {
      const [end] = eventsOf(work, "SessionEnd");
      const text = await Deno.readTextFile(String(end?.["transcript_path"]));
      return text.includes(`"version":"${version}"`) && text.includes(DONE);
    }),
  },
  {
    name: "registrations",
    fact: "2, 3",
    says: "all our events and the key modules are accepted, in exec form",
    look: async (scenarios) => {
      const sessions = [
        await scenarios.of("work"),
        await scenarios.of("module"),
      ];
      return EVENTS.includes("PostToolUseFailure") &&
        EVENTS.includes("PostCompact") && sessions.every(isAccepted);
    },
  },
];

const sessionOf = (evidence: Evidence) =>
  eventsOf(evidence, "SessionStart")[0]?.["session_id"];

/** The client reports no error, and the hooks ran. */
function isAccepted(evidence: Evidence): boolean {
  const init = evidence.printed.find(({ subtype }) => subtype === "init");
  const errors = init?.["plugin_errors"] ?? [];
  return init !== undefined && Array.isArray(errors) && errors.length === 0 &&
    eventsOf(evidence, "SessionStart").length === 1;
}
