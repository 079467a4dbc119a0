/**
 * Ask the model for a summary, where nothing else can write one: one plain
 * sentence of fact, once a session, for the oldest work that waits. Nothing
 * essential depends on the answer; without one a digest is kept.
 */

import { LockTimeoutError } from "../base/errors.ts";
import {
  changeDelta,
  countedAsks,
  hasLiveAgent,
  hasReached,
  mayAsk,
  minutesSince,
  requestMark,
  type Waiting,
  waitingDeltas,
} from "../session/waiting_deltas.ts";
import {
  type Asked,
  loadSessionState,
  saveSessionState,
} from "../session/session_state.ts";
import { readIndex, updateIndex } from "../session/memory_index.ts";
import {
  type Claim,
  type Store,
  withSessionLock,
  withStoreLock,
} from "../store/store.ts";
import type { World } from "../base/world.ts";
import { askForArchiveSummary } from "./ask_for_archive_summary.ts";
import { howToRecord, type SummaryRequest } from "./_summary_request.ts";

/** The session whose prompt would carry the request. */
export interface Asking {
  readonly sessionId: string;
  readonly transcript?: string | undefined;
}

/** The request for this prompt, if one is due. */
export async function askForSummary(
  store: Store,
  world: World,
  asking: Asking,
  claim: Claim,
): Promise<string | undefined> {
  if (store.config.summaries !== "auto") return undefined;
  if (!mayAskIn(store, asking.sessionId, world.now())) return undefined;
  try {
    const request = await askForDelta(store, world, asking, claim) ??
      await askForArchiveSummary(store, world, claim);
    if (request) await noteAsked(store, world, asking, request.file, claim);
    return request?.text;
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
function mayAskIn(store: Store, sessionId: string, now: Date): boolean {
  const loaded = loadSessionState(store.layout, sessionId);
  if (loaded.state !== "ok" || loaded.value.entries === 0) return false;
  const { asked } = loaded.value;
  if (asked === undefined) return !hasAskedLately(store, now);
  return asked.request !== undefined && !hasReached(asked.request, asked.file);
}

/**
 * At a terminal that starts every agent in the background, one request costs two
 * further requests of the main model: two a working day are enough.
 */
function hasAskedLately({ layout }: Store, now: Date): boolean {
  const { requestedAt } = readIndex(layout);
  return typeof requestedAt === "string" &&
    minutesSince(requestedAt, now) < REQUEST_EVERY_MINUTES;
}

const REQUEST_EVERY_MINUTES = 6 * 60;

async function askForDelta(
  store: Store,
  world: World,
  { sessionId, transcript }: Asking,
  claim: Claim,
): Promise<SummaryRequest | undefined> {
  const now = world.now();
  const all = waitingDeltas(store);
  const due = all.find((one) => isDue(one, sessionId, now));
  if (due === undefined) return undefined;
  await withSessionLock(store, due.sessionId, claim, () => {
    changeDelta(store, due.sessionId, due.delta.id, (delta) => ({
      ...delta,
      asks: countedAsks(delta) + 1,
      askedAt: now.toISOString(),
      askedIn: sessionId,
      ...requestMark(transcript),
    }));
  });
  const free = all.filter(({ delta }) => !hasLiveAgent(delta, now)).length;
  return { file: due.delta.file, text: renderRequest(store, due, free) };
}

async function noteAsked(
  store: Store,
  world: World,
  { sessionId, transcript }: Asking,
  file: string,
  claim: Claim,
): Promise<void> {
  const { layout, files } = store;
  await withSessionLock(store, sessionId, claim, () => {
    const loaded = loadSessionState(layout, sessionId);
    if (loaded.state !== "ok") return;
    const asked: Asked = {
      at: world.now().toISOString(),
      file,
      ...requestMark(transcript),
    };
    saveSessionState(files, layout, sessionId, { ...loaded.value, asked });
  });
  const requestedAt = world.now().toISOString();
  await withStoreLock(store, claim, () => {
    updateIndex(files, layout, (index) => ({ ...index, requestedAt }));
  });
}

function isDue(
  { sessionId: origin, state, delta }: Waiting,
  here: string,
  now: Date,
): boolean {
  if (hasLiveAgent(delta, now)) return false;
  if (origin !== here && state.ended === undefined) return false;
  return mayAsk({ ...delta, asks: countedAsks(delta) }, now);
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
  const [entries, are] = count === 1
    ? ["1 log entry", "is"]
    : [`${count} log entries`, "are"];
  return `[MEMORY_KEEPER_DELTA] file=${layout.delta(delta.file)}\n` +
    `${entries} of ${whose} ${are} not in the ` +
    `project's memory yet${more}. ${
      howToRecord("memory-keeper:delta-summarizer")
    }`;
}
