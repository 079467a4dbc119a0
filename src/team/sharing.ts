/** Makes a store share what is new, where the user has decided so. */

import { isSystemError, UserError } from "../base/errors.ts";
import type { World } from "../base/world.ts";
import { appendLog, describeError } from "../store/event_log.ts";
import type { Store } from "../store/store.ts";

export function sharingStore(store: Store, world: World): Store {
  const { config, project } = store;
  if (config.share !== true || project.foreign !== undefined) return store;
  return { ...store, share: (open) => shareSafely(open, world) };
}

/** What cannot be shared must not cost the change itself; it is tried again. */
async function shareSafely(store: Store, world: World): Promise<void> {
  const at = world.now();
  try {
    const { shareNew } = await import("./share.ts");
    const { written, removed, held } = shareNew(store, world) ?? NOTHING;
    if (held.length > 0) {
      store.notify?.(
        "Not shared, because it looks like a secret; memory-keeper share " +
          "preview shows it",
      );
    }
    const details = { written: written.length, removed: removed.length };
    if (written.length + removed.length > 0) {
      appendLog(store, { at, event: "share", outcome: "done", details });
    }
  } catch (error) {
    if (!isSystemError(error) && !(error instanceof UserError)) throw error;
    const details = describeError(error);
    appendLog(store, { at, event: "share", outcome: "failed", details });
    store.notify?.("Kept, but not shared: the team's folder cannot be written");
  }
}

const NOTHING = { written: [], removed: [], held: [] };
