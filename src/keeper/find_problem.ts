/** Why nothing can be kept in a store, found by trying. */

import { storeError, UserError } from "../errors.ts";
import { temporaryBeside } from "../store/file_steps.ts";
import { parentOf } from "../store/path_text.ts";
import { statFile } from "../store/read_file.ts";
import { type Store, storeExists } from "../store/store.ts";

export interface Problem {
  readonly message: string;
  /** What to do about it, where that is known. */
  readonly hint: string | undefined;
}

/** Undefined would be the hope; null says that all is well. */
export function findProblem(store: Store): string | null {
  return attempt(() => lookAt(store))?.message ?? null;
}

/** The same, and without a store whether one could be made here. */
export function findProblemByWriting(store: Store): Problem | undefined {
  return attempt(() => {
    lookAt(store);
    if (!storeExists(store)) writeAbove(store);
  });
}

function attempt(act: () => void): Problem | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    return {
      message: error instanceof Error ? error.message : String(error),
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
  const probe = `${nearestFolder(store)}/.memory-keeper-probe-${Deno.pid}`;
  Deno.openSync(probe, { write: true, createNew: true }).close();
  Deno.removeSync(probe);
}

function nearestFolder({ layout }: Store): string {
  for (let at: string | undefined = layout.dir; at; at = parentOf(at)) {
    const info = statFile(at);
    if (info?.isDirectory) return at;
    if (info) throw storeError(`"${at}" is not a folder`, "Move it away");
  }
  return layout.dir;
}
