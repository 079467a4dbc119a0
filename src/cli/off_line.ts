/** What a model is told instead of memory while that is off. */

import { describeOff, periodAt, periodsOf } from "../base/off_period.ts";
import type { World } from "../base/world.ts";
import { loadOff } from "../store/off.ts";
import type { Store } from "../store/store.ts";

/** For the project, or for the session this runs in; undefined while it is on. */
export function offLine(
  { layout, project }: Store,
  world: World,
): string | undefined {
  if (project.unreadForgotten) throw project.unreadForgotten;
  const session = world.env("CLAUDE_CODE_SESSION_ID");
  const own = periodsOf(loadOff(layout), session);
  const period = periodAt(own, world.now().getTime());
  return period && `Memory is ${describeOff(period, world)}: nothing is ` +
      'given or kept; the user switches it on with "memory-keeper on"';
}
