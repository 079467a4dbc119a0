/** Facts about a plugin's files and its hooks module. */

import { fromFileUrl } from "@std/path";
import { eventsOf, type Evidence, resultsOf } from "./evidence.ts";
import type { Probe } from "./probe.ts";
import { COMPLETION, DONE } from "./scenarios.ts";

const PLUGIN = fromFileUrl(new URL("../../plugin", import.meta.url));
const MODULES = { since: "2.1.287" } as const;

export const PLUGIN_PROBES: readonly Probe[] = [
  {
    name: "wrong-entry",
    fact: "2",
    says: "an unknown event drops its entry only, a bad guard the whole plugin",
    holds: { since: "2.1.287" },
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
    holds: MODULES,
    look: async (scenarios) => {
      const evidence = await scenarios.of("module");
      const [reply] = eventsOf(evidence, "module.reply");
      return reply?.["isAnswered"] === true && reply["text"] === COMPLETION &&
        resultsOf(evidence).join() === DONE;
    },
  },
  {
    name: "module-session",
    fact: "§10",
    says:
      "a module learns session and project at its start and at turn.complete",
    holds: MODULES,
    look: async (scenarios) => {
      const evidence = await scenarios.of("module");
      const { project } = evidence;
      const [start] = eventsOf(evidence, "SessionStart");
      const [classic] = eventsOf(evidence, "module.classic");
      const [turn] = eventsOf(evidence, "module.turn");
      const id = start?.["session_id"];
      return id !== undefined && classic?.["session_id"] === id &&
        classic["cwd"] === project && turn?.["id"] === id &&
        turn["root"] === project &&
        turn["version"] === scenarios.client.version;
    },
  },
  {
    name: "module-environment",
    fact: "§10",
    says:
      "a module's program has HOME and entry point, but no hook's variables",
    holds: MODULES,
    look: async (scenarios) => {
      const { environments, project } = await scenarios.of("module");
      const env = environments.get("module.turn");
      return env?.["CLAUDE_CODE_ENTRYPOINT"] === "sdk-cli" &&
        env["HOME"] !== undefined && env["PWD"] === `${project}/sub` &&
        env["CLAUDE_PROJECT_DIR"] === undefined &&
        env["CLAUDE_CODE_SESSION_ID"] === undefined &&
        env["CLAUDE_CODE_SESSION_ATTENDED"] === undefined;
    },
  },
  {
    name: "validate",
    fact: "§5",
    says: "plugin validate --strict passes our plugin",
    holds: "always",
    look: async (scenarios) => {
      const { code } = await scenarios.lab().claude([
        "plugin",
        "validate",
        "--strict",
        PLUGIN,
      ]);
      return code === 0;
    },
  },
];

/** The plugins that the client says it has loaded. */
function pluginsOf({ printed }: Evidence): string[] {
  const init = printed.find(({ subtype }) => subtype === "init");
  const plugins = (init?.["plugins"] ?? []) as { readonly name: string }[];
  return plugins.map(({ name }) => name);
}
