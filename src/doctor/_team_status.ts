/** What of a team's memory is here, and what waits to be shared. */

import type { World } from "../base/world.ts";
import type { Config } from "../store/config_keys.ts";
import type { Store } from "../store/store.ts";
import { factFiles, readGone, sectionFiles } from "../team/read_team.ts";
import type { planShare } from "../team/share.ts";
import { readShareState } from "../team/share_state.ts";

export interface TeamStatus {
  readonly share: Config["share"];
  /** Files that are not removed, by their names. */
  readonly sections: number;
  readonly facts: number;
  /** Items that share push would write. */
  readonly waiting: number;
}

/** What plans is loaded only where something is shared. */
export async function loadPlan(
  { config }: Store,
): Promise<typeof planShare | undefined> {
  if (config.share === false) return undefined;
  return (await import("../team/share.ts")).planShare;
}

export function readTeamStatus(
  store: Store,
  world: World,
  plan: typeof planShare | undefined,
): TeamStatus {
  const { layout, config: { share } } = store;
  const gone = readGone(layout);
  const count = (files: readonly { readonly stem: string }[]) =>
    files.filter(({ stem }) => !gone.has(stem)).length;
  const isShared = share !== false && readShareState(store) !== undefined;
  const planned = isShared ? plan?.(store, world).write : undefined;
  return {
    share,
    sections: count(sectionFiles(layout)),
    facts: count(factFiles(layout)),
    waiting: planned?.length ?? 0,
  };
}
