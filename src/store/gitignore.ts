/** The store's .gitignore: memory is private until it is shared. */

import type { Config } from "./config_keys.ts";
import { WRITTEN_NAMES } from "./layout.ts";
import { readText } from "./read_file.ts";
import type { Store } from "./store.ts";
import { isRepository } from "./team_folder.ts";

/** What a team may see: items made to be shared, and nothing else. */
const SHARED = [".gitignore", "team/", "team/**"];

/** Whether a name is one of them, and not a private file of version 0.1. */
export const isTeamsOwn = (name: string) => SHARED.includes(name);

/** What version 0.1 let git see; it stays open until the user closes it. */
const SHARED_BEFORE = [
  "memory.md",
  "memory_*.md",
  "memory_*.summary.json",
  "facts.json",
  "concepts.json",
  ...WRITTEN_NAMES.map((name) => `${name}.md`),
];

export function writeGitignore(store: Store, share: Config["share"]): void {
  const { layout, files } = store;
  files.replace(layout.gitignore, gitignoreText(store, share));
}

/** A team's folder with a repository of its own is not the project's. */
export const gitignoreText = (
  { layout }: Store,
  share: Config["share"],
): string => render(share === false || isRepository(layout.team) ? [] : SHARED);

/** What a killed process leaves half-written is never for git. */
const render = (shared: readonly string[]) =>
  [
    "*",
    ...shared.map((name) => `!${name}`),
    ...(shared.includes("team/") ? ["*.tmp"] : []),
    "",
  ].join("\n");

export interface Ignored {
  /** What it lets git see that a team may share. */
  readonly shared: readonly string[];
  /** What else it lets git see. */
  readonly exposed: readonly string[];
}

export function parseGitignore(text: string): Ignored {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  if (!lines.includes("*")) return { shared: [], exposed: ["everything"] };
  const opened = lines.filter((line) => line.startsWith("!"))
    .map((line) => line.slice(1).replace(/^\//, ""));
  const isShared = (name: string) =>
    isTeamsOwn(name) || SHARED_BEFORE.includes(name);
  return {
    shared: opened.filter(isShared),
    exposed: opened.filter((name) => !isShared(name)),
  };
}

/**
 * A .gitignore that came with the project may share what teams share, and
 * nothing else. One that the user wrote is left: the doctor speaks of it.
 *
 * @returns what it had let git see, if it was rewritten
 */
export async function closeGitignore(
  store: Store,
): Promise<readonly string[]> {
  const { gitignore } = store.layout;
  const { shared, exposed } = parseGitignore(readText(gitignore) ?? "*");
  if (exposed.length === 0) return [];
  const { isTracked } = await import("./tracked_files.ts");
  if (!isTracked(gitignore)) return [];
  store.files.replace(gitignore, render(shared));
  return exposed;
}

/**
 * Of a store that the user accepts: what it lets git see was not the user's
 * choice, unless a team shares it through git.
 *
 * @returns what it had let git see, if it was rewritten
 */
export async function resetGitignore(
  store: Store,
  share: Config["share"],
): Promise<readonly string[]> {
  const { gitignore } = store.layout;
  const { isTracked } = await import("./tracked_files.ts");
  if (isTracked(gitignore)) return await closeGitignore(store);
  const { shared, exposed } = parseGitignore(readText(gitignore) ?? "*");
  const opened = [...shared, ...exposed]
    .filter((name) => share === false || !isTeamsOwn(name));
  if (opened.length > 0) writeGitignore(store, share);
  return opened;
}
