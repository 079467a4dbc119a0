/**
 * How often the model is asked for the same thing, and when an agent that was
 * given something is taken for dead. Everything that waits has an end.
 */

export interface Asked {
  readonly asks: number;
  readonly askedAt?: string | undefined;
}

export interface AgentMark {
  readonly id: string;
  readonly at: string;
}

const MINUTE_MS = 60_000;
/** How long nothing is asked after the first, second and third request. */
const PAUSES_MINUTES = [20, 60, 180];
const AGENT_ALIVE_MINUTES = 15;

export const MOST_ASKS = PAUSES_MINUTES.length;

/**
 * How far apart, whichever is later: what a clock wrote that was wrong and has
 * been set back must not last until then.
 */
export function minutesSince(time: string, now: Date): number {
  return Math.abs(now.getTime() - Date.parse(time)) / MINUTE_MS;
}

/** Whether the next request may go out, as far as the earlier ones tell. */
export function mayAsk({ asks, askedAt }: Asked, now: Date): boolean {
  if (asks >= MOST_ASKS) return false;
  const pause = PAUSES_MINUTES[asks - 1];
  return askedAt === undefined || pause === undefined ||
    minutesSince(askedAt, now) >= pause;
}

export function isAlive(agent: AgentMark | undefined, now: Date): boolean {
  return agent !== undefined &&
    minutesSince(agent.at, now) < AGENT_ALIVE_MINUTES;
}
