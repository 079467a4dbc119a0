/** What can be said of a store at a glance, without changing anything. */

import { readIndex } from "../store/memory_index.ts";
import { isSessionId } from "../store/layout.ts";
import { listNames, statFile } from "../store/read_file.ts";
import { type Store, storeExists } from "../store/store.ts";

export interface Status {
  readonly project: string;
  readonly root: string;
  readonly store: string;
  readonly exists: boolean;
  readonly sessions: number;
  readonly toolUses: number;
  readonly saveInterval: number;
  readonly memoryBytes: number;
  readonly archives: number;
  readonly pending: number;
  readonly lastEvent: string | null;
}

export function readStatus(store: Store): Status {
  const { layout, project, config } = store;
  const countDir = layout.count("");
  const counts = listNames(countDir).filter(isSessionId)
    .map((id) => statFile(layout.count(id)))
    .filter((info) => info !== undefined);
  const index = readIndex(layout);
  const newest = Math.max(0, ...counts.map((c) => c.mtime?.getTime() ?? 0));
  return {
    project: project.name,
    root: project.root,
    store: layout.dir,
    exists: storeExists(store),
    sessions: counts.length,
    toolUses: counts.reduce((sum, info) => sum + info.size, 0),
    saveInterval: config.saveInterval,
    memoryBytes: statFile(layout.memory)?.size ?? 0,
    archives: index.rotatedFiles.length,
    pending: index.pending.length,
    lastEvent: newest === 0 ? null : new Date(newest).toISOString(),
  };
}
