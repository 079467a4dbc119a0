/** What the doctor says about the earlier generation: its stores, and its plugin. */

import { objectOf } from "../../base/json.ts";
import { PLUGIN_ID } from "../../claude/marketplace.ts";
import { inspectOlder } from "../../legacy/door.ts";
import type { CheckContext } from "./check_context.ts";
import { type Findings, warning } from "./finding.ts";

/** Reported only if there is something; it is not a problem. */
export async function checkOlderStore(
  { store, world }: CheckContext,
): Promise<Findings> {
  const { begun, inPlace, home } = await inspectOlder(store, world);
  if (begun !== undefined) {
    return warning(
      "a migration was not finished; nothing is lost",
      begun === "legacy"
        ? "memory-keeper migrate legacy"
        : "memory-keeper migrate timezone --apply, with the same offset",
    );
  }
  if (!inPlace && home === undefined) return [];
  return warning(
    inPlace
      ? "its store is in use here as it is"
      : `it kept memory for a project of this name in ${home}`,
    "memory-keeper migrate legacy shows what it would do",
  );
}

export function checkOlderPlugin({ settings }: CheckContext): Findings {
  const [name] = PLUGIN_ID.split("@");
  const files = settings();
  // The strongest first: the first file that names a plugin decides.
  const said = new Map<string, unknown>();
  for (const { values } of files) {
    const plugins = objectOf(values?.["enabledPlugins"]);
    for (const [id, on] of Object.entries(plugins)) {
      if (!said.has(id)) said.set(id, on);
    }
  }
  const plugins = [...said].filter(([id, on]) =>
    on === true && id !== PLUGIN_ID && id.split("@")[0] === name
  ).map(([id]) =>
    warning(
      `the older plugin ${id} is enabled as well`,
      `claude plugin uninstall ${id}`,
    )
  );
  // It once wrote its hooks into the user's own settings.
  const hooks = files.filter(({ values }) =>
    values?.["hooks"] !== undefined &&
    /memory-keeper[^"]*\.js\b/.test(JSON.stringify(values["hooks"]))
  ).map(({ path }) =>
    warning(
      "hooks of the older plugin are in Claude Code's settings",
      `Remove the hooks that run memory-keeper's .js files from ${path}`,
    )
  );
  return [...plugins, ...hooks];
}
