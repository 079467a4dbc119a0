/**
 * A small copy of a project's memory in Claude Code's folder: `git clean -fdx`
 * deletes a store in a project, and nothing asks first. Every change of
 * memory.md, facts or written files leaves one; the newest three stay.
 */

import { isFileProblem } from "../base/errors.ts";
import { makeFolder } from "./file_kinds.ts";
import { FILE_MODE } from "./file_steps.ts";
import {
  LOCAL_NAMES,
  localName,
  projectStoreDir,
  WRITTEN_NAMES,
} from "./layout.ts";
import { type Project, uniqueName } from "./project.ts";
import { listNames, readBytes, statFile } from "./read_file.ts";
import type { Store } from "./store.ts";

const COPIES = 3;
const MAX_BYTES = 2 * 1024 * 1024;
const COPY_NAME = /^\d{17}$/;

/** What a copy has, the most important first. */
const NAMES = [
  "memory.md",
  "facts.json",
  "concepts.json",
  ...LOCAL_NAMES.map(localName),
  ...WRITTEN_NAMES.map((name) => `${name}.md`),
];

interface BackupCopy {
  readonly dir: string;
  readonly bytes: number;
  /** Absolute paths. */
  readonly files: readonly string[];
}

/** Where a project's copies lie, whether it has any or not. */
function backupFolder({ userFolder, home }: Project): string | undefined {
  return userFolder && `${userFolder}/backup/${uniqueName(home)}`;
}

/** The newest first. */
export function listBackups(project: Project): BackupCopy[] {
  const folder = backupFolder(project);
  if (folder === undefined) return [];
  return listNames(folder).filter((name) => COPY_NAME.test(name)).reverse()
    .map((name) => {
      const dir = `${folder}/${name}`;
      const files = listNames(dir).map((file) => `${dir}/${file}`);
      const sizes = files.map((path) => statFile(path)?.size ?? 0);
      return { dir, files, bytes: sizes.reduce((sum, size) => sum + size, 0) };
    });
}

/** Whether a store has anything that is copied. */
export const hasCopied = (dir: string): boolean =>
  NAMES.some((name) => statFile(`${dir}/${name}`));

/** Only a store in the project can go with it. */
export function isBackedUp({ project, config }: Store): boolean {
  return config.backup && project.userFolder !== undefined &&
    project.storeDir === projectStoreDir(project.home);
}

/**
 * Copy what there is now. The caller holds the store's lock. A copy that cannot
 * be made must not cost the change itself; the doctor says if there is none.
 */
export function leaveBackup(store: Store): void {
  if (!isBackedUp(store)) return;
  try {
    copyFiles(store);
  } catch (error) {
    if (!isFileProblem(error)) throw error;
  }
}

function copyFiles({ project, layout }: Store): void {
  const folder = backupFolder(project);
  if (folder === undefined) return;
  if (!hasCopied(layout.dir)) return;
  const before = listBackups(project);
  const [newest] = before;
  if (newest && isCurrent(newest, layout.dir)) return;
  makeFolder(folder, 0o700);
  // What a process that was killed has left; the store's lock is ours.
  for (const name of listNames(folder)) {
    if (name.endsWith(".tmp")) remove(`${folder}/${name}`);
  }
  const stamp = new Date().toISOString().replace(/\D/g, "");
  const temporary = `${folder}/${stamp}.tmp`;
  Deno.mkdirSync(temporary, { mode: 0o700 });
  const room = copyInto(temporary, layout.dir);
  const dir = `${folder}/${stamp}`;
  // Two changes may share a millisecond.
  if (newest?.dir === dir) remove(dir);
  Deno.renameSync(temporary, dir);
  const others = before.filter((one) => one.dir !== dir);
  for (const { dir } of planPruning(others, room)) remove(dir);
}

const remove = (path: string) => Deno.removeSync(path, { recursive: true });

/** Returns how many bytes are left for other copies. */
function copyInto(dir: string, store: string): number {
  let room = MAX_BYTES;
  for (const name of NAMES) {
    const from = `${store}/${name}`;
    if ((statFile(from)?.size ?? 0) > room) continue;
    const bytes = readBytes(from);
    const mtime = statFile(from)?.mtime;
    if (bytes === undefined || !mtime) continue;
    room -= bytes.length;
    Deno.writeFileSync(`${dir}/${name}`, bytes, { mode: FILE_MODE });
    Deno.utimeSync(`${dir}/${name}`, mtime, mtime);
  }
  return room;
}

/** Whether a copy has everything as it is now. */
function isCurrent({ dir }: BackupCopy, store: string): boolean {
  return NAMES.every((name) => {
    const info = statFile(`${store}/${name}`);
    const copy = statFile(`${dir}/${name}`);
    return info === undefined || info.size > MAX_BYTES ||
      (info.size === copy?.size &&
        info.mtime?.getTime() === copy.mtime?.getTime());
  });
}

/**
 * Which of the earlier copies go. A store that was emptied has small copies at
 * first: the largest of the earlier ones stays with them.
 */
export function planPruning<T extends Pick<BackupCopy, "bytes">>(
  newestFirst: readonly T[],
  room: number,
): T[] {
  const largest = newestFirst.reduce<T | undefined>(
    (most, one) => one.bytes > (most?.bytes ?? -1) ? one : most,
    undefined,
  );
  const wanted = [
    ...newestFirst.slice(0, COPIES - 2),
    ...(largest ? [largest] : []),
    ...newestFirst,
  ];
  const kept = new Set<T>();
  let left = room;
  for (const one of wanted) {
    if (kept.has(one) || kept.size === COPIES - 1 || one.bytes > left) continue;
    kept.add(one);
    left -= one.bytes;
  }
  return newestFirst.filter((one) => !kept.has(one));
}

/** Remove every copy of a project, also of one that makes none any more. */
export function removeBackups(project: Project): void {
  const folder = backupFolder(project);
  if (folder !== undefined && statFile(folder)) remove(folder);
}
