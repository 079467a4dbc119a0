/**
 * Fold old sessions at the end of one, at most once a day and if time is left.
 * True if it was tried: then files of any session may have changed.
 */

import { DAY_MS } from "../base/durations.ts";
import type { Snapshot } from "../session/snapshot.ts";
import type { Claim, Store } from "../store/store.ts";
import type { Deadline } from "../base/timeout.ts";
import type { World } from "../base/world.ts";

/** With less time than this it waits for the next session. */
const LEAST_MS = 600;
/** The store's lock is held while they are folded. */
const MOST_DIGESTS = 100;

export async function compressDaily(
  store: Store,
  world: World,
  claim: Claim,
  { budget, snapshot }: {
    readonly budget: Deadline;
    readonly snapshot: Snapshot;
  },
): Promise<boolean> {
  const now = world.now();
  const { lastCompress } = snapshot.index;
  const last = typeof lastCompress === "string" ? Date.parse(lastCompress) : 0;
  // Whichever is later: the clock may have been set back.
  const apart = Math.abs(now.getTime() - last);
  if (apart < DAY_MS || budget.remainingMs() < LEAST_MS) return false;
  const note = (lastCompress: unknown) =>
    snapshot.changeIndex(claim, (index) => ({ ...index, lastCompress }));
  await note(now.toISOString());
  const { compressSessions } = await import("./compress_sessions.ts");
  const { complete } = await compressSessions(store, world, claim, {
    most: MOST_DIGESTS,
    budget,
    snapshot,
  });
  // After an import there may be thousands: the next session goes on.
  if (!complete) await note(lastCompress ?? null);
  return true;
}
