/** Archives that wait for their summary, and the request for one. */

import {
  type AgentMark,
  type Asked,
  isAlive,
  mayAsk,
} from "../session/waiting_deltas.ts";
import {
  archivesIn,
  type RotatedFile,
  updateIndex,
} from "../session/memory_index.ts";
import { Snapshot } from "../session/snapshot.ts";
import { type Claim, type Store, withStoreLock } from "../store/store.ts";
import { readTracked } from "../store/tracked_files.ts";
import type { World } from "../base/world.ts";
import { howToRecord, type SummaryRequest } from "./_summary_request.ts";

/** Archives without a summary, oldest first. */
export function pendingArchives(
  store: Store,
  snapshot = new Snapshot(store),
): RotatedFile[] {
  const waiting = archivesIn(snapshot.index)
    .filter((one) => !one.summaryGenerated);
  if (waiting.length === 0) return waiting;
  // A summary of what others wrote would pass for the user's memory.
  const tracked = readTracked(store.layout.dir);
  return waiting.filter(({ file }) => !tracked.has(file));
}

/** The request for this prompt, if one is due. */
export async function askForArchiveSummary(
  store: Store,
  world: World,
  claim: Claim,
  snapshot?: Snapshot,
): Promise<SummaryRequest | undefined> {
  const now = world.now();
  const due = pendingArchives(store, snapshot).find((one) =>
    isArchiveDue(one, now)
  );
  if (due === undefined) return undefined;
  const { asks } = asksOf(due);
  await changeArchive(store, due.file, claim, (one) => ({
    ...one,
    asks: asks + 1,
    askedAt: now.toISOString(),
  }));
  const text = `[MEMORY_KEEPER_ROTATE] file=${store.layout.dir}/${due.file}\n` +
    "This archive of the project's memory has no summary yet. " +
    howToRecord("memory-keeper:memory-summarizer");
  return { file: due.file, text };
}

export function isArchiveDue(one: RotatedFile, now: Date): boolean {
  return mayAsk(asksOf(one), now) && !isAlive(agentOf(one), now);
}

export function asksOf(one: RotatedFile): Asked {
  const { asks, askedAt } = one;
  return {
    asks: typeof asks === "number" ? asks : 0,
    ...(typeof askedAt === "string" ? { askedAt } : {}),
  };
}

export function agentOf(one: RotatedFile): AgentMark | undefined {
  const agent = one["agent"] as { id?: unknown; at?: unknown } | undefined;
  return typeof agent?.id === "string" && typeof agent.at === "string"
    ? { id: agent.id, at: agent.at }
    : undefined;
}

export async function changeArchive(
  store: Store,
  file: string,
  claim: Claim,
  change: (one: RotatedFile) => object,
): Promise<void> {
  const { layout, files } = store;
  await withStoreLock(store, claim, () => {
    updateIndex(files, layout, (index) => ({
      ...index,
      rotatedFiles: index.rotatedFiles.map((one) =>
        one.file === file ? change(one) as RotatedFile : one
      ),
    }));
  });
}

export interface ArchiveClaim {
  readonly agentId: string;
  readonly now: Date;
  /** Which archives will do; all, if it is absent. */
  readonly isWanted?: (one: RotatedFile) => boolean;
}

/** Give the oldest free archive to an agent; its own, if it has one already. */
export async function claimArchive(
  store: Store,
  { agentId, now, isWanted = () => true }: ArchiveClaim,
  claim: Claim,
): Promise<string | undefined> {
  const { layout, files } = store;
  return await withStoreLock(store, claim, () => {
    const pending = pendingArchives(store);
    const own = pending.find((one) => agentOf(one)?.id === agentId);
    if (own) return own.file;
    const free = pending.find((one) =>
      !isAlive(agentOf(one), now) && isWanted(one)
    );
    if (free === undefined) return undefined;
    const agent = { id: agentId, at: now.toISOString() };
    updateIndex(files, layout, (index) => ({
      ...index,
      rotatedFiles: index.rotatedFiles.map((one) =>
        one.file === free.file ? { ...one, agent } : one
      ),
    }));
    return free.file;
  });
}
