/** Takes what was forgotten here out of what comes from elsewhere. */

import type { World } from "../base/world.ts";
import { readWorkTimes } from "../memory/work_times.ts";
import { loadForgotten } from "../store/forgotten.ts";
import { hasKeptOut } from "../store/kept_out_copy.ts";
import { type Claim, type Store, withAllLocks } from "../store/store.ts";
import { type Root, rootsOf, storeRoot } from "./_store_tree.ts";
import { type LayerCount, LayerCounts, takeOut, walk } from "./_take_out.ts";
import { NO_TARGET, Wanted } from "./_wanted.ts";

/** No other process is at work in the store. Returns what went. */
export async function forgetAgain(
  store: Store,
  world: World,
  roots: readonly Root[] = [storeRoot(store)],
): Promise<readonly LayerCount[]> {
  const { layout } = store;
  if (!hasKeptOut(layout.forgotten, layout.keptOut)) return [];
  const forgotten = loadForgotten(world, layout);
  const { sessions, times } = forgotten.tombstones;
  const known = sessions.map((sessionId) => ({ sessionId, stem: "" }));
  const target = { ...NO_TARGET, sessions: known, times };
  const workTimes = readWorkTimes(layout);
  const wanted = new Wanted(target, workTimes, undefined, forgotten);
  await walk(store, roots, wanted, new LayerCounts());
  return await takeOut(store, roots, wanted);
}

/** The same in a store that is in use, and in the copies made of it meanwhile. */
export async function forgetMerged(
  store: Store,
  world: World,
  claim: Claim,
): Promise<void> {
  const { forgotten, keptOut } = store.layout;
  if (!hasKeptOut(forgotten, keptOut)) return;
  await withAllLocks(
    store,
    claim,
    async () => await forgetAgain(store, world, await rootsOf(store, world)),
  );
}
