/** Which files a session changed, by its edits and its shell commands. */

import { isCommit } from "./commits.ts";
import { asCode, isCommand, isEdit } from "./tool_actions.ts";
import type { L1Entry } from "../session/log_entry.ts";
import { shellChanges } from "./_shell_changes.ts";

/** Nearly all that a session reads lies in its project. */
const PROJECT_SHARE = 0.9;
/** Notes and scratch files lie elsewhere, whatever the project is. */
const OUTSIDE = /(?:^|\/)(?:\.claude|tmp|temp|node_modules)\//i;
const NAMES = 40;
const ROOT_CHARS = 50;

export interface ChangedFiles {
  readonly count: number;
  readonly root: string;
  /** Most edited first: `path`, `path` ×n, `path` (removed). */
  readonly names: readonly string[];
  /** Those of the project that changed after an entry. */
  readonly since: (at: number) => readonly string[];
}

interface Change {
  readonly path: string;
  readonly times: number;
  /** The entry that changed it first. */
  readonly from: number;
  /** The entry that changed it last. */
  readonly at: number;
  readonly gone: boolean;
}

/**
 * `project` is the folder that paths are told from, where it is known. Changes
 * before `first` are not told, but help to know the files by their names.
 */
export function changedFiles(
  entries: readonly L1Entry[],
  project = "",
  first = 0,
): ChangedFiles {
  const { changes, seen } = changesOf(entries, first);
  const found = projectRoot(changes.map(({ path }) => path), seen);
  const own = project.replaceAll("\\", "/").split("/");
  const isOwn = project !== "" && own.every((part, at) => part === found[at]);
  const root = isOwn ? own : found;
  const sorted = changes.sort((a, b) => b.times - a.times);
  const inProject = `${own.join("/")}/`;
  const isInside = (path: string) =>
    project !== "" && path.startsWith(inProject);
  const isOutside = (path: string) =>
    isInside(path)
      ? OUTSIDE.test(path.slice(inProject.length))
      : OUTSIDE.test(path) && !OUTSIDE.test(`${root.join("/")}/`);
  const nameOf = ({ path }: Change) => {
    const from = isInside(path) ? own : root;
    return asCode(relative(path, from));
  };
  return {
    count: sorted.length,
    root: isOwn ? "" : endOf(root),
    names: sorted.slice(0, NAMES).map((change) =>
      nameOf(change) +
      (change.gone ? " (removed)" : change.times > 1 ? ` ×${change.times}` : "")
    ),
    since: (after) =>
      sorted.filter(({ path, at }) => at > after && !isOutside(path))
        .map(nameOf),
  };
}

function changesOf(entries: readonly L1Entry[], first: number) {
  const changes = new Map<string, Change>();
  const known = new KnownPaths();
  const made = new Set<string>();
  const change = (path: string, at: number, gone = false) => {
    known.add(path);
    if (at < first) return;
    const { times = 0, from = at } = changes.get(path) ?? {};
    changes.set(path, { path, times: gone ? 0 : times + 1, from, at, gone });
  };
  let committedAt = -1;
  /** What was committed before stays. */
  const undo = (path: string) => {
    const one = changes.get(path);
    if (one === undefined) return;
    if (one.from > committedAt) changes.delete(path);
    else changes.set(path, { ...one, at: Math.min(one.at, committedAt) });
  };
  /** Write a file that may be new. */
  const write = (path: string, at: number) => {
    if (!known.has(path) && at >= first) made.add(path);
    change(path, at);
  };
  for (const [at, entry] of entries.entries()) {
    if (entry.role !== "tool") continue;
    const target = entry.target?.replaceAll("\\", "/") ?? "";
    if (isEdit(entry)) (entry.name === "Write" ? write : change)(target, at);
    else if (entry.name === "Read" && target !== "") known.add(target);
    else if (entry.name === "Bash" && isCommand(entry)) {
      if (isCommit(entry)) committedAt = at;
      if (entry.result !== "ok") continue;
      for (const { path: said, gone, undone } of shellChanges(entry.cmd)) {
        const path = known.resolve(said);
        if (undone) undo(path);
        else if (!gone && !OUTSIDE.test(path)) write(path, at);
        else if (gone && made.delete(path)) changes.delete(path);
        // Else it was scratch or build output.
        else if (gone && known.has(path)) change(path, at, true);
      }
    }
  }
  const isUnderGone = ({ path, at }: Change) =>
    foldersOf(path).some((folder) => {
      const above = changes.get(folder);
      return above?.gone === true && above.at > at;
    });
  return {
    changes: [...changes.values()].filter((one) => !isUnderGone(one)),
    seen: known.paths,
  };
}

