/**
 * Ask the model for a summary: one plain sentence of fact, for the oldest delta
 * that waits, no more than three times for each. Nothing essential hangs on
 * the answer; without one a digest is kept.
 */

import { LockTimeoutError } from "../errors.ts";
import { mayAsk, minutesSince } from "../memory/asking.ts";
import { type Claim, type Store, withSessionLock } from "../store/store.ts";
import type { World } from "../world.ts";
import {
  changeDelta,
  hasLiveAgent,
  type Waiting,
  waitingDeltas,
} from "./waiting_deltas.ts";

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
  if (!mayAsk(delta, now) || hasLiveAgent(delta, now)) return false;
  const isOver = state.ended !== undefined;
  if (origin !== here && !isOver) return false;
  const lastHere = all.flatMap(({ delta: { askedIn, askedAt } }) =>
    askedIn === here && askedAt ? [minutesSince(askedAt, now)] : []
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
