/** What a session's log holds, for tests that look at it entry by entry. */

import type { ClientWorld } from "./client_world.ts";

export interface Entry {
  readonly role: string;
  readonly text?: string;
  readonly cmd?: string;
}

/** The entries of every session log of a project, by the session's short id. */
export function sessionLogs(world: ClientWorld): Map<string, Entry[]> {
  return new Map(
    world.names("sessions", /\.l1\.jsonl$/).map((name) => [
      name.slice(16, 24),
      world.read(`sessions/${name}`).split("\n").filter(Boolean)
        .map((line) => JSON.parse(line) as Entry),
    ]),
  );
}

/** All entries of a project. */
export const allEntries = (world: ClientWorld): Entry[] =>
  [...sessionLogs(world).values()].flat();

/** What was said by one side, in order. */
export const saidBy = (role: string, entries: readonly Entry[]): string[] =>
  entries.filter((one) => one.role === role).map(({ text = "" }) => text);

/** The user's prompts; older clients record /exit and the like among them. */
export const prompts = (entries: readonly Entry[]): string[] =>
  saidBy("user", entries).filter((text) => !text.startsWith("/"));

/** The full ids of the sessions that the store knows, those that began last last. */
export const sessionIds = (world: ClientWorld): string[] =>
  world.names("state", /^[0-9a-f-]{36}\.json$/).map((name) =>
    name.slice(0, 36)
  );
