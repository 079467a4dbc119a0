/**
 * Give a summarizer its text. Several processes are asked at once, one for each
 * part; the first that has the lock marks the delta with the agent's id, the
 * others find the mark.
 */

import { compareTexts } from "../base/compare_texts.ts";
import { splitParts } from "./_text_parts.ts";
import { readText } from "../store/read_file.ts";
import { isOver } from "../session/phase.ts";
import { type Session, withSession } from "../session/session.ts";
import { Snapshot } from "../session/snapshot.ts";
import { type Claim, type Store, withStoreLock } from "../store/store.ts";
import type { World } from "../base/world.ts";
import {
  changeDelta,
  hasLiveAgent,
  type Waiting,
  waitingDeltas,
} from "../session/waiting_deltas.ts";
import { newestConcepts } from "../knowledge/concepts.ts";
import { CONCEPTS_SHOWN, renderLog } from "./_delta_text.ts";
import { readConcepts } from "../knowledge/knowledge_files.ts";
import { readL1 } from "../session/log_file.ts";

interface HandOver {
  readonly agentId: string;
  readonly sessionId: string;
  readonly parts: number;
  /** Whether any session's delta will do, or only this one's. */
  readonly ownOnly?: boolean;
}

export async function handOverDelta(
  store: Store,
  world: World,
  request: HandOver,
  claim: Claim,
  snapshot = new Snapshot(store),
): Promise<string[] | undefined> {
  for (;;) {
    const found = chooseDelta(snapshot, world, request);
    if (found === undefined) return undefined;
    const { sessionId, delta } = found;
    const take = (session: Session) => {
      snapshot.doubt();
      const again = chooseDelta(snapshot, world, request);
      if (again?.delta.id !== delta.id) return false;
      if (again.delta.agent?.id === request.agentId) return true;
      const agent = { id: request.agentId, at: world.now().toISOString() };
      changeDelta(session, delta.id, (one) => ({ ...one, agent }));
      session.save();
      return true;
    };
    // Under the store's lock too: the parts of one agent may have chosen
    // deltas of different sessions.
    const isMine = delta.agent?.id === request.agentId ||
      await withSession(
        store,
        sessionId,
        claim,
        (session) => withStoreLock(store, claim, () => take(session)),
        snapshot,
      );
    if (!isMine) continue;
    const text = readText(store.layout.delta(delta.file));
    return text === undefined ? undefined : splitParts(text, request.parts);
  }
}

/** The agent's own; else the one last asked for here; else the oldest free one. */
function chooseDelta(
  snapshot: Snapshot,
  world: World,
  { agentId, sessionId, ownOnly }: HandOver,
): Waiting | undefined {
  const all = waitingDeltas(snapshot.store, snapshot);
  const own = all.find(({ delta }) => delta.agent?.id === agentId);
  if (own) return own;
  const free = all.filter((one) =>
    !hasLiveAgent(one.delta, world.now()) &&
    (one.sessionId === sessionId || (!ownOnly && isOver(one.state)))
  );
  const asked = free.filter(({ delta }) => delta.askedIn === sessionId)
    .sort((a, b) => compareTexts(b.delta.askedAt ?? "", a.delta.askedAt ?? ""));
  return asked[0] ?? free[0];
}

export function deltaOfAgent(
  snapshot: Snapshot,
  agentId: string,
): Waiting | undefined {
  return waitingDeltas(snapshot.store, snapshot)
    .find(({ delta }) => delta.agent?.id === agentId);
}

/**
 * Give `l2-summarizer` the whole session it runs in, in parts; undefined if the
 * session has said nothing. Several processes ask for the parts; the first
 * notes how far the log goes, so that the parts of one agent belong together
 * while the session goes on.
 */
export async function handOverSession(
  store: Store,
  { agentId, sessionId, parts }: {
    readonly agentId: string;
    readonly sessionId: string;
    readonly parts: number;
  },
  claim: Claim,
): Promise<string[] | undefined> {
  const { layout } = store;
  const given = await withSession(store, sessionId, claim, (session) => {
    const { state } = session;
    if (state === undefined) return undefined;
    const { l2 } = state;
    if (l2?.agent === agentId) return { ...l2, stem: state.stem };
    const concepts = newestConcepts(readConcepts(layout), CONCEPTS_SHOWN)
      .map(({ id, name }) => ({ id, name }));
    const mark = { agent: agentId, bytes: state.l1Bytes, concepts };
    session.change({ ...state, l2: mark });
    return { ...mark, stem: state.stem };
  });
  if (given === undefined) return undefined;
  const entries = readL1(layout.l1(given.stem), 0, given.bytes);
  if (entries.length === 0) return undefined;
  return splitParts(renderLog(entries, given.concepts), parts);
}
