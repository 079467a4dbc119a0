/**
 * What was forgotten here is taken out of what comes from elsewhere: an archive
 * that was made before, a store that is joined with this one.
 */

import type { World } from "../base/world.ts";
import { readWorkTimes } from "../memory/work_times.ts";
import { loadForgotten } from "../store/forgotten.ts";
import { statFile } from "../store/read_file.ts";
import { type Claim, type Store, withAllLocks } from "../store/store.ts";
import { storeRoot } from "./_store_tree.ts";
import { Counts, type LayerCount, takeOut, walk } from "./_take_out.ts";
import { Wanted } from "./_wanted.ts";

/** No other process is at work in the store. Returns what went. */
export async function forgetAgain(
  store: Store,
  world: World,
): Promise<readonly LayerCount[]> {
  const { layout } = store;
  if (!statFile(layout.forgotten)) return [];
  const forgotten = loadForgotten(world, layout.forgotten);
  const { sessions, times } = forgotten.tombstones;
  const target = {
    phrases: [],
    ids: [],
    sessions: sessions.map((sessionId) => ({ sessionId, stem: "" })),
    spans: [],
    times,
  };
  const workTimes = readWorkTimes(layout);
  const wanted = new Wanted(target, workTimes, undefined, forgotten);
  const roots = [storeRoot(store)];
  await walk(store, roots, wanted, new Counts());
  return await takeOut(store, roots, wanted);
}

/** The same in a store that is in use. */
export async function forgetMerged(
  store: Store,
  world: World,
  claim: Claim,
): Promise<void> {
  if (!statFile(store.layout.forgotten)) return;
  await withAllLocks(store, claim, () => forgetAgain(store, world));
}
