/**
 * An older plugin of the same name that Claude Code still runs: both would
 * write to the same store, and each prompt would get two sets of rules.
 */

import { objectOf } from "../base/json.ts";
import { PLUGIN_ID } from "./marketplace.ts";
import type { SettingsFile } from "./settings.ts";

const [NAME] = PLUGIN_ID.split("@");

/** What is there, and what to do about it. */
export function findOlderPlugins(settings: readonly SettingsFile[]) {
  // The strongest first: the first file that names a plugin decides.
  const said = new Map<string, unknown>();
  for (const { values } of settings) {
    const plugins = objectOf(values?.["enabledPlugins"]);
    for (const [id, on] of Object.entries(plugins)) {
      if (!said.has(id)) said.set(id, on);
    }
  }
  const plugins = [...said].filter(([id, on]) =>
    on === true && id !== PLUGIN_ID && id.split("@")[0] === NAME
  ).map(([id]) => ({
    what: `the older plugin ${id} is enabled as well`,
    remedy: `claude plugin uninstall ${id}`,
  }));
  // It once wrote its hooks into the user's own settings.
  const hooks = settings.filter(({ values }) =>
    values?.["hooks"] !== undefined &&
    /memory-keeper[^"]*\.js\b/.test(JSON.stringify(values["hooks"]))
  ).map(({ path }) => ({
    what: "hooks of the older plugin are in Claude Code's settings",
    remedy: `Remove the hooks that run memory-keeper's .js files from ${path}`,
  }));
  return [...plugins, ...hooks];
}
