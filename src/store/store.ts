/** A project's store, opened: where things lie, how to write, how to lock. */

import { UserError } from "../errors.ts";
import type { Config } from "./config_keys.ts";
import { type Layout, storeLayout } from "./layout.ts";
import { withLock } from "./lock.ts";
import { parentOf } from "./path_text.ts";
import type { Project } from "./project.ts";
import { statFile } from "./read_file.ts";
import { StoreFiles } from "./store_files.ts";

export interface Store {
  readonly project: Project;
  readonly config: Config;
  readonly layout: Layout;
  readonly files: StoreFiles;
  /** Says a line to a person, where one is there; hooks only log. */
  readonly notify?: (line: string) => void;
}

export function openStore(project: Project): Store {
  return {
    project,
    config: project.config.values,
    layout: storeLayout(project.storeDir),
    files: new StoreFiles(project.boundary),
  };
}

export function storeExists(store: Store): boolean {
  return statFile(store.layout.dir)?.isDirectory ?? false;
}

/** For commands that have nothing to do without a store. */
export function assertStoreExists(store: Store): Store {
  if (storeExists(store)) return store;
  throw new UserError("refused", `No memory in ${store.project.root} yet`, [
    "It begins with the first prompt in Claude Code, or with " +
    '"memory-keeper import"',
  ]);
}

/**
 * Make the store if it is missing. Whoever writes into it does this first, or
 * git would show what is private: an earlier tool's store has no .gitignore.
 */
export function ensureStore(store: Store): void {
  const { layout, files, config } = store;
  if (statFile(layout.gitignore)) return;
  if (files.isStray(layout.gitignore)) files.moveAside(layout.gitignore);
  // `.claude` itself is not ours: it gets the usual permissions.
  const above = parentOf(layout.dir);
  if (above) Deno.mkdirSync(above, { recursive: true });
  writeGitignore(store, config.share);
}

/** What a team may share: words that were kept, not logs, state or caches. */
const SHARED = [
  ".gitignore",
  "memory.md",
  "memory_*.md",
  "memory_*.summary.json",
  "facts.json",
  "concepts.json",
  "project.md",
  "architecture.md",
  "conventions.md",
  "workflow.md",
  "lessons.md",
  "rules.md",
];

/** Memory is private until it is shared. */
export function writeGitignore({ layout, files }: Store, share: boolean): void {
  const lines = ["*", ...(share ? SHARED.map((name) => `!${name}`) : [])];
  files.replace(layout.gitignore, `${lines.join("\n")}\n`);
}

/** Who wants a lock, and how long they can wait. */
export interface Claim {
  readonly who: string;
  readonly waitMs: number;
}

/** For memory.md, the index, facts and concepts: milliseconds, never longer. */
export function withStoreLock<T>(
  store: Store,
  claim: Claim,
  body: () => T | Promise<T>,
): Promise<T> {
  const { layout, files } = store;
  ensureStore(store);
  return withLock(files, { path: layout.storeLock, ...claim }, body);
}

/** For one session's state and L1. Taken before the store's, never after. */
export function withSessionLock<T>(
  store: Store,
  sessionId: string,
  claim: Claim,
  body: () => T | Promise<T>,
): Promise<T> {
  const { layout, files } = store;
  ensureStore(store);
  return withLock(
    files,
    { path: layout.sessionLock(sessionId), ...claim },
    body,
  );
}
