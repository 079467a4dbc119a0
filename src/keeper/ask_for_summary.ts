/**
 * Ask the model for a summary: one plain sentence of fact, for the oldest delta
 * that waits, no more than three times for each. Nothing essential hangs on
 * the answer; without one a digest is kept.
 */

import { LockTimeoutError } from "../errors.ts";
import { mayAsk, minutesSince } from "../memory/asking.ts";
import { type Claim, type Store, withSessionLock } from "../store/store.ts";
import type { World } from "../world.ts";
import { countedAsks, requestMark, wasTold } from "./request_reached.ts";
import {
  changeDelta,
  hasLiveAgent,
  type Waiting,
  waitingDeltas,
} from "./waiting_deltas.ts";

/** The session whose prompt would carry the request. */
export interface Asking {
  readonly sessionId: string;
  readonly transcript?: string | undefined;
}

/** The request for this prompt, if one is due. */
export async function askForSummary(
  store: Store,
  world: World,
  { sessionId, transcript }: Asking,
  claim: Claim,
): Promise<string | undefined> {
  if (store.config.summaries !== "auto") return undefined;
  const now = world.now();
  const all = waitingDeltas(store);
  const due = all.find((one) =>
    isDue(one, sessionId, now, store.config.askEveryMinutes, all)
  );
  if (due === undefined) return undefined;
  try {
    await withSessionLock(store, due.sessionId, claim, () => {
      changeDelta(store, due.sessionId, due.delta.id, (delta) => ({
        ...delta,
        asks: countedAsks(delta) + 1,
        askedAt: now.toISOString(),
        askedIn: sessionId,
        ...requestMark(transcript),
      }));
    });
  } catch (error) {
    // Its session is at work; the next prompt asks.
    if (error instanceof LockTimeoutError) return undefined;
    throw error;
  }
  return renderRequest(store, due, countFree(all, now));
}

/**
 * The same in the middle of a turn, once a delta: it may not be read before
 * the turn ends, so it is no request that counts.
 */
export async function tellOfDelta(
  store: Store,
  world: World,
  { sessionId, transcript }: Asking,
  claim: Claim,
): Promise<string | undefined> {
  if (store.config.summaries !== "auto") return undefined;
  const { request } = requestMark(transcript);
  if (request === undefined) return undefined;
  const now = world.now();
  const all = waitingDeltas(store);
  const due = all.find((one) =>
    one.delta.told === undefined &&
    isDue(one, sessionId, now, store.config.askEveryMinutes, all)
  );
  if (due === undefined) return undefined;
  const told = { in: sessionId, at: now.toISOString(), ...request };
  try {
    await withSessionLock(store, due.sessionId, claim, () => {
      changeDelta(store, due.sessionId, due.delta.id, (delta) => ({
        ...delta,
        told,
      }));
    });
  } catch (error) {
    if (error instanceof LockTimeoutError) return undefined;
    throw error;
  }
  return renderRequest(store, due, countFree(all, now));
}

const countFree = (all: readonly Waiting[], now: Date) =>
  all.filter(({ delta }) => !hasLiveAgent(delta, now)).length;

function isDue(
  { sessionId: origin, state, delta }: Waiting,
  here: string,
  now: Date,
  everyMinutes: number,
  all: readonly Waiting[],
): boolean {
  if (hasLiveAgent(delta, now)) return false;
  if (!mayAsk({ ...delta, asks: countedAsks(delta) }, now)) return false;
  const isOver = state.ended !== undefined;
  if (origin !== here && !isOver) return false;
  const lastHere = all.flatMap(({ delta: other }) => [
    ...(other.askedIn === here && other.askedAt ? [other.askedAt] : []),
    ...(other.told?.in === here && wasTold(other) ? [other.told.at] : []),
  ]).map((at) => minutesSince(at, now));
  return isOver || Math.min(Infinity, ...lastHere) >= everyMinutes;
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
    `project's memory yet${more}. The Agent tool with subagent_type ` +
    '"memory-keeper:delta-summarizer" and run_in_background records them; ' +
    "it is given the text by itself, and nothing else is needed.";
}
