/** Why nothing can be kept in a store, found by trying. */

import { UserError } from "../errors.ts";
import { type Store, storeExists } from "../store/store.ts";

/** Undefined would be the hope; null says that all is well. */
export function findProblem(store: Store): string | null {
  const { files, layout } = store;
  try {
    if (storeExists(store)) {
      const probe = `${layout.states}/probe-${Deno.pid}`;
      files.scribble(probe, "");
      files.remove(probe);
    } else {
      files.assertMayWrite(layout.gitignore);
    }
    return null;
  } catch (error) {
    if (error instanceof UserError) return error.message;
    return error instanceof Error ? error.message : String(error);
  }
}
