/**
 * Let the next tool use be counted without a full look at the project, where
 * that is all there is to do.
 */

import type { World } from "../base/world.ts";
import { parentOf } from "../base/path_text.ts";
import { globalConfigPath } from "../store/project.ts";
import { statFile } from "../store/read_file.ts";
import { projectStoreDir } from "../store/session_paths.ts";
import type { Store } from "../store/store.ts";
import { type QuickPass, stampOf } from "./count_by_pass.ts";

/** A change in the same tick of the clock would not show. */
const SETTLED_MS = 50;

export function leavePass(
  { project, config, layout, files }: Store,
  world: World,
  sessionId: string,
): void {
  const { root, storeDir, owner, wasOff, unreadForgotten } = project;
  const isUsual = storeDir === projectStoreDir(root) && owner.isMarked &&
    !wasOff && !unreadForgotten && config.headless !== "off";
  const ofAllProjects = globalConfigPath(world);
  if (!isUsual || ofAllProjects === undefined) return;
  // Everything that could change what a tool use does.
  const seen = stampAll([
    layout.dir,
    layout.config,
    ofAllProjects,
    layout.tripwires,
    layout.fileNotes,
    layout.tripModule(sessionId),
    layout.compactionMissing(sessionId),
  ]);
  if (seen === undefined) return;
  const pass: QuickPass = { interval: config.saveInterval, seen };
  files.writeUnsynced(layout.quickPass(sessionId), JSON.stringify(pass));
}

/** Undefined if one of them has only just changed. */
function stampAll(paths: readonly string[]): QuickPass["seen"] | undefined {
  const seen: Record<string, string> = {};
  for (const path of paths) {
    // Where a file is missing, its folder would change.
    for (let at: string | undefined = path; at; at = parentOf(at)) {
      const info = statFile(at);
      if (info === undefined) continue;
      const age = Date.now() - (info.mtime?.getTime() ?? Number.NaN);
      if (!(age > SETTLED_MS)) return undefined;
      seen[at] = stampOf(info);
      break;
    }
  }
  return seen;
}
