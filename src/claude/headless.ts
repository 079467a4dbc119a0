/**
 * Whether a session runs without a person in front of it (`claude -p`, an SDK).
 * Its answer belongs to a script: such a session is never asked for anything.
 */

import type { World } from "../base/world.ts";

export function isHeadless(world: World): boolean {
  const attended = world.env("CLAUDE_CODE_SESSION_ATTENDED");
  if (attended !== undefined) return attended === "0";
  // Clients before that variable only say how they were started.
  return isHeadlessEntrypoint(world.env("CLAUDE_CODE_ENTRYPOINT"));
}

/**
 * Whether nothing but capture, context and recall is wanted: no default rules,
 * no receipt, no reminder.
 */
export function isQuietRun(
  config: { readonly headless: "capture" | "full" | "off" },
  world: World,
): boolean {
  return config.headless !== "full" && isHeadless(world);
}

/** The same for a transcript, by the `entrypoint` of its entries. */
export function isHeadlessEntrypoint(entrypoint: unknown): boolean {
  return typeof entrypoint === "string" && entrypoint.startsWith("sdk");
}
