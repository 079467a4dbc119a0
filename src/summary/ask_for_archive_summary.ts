/** The request for a summary, and the archives that wait for one. */

import {
  agentMark,
  type AskCount,
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
import { ACKNOWLEDGEMENT, AGENTS } from "../claude/agents.ts";

/** A request, and the file by which the transcript shows that it arrived. */
export interface SummaryRequest {
  readonly file: string;
  readonly text: string;
}

/**
 * In the foreground: a background agent's end would cost a further turn of the
 * main model. After the answer, so that the user does not wait for it.
 */
export function howToRecord(agent: keyof typeof AGENTS): string {
  return "Once the user has been answered, one call of the Agent tool with " +
    `subagent_type "${
      AGENTS[agent]
    }", prompt "go" and run_in_background: false ` +
    "records it; the agent is given the text by itself. Nothing more needs " +
    `to be said afterwards than "${ACKNOWLEDGEMENT}"`;
}

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
    howToRecord("archive");
  return { file: due.file, text };
}

export function isArchiveDue(one: RotatedFile, now: Date): boolean {
  return mayAsk(asksOf(one), now) && !isAlive(agentOf(one), now);
}

export function asksOf(one: RotatedFile): AskCount {
  const { asks, askedAt } = one;
  return {
    asks: typeof asks === "number" ? asks : 0,
    ...(typeof askedAt === "string" ? { askedAt } : {}),
  };
}

export const agentOf = (one: RotatedFile) => agentMark(one["agent"]);

export async function changeArchive(
  store: Store,
  file: string,
  claim: Claim,
  change: (one: RotatedFile) => object,
): Promise<void> {
  await withStoreLock(store, claim, () => changeIn(store, file, change));
}

/** The caller holds the store's lock. */
function changeIn(
  { layout, files }: Store,
  file: string,
  change: (one: RotatedFile) => object,
): void {
  updateIndex(files, layout, (index) => ({
    ...index,
    rotatedFiles: index.rotatedFiles.map((one) =>
      one.file === file ? change(one) as RotatedFile : one
    ),
  }));
}

/** Its agent brought nothing that can be kept. */
export const releaseArchive = (store: Store, file: string, claim: Claim) =>
  changeArchive(store, file, claim, ({ agent: _, ...free }) => free);

/** Give the oldest free archive to an agent; its own, if it has one already. */
export async function claimArchive(
  store: Store,
  { agentId, now, isWanted = () => true }: {
    readonly agentId: string;
    readonly now: Date;
    readonly isWanted?: (one: RotatedFile) => boolean;
  },
  claim: Claim,
): Promise<string | undefined> {
  return await withStoreLock(store, claim, () => {
    const pending = pendingArchives(store);
    const own = pending.find((one) => agentOf(one)?.id === agentId);
    if (own) return own.file;
    const free = pending.find((one) =>
      !isAlive(agentOf(one), now) && isWanted(one)
    );
    if (free === undefined) return undefined;
    const agent = { id: agentId, at: now.toISOString() };
    changeIn(store, free.file, (one) => ({ ...one, agent }));
    return free.file;
  });
}