function foldersOf(path: string): string[] {
  const parts = path.split("/");
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join("/"));
}

/** The folder that holds what was edited, widened to what was read. */
function projectRoot(edited: string[], seen: string[]): string[] {
  const split = (paths: string[]) => {
    const whole = paths.filter(isWhole);
    const inside = whole.filter((path) => !OUTSIDE.test(path));
    return (inside.length > 0 ? inside : whole).map((path) => path.split("/"));
  };
  const narrow = commonRoot(split(edited), 1);
  const wide = commonRoot(split(seen), PROJECT_SHARE);
  const isAbove = wide.length > 2 &&
    wide.every((part, at) => part === narrow[at]);
  return isAbove ? wide : narrow;
}

/** The deepest folder that holds such a share of the paths. */
function commonRoot(paths: readonly string[][], share: number): string[] {
  const root: string[] = [];
  let inside = paths;
  for (;;) {
    const depth = root.length;
    const counts = new Map<string, number>();
    for (const path of inside) {
      const part = path[depth];
      if (part === undefined || path.length - 1 <= depth) continue;
      counts.set(part, (counts.get(part) ?? 0) + 1);
    }
    let most = "";
    let count = 0;
    for (const [part, times] of counts) {
      if (times > count) [most, count] = [part, times];
    }
    if (count === 0 || count < paths.length * share) return root;
    root.push(most);
    inside = inside.filter((path) => path[depth] === most);
  }
}

/** The last folders of a path, as many as can be read at a glance. */
function endOf(root: readonly string[]): string {
  const parts = root.filter((part) => part !== "").slice(-3);
  while (parts.length > 1 && parts.join("/").length > ROOT_CHARS) parts.shift();
  return parts.join("/");
}

function relative(path: string, root: readonly string[]): string {
  const start = root.join("/") + "/";
  if (root.length > 0 && path.startsWith(start)) {
    return path.slice(start.length);
  }
  const parts = path.split("/");
  return parts.length > 4 ? `…/${parts.slice(-3).join("/")}` : path;
}

/** More files of one name are not compared: the cost stays linear. */
const SAME_NAME = 50;

class KnownPaths {
  readonly #files = new Set<string>();
  readonly #folders = new Set<string>();
  readonly #byName = new Map<string, string[]>();
  /** Where commands run, as far as a shortened path has shown it. */
  #workingFolder = "";

  get paths(): string[] {
    return [...this.#files];
  }

  /** A file, or a folder that holds one. */
  has(path: string): boolean {
    return this.#files.has(path) || this.#folders.has(path);
  }

  add(path: string): void {
    if (this.#files.has(path)) return;
    this.#files.add(path);
    this.#index(path);
    let folder = folderOf(path);
    while (folder !== "" && !this.#folders.has(folder)) {
      this.#folders.add(folder);
      this.#index(folder);
      folder = folderOf(folder);
    }
  }

  /** The whole path of a shortened one, where it is known. */
  resolve(said: string): string {
    const path = this.#withDrive(said);
    if (isWhole(path)) return path;
    const end = `/${path.replace(/^\.\//, "")}`;
    const whole = this.#byName.get(baseOf(path))
      ?.find((one) => one.endsWith(end));
    if (whole === undefined) return this.#workingFolder + end.slice(1);
    this.#workingFolder = whole.slice(0, 1 - end.length);
    return whole;
  }

  /** The shell of Git for Windows says `/c/` where tools say `C:/`. */
  #withDrive(path: string): string {
    const [, letter] = /^\/([a-z])\//i.exec(path) ?? [];
    if (letter === undefined) return path;
    const drive = [`${letter.toUpperCase()}:`, `${letter.toLowerCase()}:`]
      .find((one) => this.#folders.has(one));
    return drive === undefined ? path : drive + path.slice(2);
  }

  #index(path: string): void {
    const same = this.#byName.get(baseOf(path));
    if (same === undefined) this.#byName.set(baseOf(path), [path]);
    else if (same.length < SAME_NAME) same.push(path);
  }
}

/** From the top, on whatever system the session was. */
const isWhole = (path: string) => /^(?:\/|[a-z]:)/i.test(path);

const folderOf = (path: string) =>
  path.slice(0, Math.max(0, path.lastIndexOf("/")));
const baseOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);
