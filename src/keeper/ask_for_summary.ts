/**
 * Ask the model for a summary: one plain sentence of fact, for the oldest delta
 * that waits, no more than three times for each. Nothing essential hangs on
 * the answer; without one a digest is kept.
 */

import { LockTimeoutError } from "../errors.ts";
import { type Claim, type Store, withSessionLock } from "../store/store.ts";
import type { World } from "../world.ts";
import {
  changeDelta,
  hasLiveAgent,
  type Waiting,
  waitingDeltas,
} from "./waiting_deltas.ts";

const MINUTE_MS = 60_000;
export const MOST_ASKS = 3;
/** How long after the first, second and third request nothing is asked. */
const ASK_AGAIN_MINUTES = [20, 60, 180];

/** The request for this prompt, if one is due. */
export async function askForSummary(
  store: Store,
  world: World,
  sessionId: string,
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
        asks: delta.asks + 1,
        askedAt: now.toISOString(),
        askedIn: sessionId,
      }));
    });
  } catch (error) {
    // Its session is at work; the next prompt asks.
    if (error instanceof LockTimeoutError) return undefined;
    throw error;
  }
  const waiting = all.filter(({ delta }) => !hasLiveAgent(delta, now)).length;
  return renderRequest(store, due, waiting);
}

function isDue(
  { sessionId: origin, state, delta }: Waiting,
  here: string,
  now: Date,
  everyMinutes: number,
  all: readonly Waiting[],
): boolean {
  if (delta.asks >= MOST_ASKS || hasLiveAgent(delta, now)) return false;
  const isOver = state.ended !== undefined;
  if (origin !== here && !isOver) return false;
  const minutesSince = (time: string) =>
    (now.getTime() - Date.parse(time)) / MINUTE_MS;
  if (delta.askedAt) {
    const pause = ASK_AGAIN_MINUTES[delta.asks - 1] ?? Infinity;
    if (minutesSince(delta.askedAt) < pause) return false;
  }
  const lastHere = all.flatMap(({ delta: { askedIn, askedAt } }) =>
    askedIn === here && askedAt ? [minutesSince(askedAt)] : []
  );
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
  return `[MEMORY_KEEPER_DELTA] file=${layout.delta(delta.file)}\n` +
    `${delta.to - delta.from} log entries of ${whose} are not in the ` +
    `project's memory yet${more}. The Agent tool with subagent_type ` +
    '"memory-keeper:delta-summarizer" and run_in_background records them; ' +
    "it is given the text by itself, and nothing else is needed.";
}
