/** Why nothing can be kept in a store, found by trying. */

import { storeError, UserError } from "../errors.ts";
import { temporaryBeside } from "../store/file_steps.ts";
import { parentOf } from "../store/path_text.ts";
import { statFile } from "../store/read_file.ts";
import { type Store, storeExists } from "../store/store.ts";
import { describeFailure, reasonFor } from "../system_error.ts";

export interface Problem {
  readonly message: string;
  /** What to do about it, where that is known. */
  readonly hint: string | undefined;
}

/** Undefined says that all is well. A file comes and goes. */
export function findProblem(store: Store): Problem | undefined {
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

function attempt(act: () => void): Problem | undefined {
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
    files.scribble(probe, "");
    files.remove(probe);
  } else {
    nearestFolder(store);
    files.assertMayWrite(layout.gitignore);
  }
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
