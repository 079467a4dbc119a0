/**
 * Put digests of ingested sessions into memory.md: otherwise only a search
 * finds that work.
 */

import { readText } from "../store/read_file.ts";
import { listSessionIds, readStates } from "../session/session_state.ts";
import {
  type Claim,
  type Store,
  withJournal,
  withSessionLock,
} from "../store/store.ts";
import type { World } from "../base/world.ts";
import { readStretch } from "./_stretch.ts";
import { readDigestFile } from "../memory/digest_file.ts";
import { workTimeOf } from "../memory/work_time.ts";
import { appendSection } from "../memory/append_section.ts";
import { rotateMemory } from "../memory/rotate_memory.ts";

/** Those of the newest sessions, the oldest first. Returns how many were new. */
export async function appendDigests(
  store: Store,
  world: World,
  most: number,
  claim: Claim,
): Promise<number> {
  const newest = takenInSessions(store)
    .toSorted((a, b) => a.state.stem < b.state.stem ? 1 : -1)
    .slice(0, most).reverse();
  let added = 0;
  for (const { sessionId, state, text } of newest) {
    const append = () =>
      appendSection(store, world, {
        session: { sessionId, stem: state.stem },
        range: { from: 0, to: state.entries },
        ...(state.startedAt ? { since: state.startedAt } : {}),
        work: workTimeOf(readStretch(store, state).entries),
        text,
        digest: true,
      });
    const keep = () => withJournal(store, claim, append);
    const memory = await withSessionLock(store, sessionId, claim, keep);
    if (memory !== undefined) added++;
  }
  if (added > 0) await rotateMemory(store, world, claim);
  return added;
}

/** Sessions of the past that have a digest; one without says nothing. */
function takenInSessions({ layout }: Store) {
  const ids = listSessionIds(layout);
  return readStates(layout, ids).flatMap(({ id: sessionId, state }) => {
    if (state.takenIn !== true) return [];
    const file = readText(layout.digest(state.stem)) ?? "";
    const text = readDigestFile(file).body.trim();
    return text === "" ? [] : [{ sessionId, state, text }];
  });
}
