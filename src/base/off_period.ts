/** A time in which the user had memory switched off. */

import { localStamp } from "./local_stamp.ts";
import type { World } from "./world.ts";

export interface OffPeriod {
  readonly from: string;
  /** Exclusive; absent until it is switched on. */
  readonly to?: string;
  /** Only this session; absent for the whole project. */
  readonly session?: string;
  /** That session's first entry, which its forks share. */
  readonly firstUuid?: string;
}

/** The periods that hold for a session, or for the project alone. */
export function periodsOf(
  periods: readonly OffPeriod[],
  sessionId?: string,
  firstUuid?: string | null,
): readonly OffPeriod[] {
  return periods.filter((one) =>
    one.session === undefined || one.session === sessionId ||
    (one.firstUuid !== undefined && one.firstUuid === firstUuid)
  );
}

/** The period that holds at a moment, the one that lasts longest. */
export function periodAt(
  periods: readonly OffPeriod[],
  timeMs: number,
): OffPeriod | undefined {
  return periods.filter(({ from, to }) =>
    timeMs >= Date.parse(from) && timeMs < endOf({ to })
  ).sort((a, b) => endOf(b) - endOf(a))[0];
}

const endOf = ({ to }: { readonly to?: string | undefined }) =>
  to === undefined ? Infinity : Date.parse(to);

/** "off until 2026-02-01 19:27 UTC" */
export function describeOff(
  { to, session }: OffPeriod,
  world: Pick<World, "localOffsetMinutes">,
): string {
  const what = session === undefined
    ? "off"
    : `off in session ${session.slice(0, 8)}`;
  if (to === undefined) return `${what} until it is switched on`;
  const at = new Date(to);
  return `${what} until ${localStamp(at, world.localOffsetMinutes(at))}`;
}
