/** An installation on disk: its lock, digests, leftovers, running programs. */

import { hashBytes } from "../base/hex.ts";
import { storeError, UserError } from "../base/errors.ts";
import { removeIfThere, TEMPORARY_NAME } from "../store/file_steps.ts";
import { isReadOnly } from "../store/file_kinds.ts";
import { holderPath, withLock } from "../store/lock.ts";
import { baseName, parentOf, WINDOWS } from "../base/path_text.ts";
import { listNames, resolveExisting, statFile } from "../store/read_file.ts";
import { StoreFiles } from "../store/store_files.ts";

const LOCK_WAIT_MS = 30_000;

/** A running executable that was renamed; removed by a later run. */
const MADE_WAY = /\.old-[0-9a-f]{8}$/;

/** The folder may itself be a link; nothing below it may lead out. */
export function openInstallFiles(folder: string): StoreFiles {
  let nearest: string | undefined = folder;
  while (nearest && statFile(nearest) === undefined) {
    if (isLink(nearest)) {
      throw new UserError(
        "refused",
        `"${nearest}" is a link that leads nowhere`,
        ["Remove the link, or name another folder with --to"],
      );
    }
    nearest = parentOf(nearest);
  }
  const info = nearest && statFile(nearest);
  if (info && !info.isDirectory) {
    throw new UserError("refused", `"${nearest}" is not a folder`, [
      "Move it away, or name another folder with --to",
    ]);
  }
  if (info && isReadOnly(info)) {
    throw new UserError("refused", `"${nearest}" is read-only`, [
      "Change its permissions, or name another folder with --to",
    ]);
  }
  return new StoreFiles(resolveExisting(folder), {
    what: "the installation",
    remedy: "Replace the link by a folder, or install elsewhere with --to",
  });
}

function isLink(path: string): boolean {
  try {
    return Deno.lstatSync(path).isSymlink;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    if (error instanceof Deno.errors.NotADirectory) return false;
    throw error;
  }
}

export function withInstallLock<T>(
  files: StoreFiles,
  folder: string,
  who: string,
  body: () => Promise<T>,
): Promise<T> {
  files.ensureDir(folder);
  const request = { path: lockIn(folder), who, waitMs: LOCK_WAIT_MS };
  return withLock(files, request, body);
}

/** The lock is removed with the installation, once it is free. */
export function removeInstallLock(folder: string): void {
  removeIfThere(lockIn(folder));
  removeIfThere(holderPath(lockIn(folder)));
}

const lockIn = (folder: string) => `${folder}/.install.lock`;

/** The SHA-256 of a file; undefined if it is missing, "" for anything else. */
export async function digestOnDisk(path: string): Promise<string | undefined> {
  const info = statFile(path);
  if (info === undefined) return undefined;
  return info.isFile ? await hashBytes(Deno.readFileSync(path)) : "";
}

/** A file that lies whole next to its target. */
export interface StagedFile {
  readonly temporary: string;
  readonly target: string;
}

/** Written next to their targets and read again: a bad disk shows before. */
export async function stageFiles(
  files: StoreFiles,
  wanted: Iterable<readonly [string, Uint8Array, number | undefined]>,
): Promise<StagedFile[]> {
  const staged: StagedFile[] = [];
  try {
    for (const [target, bytes, mode] of wanted) {
      const temporary = files.stage(target, bytes, mode);
      staged.push({ temporary, target });
      if (await digestOnDisk(temporary) !== await hashBytes(bytes)) {
        throw storeError(
          `Cannot write "${target}": the disk gives back something else`,
          "Nothing was changed; check the disk",
        );
      }
    }
  } catch (error) {
    for (const { temporary } of staged) removeIfThere(temporary);
    throw error;
  }
  return staged;
}

/**
 * Let a staged program take its place. Windows does not replace or remove one
 * that runs, but lets it be renamed: the old one makes way, comes back if the
 * new one cannot take its place, and is removed as soon as it has ended.
 */
export function putProgram(
  files: StoreFiles,
  { temporary, target }: StagedFile,
  windows = WINDOWS,
): void {
  const away = windows ? moveAway(files, target) : undefined;
  try {
    files.putStaged(temporary, target);
  } catch (error) {
    if (away !== undefined) files.rename(away, target);
    throw error;
  }
  if (away !== undefined) removeUnlessRunning(away);
}

function moveAway(files: StoreFiles, path: string): string | undefined {
  if (!statFile(path)?.isFile) return undefined;
  const away = `${path}.old-${crypto.randomUUID().slice(0, 8)}`;
  files.rename(path, away);
  return away;
}

/** Remove what earlier runs left next to these files; the lock is held. */
export function sweepLeftovers(folder: string, paths: Iterable<string>): void {
  for (const dir of foldersOf(folder, paths)) {
    for (const name of listNames(dir)) {
      if (TEMPORARY_NAME.test(name)) removeIfThere(`${dir}/${name}`);
      if (MADE_WAY.test(name)) removeUnlessRunning(`${dir}/${name}`);
    }
  }
}

/** Remove the folders of these files, the deepest first, as far as they are empty. */
export function removeEmptyFolders(
  folder: string,
  paths: Iterable<string>,
): void {
  const dirs = foldersOf(folder, paths).sort((a, b) => b.length - a.length);
  for (const dir of dirs) {
    const isThere = statFile(dir)?.isDirectory &&
      !Deno.lstatSync(dir).isSymlink;
    if (isThere && listNames(dir).length === 0) Deno.removeSync(dir);
  }
}

/** The folder itself and every folder below it that one of the files is in. */
function foldersOf(folder: string, paths: Iterable<string>): string[] {
  const dirs = new Set([folder]);
  for (const path of paths) {
    for (let at = parentOf(path, false); at; at = parentOf(at, false)) {
      dirs.add(`${folder}/${at}`);
    }
  }
  return [...dirs];
}

/** Remove a file; a running program is renamed instead. */
export function removeInstalled(files: StoreFiles, path: string): void {
  try {
    files.remove(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.PermissionDenied)) throw error;
    moveAway(files, path);
  }
}

/** Windows cannot remove a running program: a later run tries again. */
function removeUnlessRunning(path: string): void {
  try {
    removeIfThere(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.PermissionDenied)) throw error;
  }
}

/** The link the install script puts on the PATH, if it leads to this program. */
export function findLinkTo(
  program: string,
  home: string | undefined,
): string | undefined {
  const link = `${home}/.local/bin/${baseName(program)}`;
  try {
    return Deno.readLinkSync(link) === program ? link : undefined;
  } catch {
    return undefined; // missing, or a file of its own
  }
}
