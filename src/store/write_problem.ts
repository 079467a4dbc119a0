/** Why nothing can be kept in a store, found by trying. */

import { storeError, UserError } from "../base/errors.ts";
import { assertFile, followLink, lstat } from "./file_kinds.ts";
import { temporaryBeside } from "./file_steps.ts";
import { parentOf } from "../base/path_text.ts";
import { statFile } from "./read_file.ts";
import { type Store, storeExists } from "./store.ts";
import { describeFailure, reasonFor } from "../base/system_error.ts";

export interface WriteProblem {
  readonly message: string;
  /** What to do about it, where that is known. */
  readonly hint: string | undefined;
}

/** An empty file has room on a disk that is full. */
const A_BLOCK = " ".repeat(4096);

/** Undefined says that all is well. A file comes and goes. */
export function findWriteProblem(store: Store): WriteProblem | undefined {
  return attempt(() => {
    lookAt(store);
    if (!storeExists(store)) writeAbove(store);
  });
}

/**
 * As much as can be seen of it without writing, where there is memory already:
 * the folder, and the lock that nothing is kept without.
 */
export function cannotWrite({ files, layout }: Store): boolean {
  return attempt(() => {
    files.assertMayWrite(`${layout.dir}/.probe`);
    if (statFile(layout.storeLock) === undefined) return;
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
    // By its name it is swept, should this process be killed here.
    const probe = temporaryBeside(`${layout.states}/probe`);
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

/** What stands in the place of a file must be one, or lead to one. */
function assertReplaceable(path: string): void {
  const info = lstat(path);
  if (info === undefined) return;
  assertFile(path, info.isSymlink ? Deno.statSync(followLink(path)) : info);
}

/** A name that is gone again at once, in the folder the store would be in. */
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
