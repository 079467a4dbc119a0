/** Why a store cannot be written, found by trying. */

import { storeError, UserError } from "../base/errors.ts";
import { assertFile, followLink, lstat } from "./file_kinds.ts";
import { temporaryPath } from "./file_steps.ts";
import { parentOf } from "../base/path_text.ts";
import { statFile } from "./read_file.ts";
import { type Store, storeExists } from "./store.ts";
import { describeFailure, reasonFor } from "../base/system_error.ts";

interface WriteProblem {
  readonly message: string;
  /** What to do about it, where that is known. */
  readonly hint: string | undefined;
}

/** Not empty: an empty file fits on a full disk. */
const A_BLOCK = " ".repeat(4096);

/** Undefined if writing works. Creates and removes a file. */
export function findWriteProblem(store: Store): WriteProblem | undefined {
  return attempt(() => {
    lookAt(store);
    if (!storeExists(store)) writeAbove(store);
  });
}

/**
 * The part of the check that needs no write, for a store that exists: the
 * folder, and the lock that every write needs.
 */
export function cannotWrite({ files, layout }: Store): boolean {
  return attempt(() => {
    files.assertMayWrite(`${layout.dir}/.probe`);
    // Anything else there is moved away before it is used.
    if (!statFile(layout.storeLock)?.isFile) return;
    Deno.openSync(layout.storeLock, { write: true }).close();
  }) !== undefined;
}

function attempt(act: () => void): WriteProblem | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    return {
      message: describeFailure(error),
      hint: error instanceof UserError ? error.hints[0] : undefined,
    };
  }
}

function lookAt(store: Store): void {
  const { files, layout } = store;
  if (storeExists(store)) {
    // A temporary name: it is swept if this process is killed here.
    const probe = temporaryPath(`${layout.states}/probe`);
    try {
      files.writeUnsynced(probe, A_BLOCK);
    } finally {
      files.remove(probe);
    }
    const kept = [layout.memory, layout.facts, layout.concepts, layout.index];
    for (const path of kept) assertReplaceable(path);
  } else {
    nearestFolder(store);
    files.assertMayWrite(layout.gitignore);
  }
}

/** The path must be missing, a file, or a link to a file. */
function assertReplaceable(path: string): void {
  const info = lstat(path);
  if (info === undefined) return;
  assertFile(path, info.isSymlink ? Deno.statSync(followLink(path)) : info);
}

/** Create and remove a file in the folder the store would be in. */
function writeAbove(store: Store): void {
  const folder = nearestFolder(store);
  const probe = `${folder}/.memory-keeper-probe-${Deno.pid}`;
  try {
    Deno.openSync(probe, { write: true, createNew: true }).close();
    Deno.removeSync(probe);
  } catch (cause) {
    throw storeError(
      `Cannot write in "${folder}": ${reasonFor(cause)}`,
      "Check its owner and its permissions",
      cause,
    );
  }
}

function nearestFolder({ layout }: Store): string {
  for (let at: string | undefined = layout.dir; at; at = parentOf(at)) {
    const info = statFile(at);
    if (info?.isDirectory) return at;
    if (info) throw storeError(`"${at}" is not a folder`, "Move it away");
  }
  return layout.dir;
}
