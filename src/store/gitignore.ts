/** The store's .gitignore: memory is private until it is shared. */

import { WRITTEN_NAMES } from "./layout.ts";
import { readText } from "./read_file.ts";
import type { Store } from "./store.ts";

/** What a team may share: memory and knowledge, not logs, state or caches. */
const SHARED = [
  ".gitignore",
  "memory.md",
  "memory_*.md",
  "memory_*.summary.json",
  "facts.json",
  "concepts.json",
  ...WRITTEN_NAMES.map((name) => `${name}.md`),
];

export function writeGitignore(store: Store, share: boolean): void {
  write(store, share ? SHARED : []);
}

function write({ layout, files }: Store, shared: readonly string[]): void {
  const lines = ["*", ...shared.map((name) => `!${name}`)];
  files.replace(layout.gitignore, `${lines.join("\n")}\n`);
}

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
  const isShared = (name: string) => SHARED.includes(name);
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
  write(store, shared);
  return exposed;
}
