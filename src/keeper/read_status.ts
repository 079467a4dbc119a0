/** What can be said of a store at a glance, without changing anything. */

import { isSessionId } from "../store/layout.ts";
import { readIndex } from "../store/memory_index.ts";
import { listNames, statFile } from "../store/read_file.ts";
import { loadSessionState } from "../store/session_state.ts";
import { type Store, storeExists } from "../store/store.ts";
import { findProblem } from "./find_problem.ts";
import { waitingDeltas } from "./waiting_deltas.ts";

export interface Status {
  readonly project: string;
  readonly root: string;
  readonly store: string;
  readonly exists: boolean;
  /** Session logs, and their size on disk. */
  readonly sessions: number;
  readonly sessionBytes: number;
  /** Sessions that have not ended as far as is known. */
  readonly open: number;
  /** Stretches of work that wait for a summary. */
  readonly waiting: number;
  /** Why nothing can be kept here, if so. */
  readonly problem: string | null;
  readonly toolUses: number;
  readonly saveInterval: number;
  readonly memoryBytes: number;
  readonly archives: number;
  readonly lastSave: string | null;
}

export function readStatus(store: Store): Status {
  const { layout, project, config } = store;
  const logs = listNames(layout.sessions)
    .filter((name) => /\.l1\.jsonl(?:\.gz)?$/.test(name))
    .flatMap((name) => statFile(`${layout.sessions}/${name}`) ?? []);
  const counts = listNames(layout.count("")).filter(isSessionId)
    .flatMap((id) => statFile(layout.count(id)) ?? []);
  const saved = [...logs, statFile(layout.memory)];
  const newest = Math.max(0, ...saved.map((f) => f?.mtime?.getTime() ?? 0));
  const index = readIndex(layout);
  return {
    project: project.name,
    root: project.root,
    store: layout.dir,
    exists: storeExists(store),
    sessions: logs.length,
    sessionBytes: sizeOf(logs),
    open: index.pending.filter((id) => !hasEnded(store, id)).length,
    waiting: waitingDeltas(store).length,
    problem: findProblem(store),
    toolUses: sizeOf(counts),
    saveInterval: config.saveInterval,
    memoryBytes: statFile(layout.memory)?.size ?? 0,
    archives: index.rotatedFiles.length,
    lastSave: newest === 0 ? null : new Date(newest).toISOString(),
  };
}

function hasEnded({ layout }: Store, sessionId: string): boolean {
  const loaded = loadSessionState(layout, sessionId);
  return loaded.state === "ok" && loaded.value.ended !== undefined;
}

const sizeOf = (files: readonly Deno.FileInfo[]) =>
  files.reduce((sum, { size }) => sum + size, 0);
