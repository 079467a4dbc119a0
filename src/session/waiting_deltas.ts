/** The deltas that wait for a summary, whichever session they come from. */

import { compareTexts } from "../base/compare_texts.ts";
import { objectOf } from "../base/json.ts";
import { MINUTE_MS } from "../base/durations.ts";
import { Snapshot } from "./snapshot.ts";
import {
  type Delta,
  type RequestMark,
  sessionsCalled,
  type SessionState,
} from "./session_state.ts";
import type { Session } from "./session.ts";
import { isOver } from "./phase.ts";
import type { Store } from "../store/store.ts";
import type { World } from "../base/world.ts";
import { readPart, statTranscript } from "../store/growing_file.ts";

const DAY_MINUTES = 24 * 60;

export interface Waiting {
  readonly sessionId: string;
  readonly state: SessionState;
  readonly delta: Delta;
}

/** All that wait, oldest first. */
export function waitingDeltas(
  store: Store,
  snapshot = new Snapshot(store),
): Waiting[] {
  return snapshot.open().flatMap(({ sessionId, state }) =>
    state.deltas.map((delta) => ({ sessionId, state, delta }))
  ).sort((a, b) =>
    compareTexts(a.delta.createdAt, b.delta.createdAt) ||
    a.delta.from - b.delta.from
  );
}

/** Sessions that are over, and each of whose deltas has waited long enough. */
export function findUnanswered(
  store: Store,
  world: World,
  snapshot = new Snapshot(store),
): string[] {
  const now = world.now();
  const countAsks = limitedAsks();
  const isDone = (delta: Delta) =>
    minutesSince(delta.createdAt, now) >
      store.config.digestAfterDays * DAY_MINUTES ||
    delta.asks >= MOST_ASKS && !hasLiveAgent(delta, now) &&
      countAsks(delta) >= MOST_ASKS;
  const over = waitingDeltas(store, snapshot)
    .filter(({ state }) => isOver(state));
  return [...new Set(over.map(({ sessionId }) => sessionId))].filter((id) =>
    over.every(({ sessionId, delta }) => sessionId !== id || isDone(delta))
  );
}

/** The session whose delta this is, by the delta's id. */
export const sessionOfDelta = ({ layout }: Store, deltaId: string) =>
  sessionsCalled(layout, deltaId.slice(0, deltaId.lastIndexOf("-")))[0];

export const hasLiveAgent = ({ agent }: Delta, now: Date) =>
  isAlive(agent, now);

export function changeDelta(
  session: Session,
  deltaId: string,
  change: (delta: Delta) => Delta,
): void {
  const { state } = session;
  if (state === undefined) return;
  const deltas = state.deltas.map((delta) =>
    delta.id === deltaId ? change(delta) : delta
  );
  if (deltas.some((delta, i) => delta !== state.deltas[i])) {
    session.change({ ...state, deltas });
  }
}

/**
 * How often the model is asked for the same thing, and when an agent that was
 * given something is taken for dead. Everything that waits has an end.
 */
export interface AskCount {
  readonly asks: number;
  readonly askedAt?: string | undefined;
}

export type AgentMark = NonNullable<Delta["agent"]>;

/** The agent that has a text, as a file says it. */
export function agentMark(value: unknown): AgentMark | undefined {
  const { id, at } = objectOf(value);
  const isMark = typeof id === "string" && typeof at === "string";
  return isMark ? { id, at } : undefined;
}

/** How long nothing is asked after the first, second and third request. */
const PAUSES_MINUTES = [20, 60, 180];
const AGENT_ALIVE_MINUTES = 15;

const MOST_ASKS = PAUSES_MINUTES.length;

/**
 * The minutes between two times, in either order: a time from a clock that was
 * ahead must not block until it is reached.
 */
export function minutesSince(time: string, now: Date): number {
  return Math.abs(now.getTime() - Date.parse(time)) / MINUTE_MS;
}

/** Whether the next request may go out, as far as the earlier ones tell. */
export function mayAsk({ asks, askedAt }: AskCount, now: Date): boolean {
  if (asks >= MOST_ASKS) return false;
  const pause = PAUSES_MINUTES[asks - 1];
  return askedAt === undefined || pause === undefined ||
    minutesSince(askedAt, now) >= pause;
}

export function isAlive(agent: AgentMark | undefined, now: Date): boolean {
  return agent !== undefined &&
    minutesSince(agent.at, now) < AGENT_ALIVE_MINUTES;
}

/** Far beyond a prompt and what is attached to it. */
const WINDOW_BYTES = 256 * 1024;
/** How a transcript shows that this client records what hooks add. */
const HOOK_RECORD = '"attachment":{"type":"hook_';

/** Where the transcript of the asking session ended when it was asked. */
export function requestMark(
  transcript: string | undefined,
): Pick<Delta, "request"> {
  if (transcript === undefined) return {};
  const from = statTranscript(transcript)?.size ?? 0;
  return { request: { transcript, from } };
}

/** An event looks into transcripts so often, however many deltas wait. */
const MOST_LOOKS = 8;

/** How often a delta was asked for, without the last time if that got lost. */
type CountAsks = (delta: Delta) => number;

/** For one event: beyond its looks a request counts as one that arrived. */
export function limitedAsks(looks = MOST_LOOKS): CountAsks {
  return ({ asks, file, request }) => {
    if (asks === 0 || request === undefined || looks === 0) return asks;
    looks--;
    return hasReached(request, file) ? asks : asks - 1;
  };
}

/** Whether a delta may be asked for; looks only where that would decide. */
export function mayAskFor(delta: Delta, now: Date, countAsks: CountAsks) {
  if (mayAsk(delta, now)) return true;
  if (!mayAsk({ ...delta, asks: delta.asks - 1 }, now)) return false;
  return countAsks(delta) < delta.asks;
}

/** Whether the transcript shows a request that names `file`. */
export function hasReached({ transcript, from }: RequestMark, file: string) {
  const size = statTranscript(transcript)?.size ?? 0;
  if (size === 0 || size <= from) return false;
  const after = new TextDecoder().decode(
    readPart(transcript, from, WINDOW_BYTES),
  );
  if (after.includes(file)) return true;
  // A client that records nothing of hooks, or a prompt too long to look past.
  return size > from + WINDOW_BYTES || !after.includes(HOOK_RECORD);
}
