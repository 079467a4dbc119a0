/** A project's open store: where things are, how to write, how to lock. */

import { UserError } from "../base/errors.ts";
import type { Config } from "./config_keys.ts";
import { type Layout, storeLayout } from "./layout.ts";
import { noteProject } from "./known_projects.ts";
import { withLock } from "./lock.ts";
import { parentOf } from "../base/path_text.ts";
import type { Project } from "./project.ts";
import { listNames, statFile } from "./read_file.ts";
import { makeFolder } from "./file_kinds.ts";
import { StoreFiles } from "./store_files.ts";
import { Deadline } from "../base/timeout.ts";

export interface Store {
  readonly project: Project;
  readonly config: Config;
  readonly layout: Layout;
  readonly files: StoreFiles;
  /** Shows a line to the user; absent in hooks, which only log. */
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
 * Create the store if it is missing. Call this before any write, or git would
 * show private files: an earlier tool's store has no .gitignore.
 */
export function ensureStore(store: Store): void {
  if (statFile(store.layout.gitignore)) return;
  try {
    makeStore(store);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    // Another process cleared the store meanwhile.
    makeStore(store);
  }
}

function makeStore(store: Store): void {
  const { layout, files, config } = store;
  if (files.isUnwritable(layout.gitignore)) files.moveAside(layout.gitignore);
  // `.claude` itself is not ours: it gets the usual permissions.
  const above = parentOf(layout.dir);
  if (above) makeFolder(above);
  writeGitignore(store, config.share);
  noteProject(store.project);
}

/** What a team may share: memory and knowledge, not logs, state or caches. */
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

/** Who wants a lock, and how long it can wait. */
export interface Claim {
  readonly who: string;
  readonly waitMs: number;
}

/** For memory.md, the index, facts and concepts; held for milliseconds only. */
export function withStoreLock<T>(
  store: Store,
  claim: Claim,
  body: () => T | Promise<T>,
): Promise<T> {
  return withLockOf(store, store.layout.storeLock, claim, body);
}

/** For one session's state and log. Taken before the store's, never after. */
export function withSessionLock<T>(
  store: Store,
  sessionId: string,
  claim: Claim,
  body: () => T | Promise<T>,
): Promise<T> {
  return withLockOf(store, store.layout.sessionLock(sessionId), claim, body);
}

/** The store may be cleared during the wait: then it is created again. */
function withLockOf<T>(
  store: Store,
  path: string,
  claim: Claim,
  body: () => T | Promise<T>,
): Promise<T> {
  ensureStore(store);
  return withLock(store.files, { path, ...claim }, () => {
    ensureStore(store);
    return body();
  });
}

/**
 * Every lock, to remove the whole store: the migrations', those of all
 * sessions, then the store's. A session that begins meanwhile is included; one
 * that begins later needs the store's lock before it writes.
 */
export async function withAllLocks<T>(
  { layout, files }: Store,
  { who, waitMs }: Claim,
  body: () => T | Promise<T>,
): Promise<T> {
  const limit = new Deadline(waitMs);
  const held = new Set<string>();
  const missing = () =>
    [
      layout.migrationLock,
      ...listNames(layout.states).map((name) => `${layout.states}/${name}`),
    ].filter((path) =>
      path.endsWith(".lock") && path !== layout.storeLock &&
      !held.has(path) && statFile(path) !== undefined
    );
  const hold = <R>(path: string, then: () => R | Promise<R>): Promise<R> => {
    held.add(path);
    const left = Math.ceil(limit.remainingMs());
    return withLock(files, { path, who, waitMs: left }, then);
  };
  // The store's lock comes last: if there is a new session, start again.
  const holdAll = async (paths: readonly string[], at = 0): Promise<T> => {
    const path = paths[at];
    if (path !== undefined) {
      return await hold(path, () => holdAll(paths, at + 1));
    }
    const done = await hold(layout.storeLock, async () => {
      const more = missing();
      return more.length > 0 ? { more } : { result: await body() };
    });
    return "result" in done ? done.result : await holdAll(done.more);
  };
  return await holdAll(missing());
}

/** Tells a store from the new one in its place after it was cleared. */
export function storeNumber({ layout }: Store): number | null | undefined {
  return statFile(layout.dir)?.ino;
}
