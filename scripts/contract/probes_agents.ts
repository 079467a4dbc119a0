/** Facts about agents, compaction and forks. */

import {
  eventsOf,
  type Evidence,
  type Fields,
  reached,
  requestsOf,
  resultsOf,
} from "./evidence.ts";
import { inSession, type Probe } from "./probe.ts";
import {
  DONE,
  KEEP,
  NOTED,
  PARTS,
  partText,
  REPORT,
  SUMMARY,
} from "./scenarios.ts";

const HANDBACK = "SubagentHandback";

export const AGENT_PROBES: readonly Probe[] = [
  {
    name: "agent-parts",
    fact: "22",
    says: `${PARTS.length} contexts of SubagentStart all reach the agent`,
    look: inSession(
      "foreground",
      (evidence) =>
        PARTS.every((part) => reached(evidence, "clerk", partText(part))),
    ),
  },
  {
    name: "agent-report",
    fact: "24",
    says: "in default mode SubagentStop has the agent's last message",
    look: inSession("foreground", (evidence) => {
      const stops = eventsOf(evidence, "SubagentStop");
      const [start] = eventsOf(evidence, "SubagentStart");
      return stops.length === 1 &&
        stops[0]?.["last_assistant_message"] === REPORT &&
        stops[0]?.["agent_id"] === start?.["agent_id"];
    }),
  },
  {
    name: "background",
    fact: "25",
    says: "an agent runs in the background by default, and -p loses the answer",
    since: "2.1.220",
    look: inSession(
      "background",
      (evidence) => evidence.code === 0 && resultsOf(evidence).at(-1) === NOTED,
    ),
  },
  {
    name: "notification",
    fact: "11",
    says: "the end of a background agent is a prompt <task-notification>",
    look: inSession(
      "notified",
      (evidence) =>
        eventsOf(evidence, "UserPromptSubmit").some((one) =>
          String(one["prompt"]).startsWith("<task-notification>")
        ),
    ),
  },
  {
    name: "hand-back",
    fact: "24",
    says: "in auto mode the report is a SubagentHandback call, not a message",
    since: "2.1.287",
    look: inSession("handBack", async (evidence) => {
      const stops = stopsOf(evidence);
      const path = String(stops.at(-1)?.["agent_transcript_path"]);
      const transcript = await Deno.readTextFile(path);
      return stops.every((one) =>
        one["last_assistant_message"] === undefined
      ) && transcript.includes(`"name":"${HANDBACK}"`) &&
        transcript.includes(REPORT) && resultsOf(evidence).at(-1) === DONE;
    }),
  },
  {
    name: "spoken-report",
    fact: "24",
    says: "in auto mode an agent that only speaks stops four times",
    since: "2.1.287",
    look: inSession("spoken", (evidence) => {
      const stops = stopsOf(evidence);
      return stops.length === 4 &&
        stops.every((one) => one["last_assistant_message"] === REPORT) &&
        new Set(stops.map((one) => one["agent_id"])).size === 1;
    }),
  },
  {
    name: "agent-message",
    fact: "11",
    says: "in auto mode a background report is a prompt <agent-message from=",
    since: "2.1.287",
    look: inSession("handBackLater", (evidence) => {
      stopsOf(evidence);
      return eventsOf(evidence, "UserPromptSubmit").some((one) =>
        String(one["prompt"]).startsWith("<agent-message from=")
      );
    }),
  },
  {
    name: "before-compaction",
    fact: "10",
    says: "what PreCompact prints is in the summariser's request",
    look: inSession(
      "compaction",
      (evidence) =>
        requestsOf(evidence, "compact").length > 0 &&
        reached(evidence, "compact", KEEP),
    ),
  },
  {
    name: "after-compaction",
    fact: "9",
    says: "PreCompact, SessionStart(compact), PostCompact with the summary",
    look: inSession("compaction", (evidence) => {
      const order = evidence.events.filter(({ name, payload }) =>
        name.endsWith("Compact") || payload["source"] === "compact"
      ).map(({ name }) => name).join(" ");
      const [after] = eventsOf(evidence, "PostCompact");
      return order === "PreCompact SessionStart PostCompact" &&
        after?.["compact_summary"] === SUMMARY;
    }),
  },
  {
    name: "fork",
    fact: "23",
    says: "a forked session starts with source fork and an id of its own",
    since: "2.1.220",
    look: inSession("fork", (evidence) => {
      const starts = eventsOf(evidence, "SessionStart");
      return starts.length === 2 && starts[1]?.["source"] === "fork" &&
        starts[1]?.["session_id"] !== starts[0]?.["session_id"];
    }),
  },
];

function stopsOf(evidence: Evidence): Fields[] {
  const stops = eventsOf(evidence, "SubagentStop");
  if (stops.length === 0) throw new Error("No agent came to its end");
  return stops;
}
