/**
 * Queue a stretch that already has a section. The section stays until the new
 * words are committed and replace it.
 */

import { UserError } from "../base/errors.ts";
import type { World } from "../base/world.ts";
import { type EntryRange, recordedRanges } from "../memory/recorded_ranges.ts";
import { type KnownSession, readSessionLog } from "../session/session_log.ts";
import { withSession } from "../session/session.ts";
import type { Delta } from "../session/session_state.ts";
import type { Claim, Store } from "../store/store.ts";
import { withDeltas, writeDeltas } from "./cut_deltas.ts";

/** All sections of a session, or the one that covers `only`. */
export async function summariseAgain(
  store: Store,
  world: World,
  { sessionId, stem }: KnownSession,
  only: EntryRange | undefined,
  claim: Claim,
): Promise<readonly Delta[]> {
  return await withSession(store, sessionId, claim, async (session) => {
    const { state } = session;
    if (state === undefined) {
      throw new UserError("refused", `The state of ${sessionId} is gone`, [
        'Run "memory-keeper import" to rebuild it',
      ]);
    }
    const waits = (range: EntryRange) =>
      state.deltas.some(({ from, to }) => from < range.to && range.from < to);
    const ranges = (only ? [only] : recordedRanges(store, stem))
      .filter((range) => !waits(range));
    const log = await readSessionLog(store, stem);
    const added = writeDeltas(
      store,
      world,
      { ...state, stem },
      ranges.map((replaces) => ({
        from: replaces.from,
        entries: log.slice(replaces.from, replaces.to),
        more: () => ({ replaces }),
      })),
    );
    if (added.length > 0) session.change(withDeltas(state, added));
    return added;
  });
}
