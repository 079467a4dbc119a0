/** A project's open store: where things are, how to write, how to lock. */

import { UserError } from "../base/errors.ts";
import type { Config } from "./config_keys.ts";
import { writeGitignore } from "./gitignore.ts";
import { type Layout, localName, storeLayout } from "./layout.ts";
import { keptOutFolder, restoreKeptOut } from "./kept_out_copy.ts";
import { noteProject } from "./known_projects.ts";
import type { OffPeriod } from "../base/off_period.ts";
import { withLock } from "./lock.ts";
import { noteForeign } from "./owner.ts";
import { baseName, parentOf } from "../base/path_text.ts";
import { type Project, storeEntries } from "./project.ts";
import { listNames, stampFiles, statFile } from "./read_file.ts";
import { makeFolder } from "./file_kinds.ts";
import { StoreFiles } from "./store_files.ts";
import { teamFolder } from "./team_folder.ts";
import { Deadline } from "../base/timeout.ts";

export interface Store {
  readonly project: Project;
  readonly config: Config;
  readonly layout: Layout;
  readonly files: StoreFiles;
  /** When memory was off, as an event found it; else it is read where needed. */
  readonly off?: readonly OffPeriod[];
  /** Shows a line to the user; absent in hooks, which only log. */
  readonly notify?: (line: string) => void;
  /** Shares what is new; called under the store's lock. */
  readonly share?: (store: Store) => Promise<void>;
}

export function openStore(project: Project): Store {
  return {
    project,
    config: project.config.values,
    layout: {
      ...localLayout(project),
      ...project.keptOutLists,
      team: teamFolder(project),
      keptOut: keptOutFolder(project),
      hidesItem: project.forgotten &&
        ((text) => (project.forgotten?.cut(text).count ?? 0) > 0),
    },
    files: new StoreFiles(project.boundary),
  };
}

/** The same store, after files were added that it would be opened with. */
export function reopenStore({ project }: Store): Store {
  return openStore({ ...project, entries: storeEntries(project.storeDir) });
}

/** Each file under the name it really has; local ones are rare. */
function localLayout({ storeDir, entries }: Project): Layout {
  const layout = storeLayout(storeDir);
  const placeOf = (path: string) => {
    const local = localName(path);
    const isThere = entries.has(baseName(local)) && statFile(local)?.isFile;
    return isThere ? local : path;
  };
  return {
    ...layout,
    memory: placeOf(layout.memory),
    facts: placeOf(layout.facts),
    concepts: placeOf(layout.concepts),
  };
}

export function storeExists(store: Store): boolean {
  return statFile(store.layout.dir)?.isDirectory ?? false;
}

/** Whether anything was ever remembered here; logs alone are not memory. */
export function hasMemory({ memory, facts }: Layout): boolean {
  return [memory, facts].some((path) => statFile(path)?.isFile);
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
  if (statFile(store.layout.gitignore)) {
    if (!claimed.has(store.project)) claimStore(store);
    return;
  }
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
  // Before anything else: another process may look at it meanwhile.
  claimStore(store, true);
  noteProject(store.project);
  // Last: without it all of this is done again after a kill.
  writeGitignore(store, config.share);
}

/** Those whose marks were written or found in this process. */
const claimed = new WeakSet<Project>();

/** Mark the store as this user's, and note a verdict against the other one. */
function claimStore(store: Store, isNew = false): void {
  const { project, layout, files } = store;
  const { owner: { mark, isMarked }, foreign } = project;
  clearFolders(store);
  if (mark && (isNew || !isMarked)) files.replace(mark.path, mark.text);
  if (foreign !== undefined) noteForeign(files, layout.foreignNote, foreign);
  restoreKeptOut(store);
  claimed.add(project);
}

/**
 * Move away files that are in the place of our folders: nothing could be kept.
 */
function clearFolders({ project: { entries }, layout, files }: Store): void {
  const { dir, states, sessions } = layout;
  const folders = [
    states,
    sessions,
    ...["delta", "logs", ".cache"].map((name) => `${dir}/${name}`),
  ].filter((folder) => entries.get(baseName(folder))?.isDirectory === false);
  for (const folder of [...folders, parentOf(layout.owner("")) ?? dir]) {
    const info = statFile(folder);
    if (info && !info.isDirectory) files.moveAside(folder);
  }
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
  return withLockOf(store, store.layout.storeLock, claim, async () => {
    // Every file that is copied lies in this folder and is replaced as a whole.
    const before = changedAt(store);
    try {
      return await body();
    } finally {
      // Also what a killed process has left unshared.
      await store.share?.(store);
      if (changedAt(store) !== before) {
        const { leaveBackup } = await import("./backup.ts");
        leaveBackup(store);
      }
    }
  });
}

const changedAt = ({ layout: { dir, memory, facts } }: Store) =>
  stampFiles([dir, memory, facts]);

/** The same for a change that a person or a summary makes: `undo` knows it. */
export async function withJournal<T>(
  store: Store,
  claim: Claim,
  body: () => T | Promise<T>,
): Promise<T> {
  const { journaled } = await import("./journal.ts");
  return await withStoreLock(
    store,
    claim,
    () => journaled(store, claim.who, body),
  );
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
