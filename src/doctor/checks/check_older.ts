/** What the doctor says about the earlier generation: its stores, and its plugin. */

import { inspectOlder } from "../../legacy/door.ts";
import { findOlderPlugins } from "../../claude/older_plugins.ts";
import { type Findings, warning } from "./finding.ts";
import type { CheckContext } from "./check_context.ts";

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
  return findOlderPlugins(settings())
    .map(({ what, remedy }) => warning(what, remedy));
}
