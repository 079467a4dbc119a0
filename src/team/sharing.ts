/** Makes a store share what is new, where the user has decided so. */

import { isSystemError, UserError } from "../base/errors.ts";
import type { World } from "../base/world.ts";
import { appendLog, describeError } from "../store/event_log.ts";
import { readText, stampFiles } from "../store/read_file.ts";
import { type Store, storeExists } from "../store/store.ts";

export function sharingStore(store: Store, world: World): Store {
  const { config, project } = store;
  if (config.share !== true || project.foreign !== undefined) return store;
  return { ...store, share: (open) => shareSafely(open, world) };
}

/** What cannot be shared must not cost the change itself. */
async function shareSafely(store: Store, world: World): Promise<void> {
  try {
    // `clear all` may have moved it away.
    if (storeExists(store)) await shareUnseen(store, world);
  } catch (error) {
    if (!isSystemError(error) && !(error instanceof UserError)) throw error;
    const details = describeError(error);
    const at = world.now();
    appendLog(store, { at, event: "share", outcome: "failed", details });
    store.notify?.("Kept, but not shared: the team's folder cannot be written");
  }
}

/**
 * After a failure the next change tries again; after a kill the stamp is old,
 * so the next lock does.
 */
async function shareUnseen(store: Store, world: World): Promise<void> {
  const { layout, files } = store;
  const { memory, facts, concepts } = layout;
  const stamp = stampFiles([memory, facts, concepts]);
  const [before, ...told] = readText(layout.sharedTo)?.split("\n") ?? [];
  if (before === stamp) return;
  let held: readonly string[] = told;
  try {
    held = await shareAndTell(store, world, told);
  } finally {
    files.writeUnsynced(layout.sharedTo, [stamp, ...held].join("\n"));
  }
}

/** Report each held-back item once; returns the names of all of them. */
async function shareAndTell(
  store: Store,
  world: World,
  told: readonly string[],
): Promise<string[]> {
  const { describeHeld, describePrivate, nameOf, shareNew } = await import(
    "./share.ts"
  );
  const { written, removed, held } = shareNew(store, world) ?? NOTHING;
  const news = held.filter((one) => !told.includes(nameOf(one)));
  for (
    const line of [...describeHeld(news), ...written.flatMap(describePrivate)]
  ) store.notify?.(line);
  const details = { written: written.length, removed: removed.length };
  if (written.length + removed.length > 0) {
    const at = world.now();
    appendLog(store, { at, event: "share", outcome: "done", details });
  }
  return held.map(nameOf);
}

const NOTHING = { written: [], removed: [], held: [] };
