/**
 * Deltas without an answer. Once each of a finished session's deltas has been
 * asked for three times or is old, a digest of exactly these entries takes
 * their place in memory.md: each entry is summarised or digested, never both.
 */

import type { L1Entry } from "../session/log_entry.ts";
import { readL1 } from "../session/log_file.ts";
import type { Delta } from "../session/session_state.ts";
import { type Session, withSession } from "../session/session.ts";
import { Snapshot } from "../session/snapshot.ts";
import { readText } from "../store/read_file.ts";
import { type Claim, type Store, withJournal } from "../store/store.ts";
import { digestOf } from "../digest/digest.ts";
import type { World } from "../base/world.ts";
import { addSection } from "../memory/append_section.ts";
import { workTimeOf } from "../memory/work_time.ts";
import { settleDeltas } from "./commit_delta.ts";
import { isCovered, recordedRanges } from "../memory/recorded_ranges.ts";
import { findUnanswered } from "../session/waiting_deltas.ts";

/** Returns how many digests went into memory.md. */
export async function settleUnanswered(
  store: Store,
  world: World,
  claim: Claim,
  snapshot = new Snapshot(store),
): Promise<number> {
  let settled = 0;
  for (const sessionId of findUnanswered(store, world, snapshot)) {
    settled += await withSession(store, sessionId, claim, (session) => {
      // Looked at again under the lock: an answer may just have come.
      snapshot.doubt();
      return findUnanswered(store, world, snapshot).includes(sessionId)
        ? digestDeltas(session, world)
        : 0;
    }, snapshot);
  }
  return settled;
}

/**
 * A digest in the place of every delta that waits. An answer that was killed on
 * its way may be in memory.md already.
 */
export async function digestDeltas(session: Session, world: World) {
  const { store, id: sessionId, state, claim, snapshot } = session;
  const { layout } = store;
  if (state === undefined || state.deltas.length === 0) return 0;
  const since = state.deltas[0]?.createdAt ?? "";
  const entries = readL1(layout.l1(state.stem), 0, state.l1Bytes);
  const runs = await withJournal(store, claim, () => {
    let memory = readText(layout.memory) ?? "";
    const recorded = recordedRanges(store, state.stem, since, memory);
    const open = state.deltas.filter((delta) => !isCovered(delta, recorded));
    const ranges = contiguous(open);
    for (const range of ranges) {
      const part = entries.slice(range.from, range.to);
      const text = digestFor(store, part);
      const { branch, commit } = open.find(({ to }) => to === range.to) ?? {};
      const session = { sessionId, stem: state.stem };
      const work = workTimeOf(part);
      const origin = { session, range, since, branch, commit, work };
      const section = { ...origin, text, digest: true };
      memory = addSection(snapshot, world, memory, section);
    }
    return ranges;
  });
  settleDeltas(session, state.deltas.map(({ id }) => id));
  return runs.length;
}

export const digestFor = (
  { config, project }: Store,
  entries: readonly L1Entry[],
) =>
  digestOf(entries, {
    maxChars: config.summaryMaxLength,
    project: project.root,
  });

/** Work of two branches is two sections. */
function contiguous(deltas: readonly Delta[]) {
  const runs: { from: number; to: number; branch: string | undefined }[] = [];
  for (const { from, to, branch } of deltas) {
    const last = runs.at(-1);
    if (last?.to === from && last.branch === branch) last.to = to;
    else runs.push({ from, to, branch });
  }
  return runs;
}
