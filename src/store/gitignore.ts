/** The store's .gitignore: memory is private until it is shared. */

import type { Config } from "./config_keys.ts";
import { WRITTEN_NAMES } from "./layout.ts";
import { listNames, readText } from "./read_file.ts";
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

interface Ignored {
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
 * A .gitignore that came with the project may share what a team shares, and
 * nothing that is private here. One that the user wrote is left: the doctor speaks of it.
 *
 * @returns what it had let git see, if it was rewritten
 */
export async function closeGitignore(
  store: Store,
): Promise<readonly string[]> {
  const { layout, config } = store;
  const { gitignore } = layout;
  const { shared, exposed } = parseGitignore(readText(gitignore) ?? "*");
  if (isClosed(readText(gitignore) ?? "*")) return [];
  const { isTracked, readTracked } = await import("./tracked_files.ts");
  if (!isTracked(gitignore)) return [];
  const tracked = readTracked(layout.dir);
  const names = listNames(layout.dir).filter((name) => tracked.has(name));
  // Of version 0.1: what a team has in git already, or what the user shares.
  const stays = (name: string) =>
    isTeamsOwn(name) || config.share !== false ||
    names.some((one) => isMatch(name, one));
  const closed = [...exposed, ...shared.filter((name) => !stays(name))];
  if (closed.length === 0) return [];
  store.files.replace(gitignore, render(shared.filter(stays)));
  return closed;
}

/** Whether a name is what a line of `SHARED_BEFORE` opens. */
function isMatch(line: string, name: string): boolean {
  const [start = "", end] = line.split("*");
  return end === undefined
    ? name === line
    : name.startsWith(start) && name.endsWith(end);
}

/** Whether git sees nothing with it that is not a team's. */
export function isClosed(text: string): boolean {
  const { shared, exposed } = parseGitignore(text);
  return exposed.length === 0 && shared.every(isTeamsOwn);
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
