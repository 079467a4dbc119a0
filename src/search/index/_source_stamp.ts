/** Whether anything that can be searched may have changed, at a glance. */

import type { Layout } from "../../store/layout.ts";
import { statFile } from "../../store/read_file.ts";
import { teamFolders } from "../../team/read_team.ts";
import type { IndexWriter } from "./search_index.ts";

/**
 * What tells, without looking at each of hundreds of files, that none of them
 * has changed: a writer either replaces it, which changes its folder,
 * or saves a session's state afterwards, which changes that folder. Only an
 * edit in place below `sessions/` stays unseen until the next change.
 */
export function stampOfSources(
  layout: Layout,
  known: readonly string[],
): { readonly stamp: string; readonly newestMs: number } {
  const { dir, sessions, states, workTimes } = layout;
  const top = known.map((path) => `${dir}/${path}`);
  const infos = [
    dir,
    sessions,
    `${sessions}/archive`,
    states,
    workTimes,
    ...top,
    // Files of the team are never changed: they come and go.
    ...teamFolders(layout),
  ]
    .map((path) => statFile(path));
  const times = infos.map((info) => info?.mtime?.getTime() ?? 0);
  const sizes = infos.map((info) => info?.isFile ? info.size : 0);
  return {
    stamp: `${dir} ${times.join(" ")} ${sizes.join(" ")}`,
    newestMs: Math.max(...times),
  };
}

/** The index knows all of it. */
export function isCurrent(index: IndexWriter, layout: Layout): boolean {
  return index.readStamp() === stampOfSources(layout, index.topPaths()).stamp;
}
