/** What of a team's memory is here, and what waits to be shared. */

import type { World } from "../base/world.ts";
import type { Config } from "../store/config_keys.ts";
import type { Store } from "../store/store.ts";
import { factFiles, readGone, sectionFiles } from "../team/read_team.ts";
import { idOfStem } from "../team/team_names.ts";

export interface TeamStatus {
  readonly share: Config["share"];
  /** Files that are not removed, by their names. */
  readonly sections: number;
  readonly facts: number;
  /** How many items share push would write. */
  readonly waiting: number;
  /** The ids of what looks like a secret and was not shared. */
  readonly held: readonly string[];
  /** The same for what is too long. */
  readonly tooLong: readonly string[];
}

type Share = typeof import("../team/share.ts");

/** What plans is loaded only where something is shared. */
export async function loadShare(
  { config }: Store,
): Promise<Share | undefined> {
  if (config.share === false) return undefined;
  return await import("../team/share.ts");
}

export function readTeamStatus(
  store: Store,
  world: World,
  share: Share | undefined,
): TeamStatus {
  const { layout, config } = store;
  const gone = readGone(layout);
  const count = (files: readonly { readonly stem: string }[]) =>
    files.filter(({ stem }) => !gone.has(stem)).length;
  const waiting = share?.readWaiting(store, world);
  return {
    share: config.share,
    sections: count(sectionFiles(layout)),
    facts: count(factFiles(layout)),
    waiting: waiting?.ready.length ?? 0,
    held: waiting?.secret.map(({ stem }) => idOfStem(stem)) ?? [],
    tooLong: waiting?.long.map(({ stem }) => idOfStem(stem)) ?? [],
  };
}
