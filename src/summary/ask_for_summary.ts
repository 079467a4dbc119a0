/**
 * Ask the model for a summary, where nothing else can write one: one plain
 * sentence of fact, once a session, for the oldest work that waits. Nothing
 * essential depends on the answer; without one a digest is kept.
 */

import { LockTimeoutError } from "../base/errors.ts";
import {
  changeDelta,
  hasLiveAgent,
  hasReached,
  limitedAsks,
  mayAskFor,
  minutesSince,
  requestMark,
  type Waiting,
  waitingDeltas,
} from "../session/waiting_deltas.ts";
import { Snapshot } from "../session/snapshot.ts";
import { isOver } from "../session/phase.ts";
import { withSession } from "../session/session.ts";
import type { Claim, Store } from "../store/store.ts";
import type { World } from "../base/world.ts";
import {
  askForArchiveSummary,
  howToRecord,
  type SummaryRequest,
} from "./ask_for_archive_summary.ts";

/** The session whose prompt would carry the request. */
interface Asking {
  readonly sessionId: string;
  readonly transcript?: string | undefined;
}

export async function askForSummary(
  store: Store,
  world: World,
  asking: Asking,
  claim: Claim,
  snapshot = new Snapshot(store),
): Promise<string | undefined> {
  if (store.config.summaries !== "auto") return undefined;
  if (!mayAskIn(snapshot, asking.sessionId, world.now())) return undefined;
  try {
    const request = await askForDelta(world, asking, claim, snapshot) ??
      await askForArchiveSummary(store, world, claim, snapshot);
    if (request === undefined) return undefined;
    await noteAsked(snapshot, world, asking, request.file, claim);
    return request.text;
  } catch (error) {
    // The session whose work it is has the lock; the next prompt asks.
    if (error instanceof LockTimeoutError) return undefined;
    throw error;
  }
}

/**
 * Not before the first answer: the user waits for that one. And once only; a
 * request that never reached the model does not count.
 */
function mayAskIn(snapshot: Snapshot, sessionId: string, now: Date): boolean {
  const state = snapshot.state(sessionId);
  if (state === undefined || state.turnUses === undefined) return false;
  const { asked } = state;
  if (asked !== undefined) {
    const { request, file } = asked;
    return request !== undefined && !hasReached(request, file);
  }
  const { requestedAt } = snapshot.index;
  return typeof requestedAt !== "string" ||
    minutesSince(requestedAt, now) >= REQUEST_EVERY_MINUTES;
}

/**
 * At a terminal that starts every agent in the background, one request costs two
 * further requests of the main model: two a working day are enough.
 */
const REQUEST_EVERY_MINUTES = 6 * 60;

async function askForDelta(
  world: World,
  { sessionId, transcript }: Asking,
  claim: Claim,
  snapshot: Snapshot,
): Promise<SummaryRequest | undefined> {
  const { store } = snapshot;
  const now = world.now();
  const free = waitingDeltas(store, snapshot)
    .filter(({ delta }) => !hasLiveAgent(delta, now));
  const countAsks = limitedAsks();
  const due = free.find(({ sessionId: origin, state, delta }) =>
    (origin === sessionId || isOver(state)) &&
    mayAskFor(delta, now, countAsks)
  );
  if (due === undefined) return undefined;
  await withSession(store, due.sessionId, claim, (session) => {
    changeDelta(session, due.delta.id, (delta) => ({
      ...delta,
      asks: limitedAsks()(delta) + 1,
      askedAt: now.toISOString(),
      askedIn: sessionId,
      ...requestMark(transcript),
    }));
  }, snapshot);
  const text = renderRequest(store, due, free.length);
  return { file: due.delta.file, text };
}

async function noteAsked(
  snapshot: Snapshot,
  world: World,
  { sessionId, transcript }: Asking,
  file: string,
  claim: Claim,
): Promise<void> {
  const { store } = snapshot;
  const requestedAt = world.now().toISOString();
  await withSession(store, sessionId, claim, (session) => {
    if (session.state === undefined) return;
    const asked = { at: requestedAt, file, ...requestMark(transcript) };
    session.change({ ...session.state, asked });
  }, snapshot);
  await snapshot.changeIndex(claim, (index) => ({ ...index, requestedAt }));
}

/** One plain sentence of fact, with the marker that names the delta. */
export function renderRequest(
  { layout }: Store,
  { delta, state }: Waiting,
  waiting: number,
): string {
  const whose = state.ended === undefined
    ? "this session"
    : "an earlier session";
  const more = waiting > 1 ? ` (${waiting} such stretches wait)` : "";
  const count = delta.to - delta.from;
  const entries = count === 1
    ? `1 log entry of ${whose} is`
    : `${count} log entries of ${whose} are`;
  return `[MEMORY_KEEPER_DELTA] file=${layout.delta(delta.file)}\n` +
    `${entries} not in the project's memory yet${more}. ` +
    howToRecord("delta");
}
