/**
 * Queue a stretch that has its section once more. The section stays until the
 * new words are committed, and is then replaced by them.
 */

import { UserError } from "../base/errors.ts";
import type { World } from "../base/world.ts";
import { newestConcepts } from "../knowledge/concepts.ts";
import { readConcepts } from "../knowledge/knowledge_files.ts";
import { type Range, recordedRanges } from "../memory/recorded_ranges.ts";
import { type KnownSession, readSessionLog } from "../session/session_log.ts";
import { withSession } from "../session/session.ts";
import type { Delta } from "../session/session_state.ts";
import { shortOf } from "../store/layout.ts";
import type { Claim, Store } from "../store/store.ts";
import { CONCEPTS_SHOWN, planDeltas } from "./_delta_text.ts";

/** All sections of a session, or the one that covers `only`. */
export async function summariseAgain(
  store: Store,
  world: World,
  { sessionId, stem }: KnownSession,
  only: Range | undefined,
  claim: Claim,
): Promise<readonly Delta[]> {
  const { layout, files } = store;
  return await withSession(store, sessionId, claim, async (session) => {
    const { state } = session;
    if (state === undefined) {
      throw new UserError("refused", `The state of ${sessionId} is gone`, [
        'Run "memory-keeper import" to rebuild it',
      ]);
    }
    const waits = (range: Range) =>
      state.deltas.some(({ from, to }) => from < range.to && range.from < to);
    const ranges = (only ? [only] : recordedRanges(store, stem))
      .filter((range) => !waits(range));
    const log = await readSessionLog(store, stem);
    const concepts = newestConcepts(readConcepts(layout), CONCEPTS_SHOWN);
    const createdAt = world.now().toISOString();
    const planned = ranges.flatMap((replaces) =>
      planDeltas(log.slice(replaces.from, replaces.to), replaces.from, {
        concepts,
      }).map((one) => ({ ...one, replaces }))
    );
    const added = planned.map(({ from, to, text, replaces }, i): Delta => {
      const id = `${shortOf(stem)}-${state.deltaCount + i + 1}`;
      files.replace(layout.delta(`${id}.txt`), text);
      return { id, from, to, file: `${id}.txt`, createdAt, asks: 0, replaces };
    });
    if (added.length > 0) {
      const deltas = [...state.deltas, ...added];
      const deltaCount = state.deltaCount + added.length;
      session.change({ ...state, deltas, deltaCount });
    }
    return added;
  });
}
