/** Facts about a plugin's files and its hooks module. */

import { fromFileUrl } from "@std/path";
import { eventsOf, type Evidence, resultsOf } from "./evidence.ts";
import { inSession, type Probe } from "./probe.ts";
import { COMPLETION, DONE } from "./scenarios.ts";

const PLUGIN = fromFileUrl(new URL("../../plugin", import.meta.url));
/** Variables that hooks have and a module's programs lack. */
const HOOKS_ONLY = [
  "CLAUDE_PROJECT_DIR",
  "CLAUDE_PLUGIN_ROOT",
  "CLAUDE_CODE_SESSION_ID",
  "CLAUDE_CODE_SESSION_ATTENDED",
];

const MODULES = "2.1.287";

export const PLUGIN_PROBES: readonly Probe[] = [
  {
    name: "wrong-entry",
    fact: "2",
    says: "an unknown event drops its entry only, a bad guard the whole plugin",
    since: "2.1.287",
    look: async (scenarios) => {
      const event = await scenarios.of("badEvent");
      const guard = await scenarios.of("badGuard");
      return eventsOf(event, "Stop").length === 1 &&
        !pluginsOf(guard).includes("lab");
    },
  },
  {
    name: "module",
    fact: "26",
    says:
      "at turn.complete a module may ask a model; the answer stays the user's",
    since: MODULES,
    look: inSession("module", (evidence) => {
      const [reply] = eventsOf(evidence, "module.reply");
      return reply?.["isAnswered"] === true && reply["text"] === COMPLETION &&
        resultsOf(evidence).join() === DONE;
    }),
  },
  {
    name: "module-session",
    fact: "§10",
    says:
      "a module asks for session and project; its programs' variables lack them",
    since: MODULES,
    look: inSession("module", (evidence, scenarios) => {
      const env = evidence.environments.get("module.turn") ?? {};
      return knowsSession(evidence, scenarios.client.version) &&
        env["CLAUDE_CODE_ENTRYPOINT"] === "sdk-cli" &&
        env["PWD"] === `${evidence.project}/sub` &&
        HOOKS_ONLY.every((name) => env[name] === undefined);
    }),
  },
  {
    name: "validate",
    fact: "§5",
    says: "plugin validate --strict passes our plugin",
    look: async (scenarios) => {
      const words = ["plugin", "validate", "--strict", PLUGIN];
      const { code } = await scenarios.lab().claude(words);
      return code === 0;
    },
  },
];

function pluginsOf({ printed }: Evidence): string[] {
  const init = printed.find(({ subtype }) => subtype === "init");
  const plugins = (init?.["plugins"] ?? []) as { readonly name: string }[];
  return plugins.map(({ name }) => name);
}

/** What a module gets at its start, and at turn.complete. */
function knowsSession(evidence: Evidence, version: string): boolean {
  const { project } = evidence;
  const [start] = eventsOf(evidence, "SessionStart");
  const [classic] = eventsOf(evidence, "module.classic");
  const [turn] = eventsOf(evidence, "module.turn");
  const id = start?.["session_id"];
  return id !== undefined && classic?.["session_id"] === id &&
    classic["cwd"] === project && turn?.["id"] === id &&
    turn["root"] === project && turn["version"] === version;
}
