/** The status of a store, without changing anything but `.cache`. */

import { DAY_MS } from "../base/durations.ts";
import { describeOff, periodAt } from "../base/off_period.ts";
import type { World } from "../base/world.ts";
import {
  countKnowledge,
  type KnowledgeCounts,
} from "../knowledge/count_knowledge.ts";
import { type MemoryFill, readMemoryFill } from "../memory/memory_fill.ts";
import { parseMemory } from "../memory/memory_text.ts";
import { loadIndex, parseIndex, readIndex } from "../session/memory_index.ts";
import { readStates } from "../session/session_state.ts";
import type { Config } from "../store/config_keys.ts";
import { loadOff } from "../store/off.ts";
import { readLogLines } from "../store/read_event_log.ts";
import { changedAt, readText, statFile } from "../store/read_file.ts";
import { type Store, storeExists } from "../store/store.ts";
import { findWriteProblem } from "../store/write_problem.ts";
import { factFiles, readGone, sectionFiles } from "../team/read_team.ts";
import { idOfStem } from "../team/team_names.ts";
import { measureStore } from "./_store_sizes.ts";
import {
  readTranscriptStatus,
  type TranscriptStatus,
} from "./_transcript_status.ts";

/** Enough of the log for a busy day. */
const LOG_BYTES = 64 * 1024;

export interface Status {
  readonly project: string;
  readonly root: string;
  readonly store: string;
  readonly exists: boolean;
  /** The folder's own store, if someone else made it. */
  readonly foreign: string | null;
  /** Why the store cannot be written, if so. */
  readonly problem: string | null;
  /** Until when nothing is kept or given, if so. */
  readonly off: string | null;
  readonly unreadable: readonly string[];
  readonly configProblems: number;
  /** When the last event of Claude Code came. */
  readonly lastEvent: string | null;
  /** When anything was last written to a log or to memory.md. */
  readonly lastSave: string | null;
  readonly failures: number;
  /** Session logs, and their size on disk. */
  readonly sessions: number;
  readonly sessionBytes: number;
  /** Sessions that have not ended, as far as known. */
  readonly open: number;
  /** Deltas that wait for a summary, and since when. */
  readonly waiting: number;
  readonly waitingSince: string | null;
  readonly memory: MemoryFill;
  /** Null where memory.md cannot be read. */
  readonly sections: number | null;
  readonly archives: number;
  /** Those without a summary, and when the oldest of them was made. */
  readonly archivesWithoutSummary: number;
  readonly archivesSince: string | null;
  readonly knowledge: KnowledgeCounts;
  /** Null where the team's folder or what is shared cannot be read. */
  readonly team: TeamStatus | null;
  /** The store's size on disk without its state files. */
  readonly bytes: number;
  readonly transcripts: TranscriptStatus;
}

const UNREAD_FORGOTTEN = "off until forgotten.json can be read";

export async function readStatus(
  store: Store,
  world: World,
): Promise<Status> {
  const share = await loadShare(store);
  const { layout, project } = store;
  const unreadable: string[] = [];
  const readable = <T>(path: string, read: () => T, otherwise: T): T => {
    try {
      return read();
    } catch {
      unreadable.push(path);
      return otherwise;
    }
  };
  const index = readable(layout.index, () => {
    if (loadIndex(layout).state === "damaged") unreadable.push(layout.index);
    return readIndex(layout);
  }, parseIndex({}));
  // Sessions that are not over, or have deltas that wait.
  const pending = readStates(layout, index.pending);
  const deltas = pending.flatMap(({ state }) => state.deltas);
  const archives = index.rotatedFiles.filter((one) => !one.summaryGenerated);
  const knowledge = countKnowledge(layout);
  unreadable.push(...knowledge.unreadable);
  if (project.unreadForgotten) unreadable.push(layout.forgotten);
  const text = readable(
    layout.memory,
    () => readText(layout.memory) ?? "",
    undefined,
  );
  const files = measureStore(store, pending.map(({ state }) => state.stem));
  const lastEvent = newestEvent(store, pending.map(({ id }) => id));
  return {
    project: project.name,
    root: project.root,
    store: layout.dir,
    exists: storeExists(store),
    foreign: project.foreign ?? null,
    problem: findWriteProblem(store)?.message ?? null,
    off: project.unreadForgotten ? UNREAD_FORGOTTEN : readable(
      layout.off,
      () => describeNow(store, world),
      "off until off.json can be read",
    ),
    unreadable,
    configProblems: project.config.problems.length,
    lastEvent: isoOrNull(lastEvent),
    lastSave: isoOrNull(files.newestSaveMs),
    failures: countFailures(store, world),
    sessions: files.logs,
    sessionBytes: files.logBytes,
    open: pending.filter(({ state }) => state.ended === undefined).length,
    waiting: deltas.length,
    waitingSince: deltas.map(({ createdAt }) => createdAt).sort()[0] ?? null,
    memory: readMemoryFill(store, index, text ?? ""),
    sections: text === undefined ? null : parseMemory(text).sections.length,
    archives: index.rotatedFiles.length,
    archivesWithoutSummary: archives.length,
    archivesSince: archives.flatMap((one) => one.rotatedAt ?? []).sort()[0] ??
      null,
    knowledge: knowledge.counts,
    team: readable(
      layout.team,
      () => readTeamStatus(store, world, share),
      null,
    ),
    bytes: files.bytes,
    transcripts: readTranscriptStatus(store, world, lastEvent),
  };
}

function describeNow({ layout }: Store, world: World): string | null {
  const period = periodAt(loadOff(layout), world.now().getTime());
  return period ? describeOff(period, world) : null;
}

/**
 * Every event that does work writes to the event log; a tool use or a prompt
 * adds at least a byte to a file of its session, which is still open.
 */
function newestEvent({ layout }: Store, open: readonly string[]): number {
  const paths = [
    layout.log,
    ...open.flatMap((id) => [layout.count(id), layout.prompts(id)]),
  ];
  return Math.max(0, ...paths.map((path) => changedAt(statFile(path))));
}

function countFailures({ layout }: Store, world: World): number {
  const since = world.now().getTime() - DAY_MS;
  return readLogLines(layout, LOG_BYTES).filter(({ at, outcome }) =>
    outcome !== "done" && at.getTime() > since
  ).length;
}

const isoOrNull = (ms: number) => ms === 0 ? null : new Date(ms).toISOString();

interface TeamStatus {
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
async function loadShare(
  { config }: Store,
): Promise<Share | undefined> {
  if (config.share === false) return undefined;
  return await import("../team/share.ts");
}

function readTeamStatus(
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
