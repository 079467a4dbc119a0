/** Adopts work that an earlier tool left, before a command that changes memory. */

import { isSystemError, UserError } from "../base/errors.ts";
import { statFile } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import type { CommandCall } from "./command.ts";

const LOCK_WAIT_MS = 2000;

/** If the store is read-only, it says what is left out. */
export async function adoptOlder(
  { output, world }: CommandCall,
  store: Store,
  who: string,
): Promise<void> {
  try {
    // Most stores have none; then nothing is loaded for it.
    if (statFile(store.layout.olderDelta) === undefined) return;
    const { adoptOlderWork } = await import("../legacy/door.ts");
    await adoptOlderWork(store, world, { who, waitMs: LOCK_WAIT_MS });
  } catch (error) {
    if (!(error instanceof UserError || isSystemError(error))) throw error;
    // The store cannot be read at all, and the command says so itself.
    if (error instanceof Deno.errors.PermissionDenied) return;
    output.note(`delta_temp.txt is left out: ${error.message}`);
  }
}
