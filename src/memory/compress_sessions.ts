/**
 * Tiers: old digests fold into weeks, old weeks into months, and logs older
 * than 30 days are gzipped. The finer file goes only after the coarser is on
 * disk; L1 keeps the whole.
 */

import { DAY_MS } from "../base/durations.ts";
import { LockTimeoutError } from "../base/errors.ts";
import { type Fold, planTiers } from "./_tiers.ts";
import { gzipBytes } from "../store/gzip.ts";
import { isOlderLog } from "../session/log_file.ts";
import { type Layout, shortNames, shortOf } from "../store/layout.ts";
import { olderNote, readIndex } from "../session/memory_index.ts";
import { Snapshot } from "../session/snapshot.ts";
import {
  changedAt,
  listNames,
  readText,
  statFile,
} from "../store/read_file.ts";
import {
  isOpen,
  listSessionIds,
  readSessionState,
} from "../session/session_state.ts";
import {
  type Claim,
  type Store,
  withSessionLock,
  withStoreLock,
} from "../store/store.ts";
import { readTracked } from "../store/tracked_files.ts";
import { Deadline } from "../base/timeout.ts";
import type { World } from "../base/world.ts";
import { waitingDeltas } from "../session/waiting_deltas.ts";

const GZIP_AFTER_DAYS = 30;
/** A log that changed since may be in use, or was just imported. */
const UNTOUCHED_DAYS = 1;
/** Of the earlier generation: ours have the session's id behind the time. */
const OLDER_NAME = /^\d{4}-\d\d-\d\d_\d{4,6}\.(?:md|l1\.jsonl)$/;

interface Compressed {
  readonly written: readonly string[];
  readonly removed: readonly string[];
  readonly gzipped: readonly string[];
  /** Whether that was all there is to do. */
  readonly complete: boolean;
}

interface CompressOptions {
  readonly dryRun?: boolean;
  /** How many digests, oldest first, where time is short. */
  readonly most?: number;
  /** After this no more logs are packed. */
  readonly budget?: Deadline;
  readonly snapshot?: Snapshot;
}

export async function compressSessions(
  store: Store,
  world: World,
  claim: Claim,
  options: CompressOptions = {},
): Promise<Compressed> {
  const { dryRun = false, most = Infinity } = options;
  const { budget = new Deadline(Infinity) } = options;
  const { snapshot = new Snapshot(store) } = options;
  const now = world.now();
  const folded = await foldTiers(snapshot, now, claim, { dryRun, most });
  const logs = budget.passed ? [] : oldLogs(store, now);
  const gzipped = dryRun
    ? logs
    : await packLogs(store, logs, now, claim, budget);
  return {
    complete: folded.removed.length < most && !budget.passed,
    ...folded,
    gzipped: gzipped.map(({ name }) => name),
  };
}

async function foldTiers(
  snapshot: Snapshot,
  now: Date,
  claim: Claim,
  { dryRun, most }: { readonly dryRun: boolean; readonly most: number },
): Promise<Pick<Compressed, "written" | "removed">> {
  const { store } = snapshot;
  const { layout, files } = store;
  return await withStoreLock(store, claim, () => {
    snapshot.doubt();
    const before = readTierFiles(snapshot, most);
    const folds = planTiers(before, now);
    for (const { writes, removes } of dryRun ? [] : folds) {
      for (const { name, text } of writes) {
        files.replace(`${layout.sessions}/${name}`, text);
      }
      for (const name of removes) files.remove(`${layout.sessions}/${name}`);
    }
    return sumOf(folds, new Set(before.map(({ name }) => name)));
  });
}

/** A week that is written and folded into its month at once is not reported. */
function sumOf(folds: readonly Fold[], before: ReadonlySet<string>) {
  const removes = new Set(folds.flatMap(({ removes }) => removes));
  const writes = new Set(
    folds.flatMap(({ writes }) => writes.map(({ name }) => name)),
  );
  return {
    written: [...writes].filter((name) => !removes.has(name)),
    removed: [...removes].filter((name) => before.has(name)),
  };
}

/**
 * Digests, weeks and months; digests of sessions that still wait are left, and
 * so are summaries of the earlier generation: no log keeps the whole of them.
 */
function readTierFiles(snapshot: Snapshot, most: number) {
  const { store, store: { layout } } = snapshot;
  const here = listNames(layout.sessions)
    .filter((name) => name.endsWith(".md") && !OLDER_NAME.test(name));
  const months = listNames(`${layout.sessions}/archive`)
    .filter((name) => name.endsWith(".md")).map((name) => `archive/${name}`);
  const waiting = new Set(
    waitingDeltas(store, snapshot).map(({ state }) => `${state.stem}.md`),
  );
  const isTier = (name: string) => name.startsWith("week-");
  const digests = here.filter((name) => !isTier(name) && !waiting.has(name));
  // What others wrote would pass for the user's in a file that git ignores.
  const tracked = readTracked(layout.dir);
  return [...digests.slice(0, most), ...here.filter(isTier), ...months]
    .filter((name) => !tracked.has(`sessions/${name}`))
    .map((name) => ({
      name,
      text: readText(`${layout.sessions}/${name}`) ?? "",
    }));
}

interface Log {
  readonly name: string;
  /** Unknown for a log whose state is lost. */
  readonly sessionId: string | undefined;
}

/** Logs of sessions that are over and began 30 days ago. */
function oldLogs(store: Store, now: Date): Log[] {
  const { layout } = store;
  const untouched = listNames(layout.sessions)
    .filter((name) => name.endsWith(".l1.jsonl"))
    .filter((name) => isUntouched(store, name, now));
  // There are few on any day, so only their states are looked at.
  if (untouched.length === 0) return [];
  const ids = sessionIdsByShort(layout);
  return untouched.map((name) => {
    const stem = name.slice(0, -".l1.jsonl".length);
    const owner = ids.get(shortOf(stem))?.find(({ id }) =>
      readSessionState(layout, id)?.stem === stem
    );
    return { name, sessionId: owner?.id };
  }).filter((log) => isOld(store, log, now));
}

/** The sessions that may go by each short name. */
function sessionIdsByShort(layout: Layout) {
  const all = listSessionIds(layout)
    .flatMap((id) => shortNames(id).map((short) => ({ short, id })));
  return Map.groupBy(all, ({ short }) => short);
}

function isUntouched({ layout }: Store, name: string, now: Date): boolean {
  const daysAgo = (days: number) => now.getTime() - days * DAY_MS;
  if (Date.parse(name.slice(0, 10)) >= daysAgo(GZIP_AFTER_DAYS)) return false;
  const info = statFile(`${layout.sessions}/${name}`);
  // A link that leads nowhere, or worse, is left alone.
  return info?.isFile === true &&
    changedAt(info) < daysAgo(UNTOUCHED_DAYS);
}

function isOld(store: Store, { name, sessionId }: Log, now: Date): boolean {
  const { layout } = store;
  if (!isUntouched(store, name, now)) return false;
  if (sessionId === undefined) {
    // Its own tool could not read it any more.
    const isTheirs = OLDER_NAME.test(name) ||
      isOlderLog(`${layout.sessions}/${name}`);
    return !isTheirs ||
      olderNote(readIndex(layout)).migratedAt !== undefined;
  }
  const state = readSessionState(layout, sessionId);
  return state === undefined || !isOpen(state);
}

/** Each under its session's lock: an old session may be resumed meanwhile. */
async function packLogs(
  store: Store,
  logs: readonly Log[],
  now: Date,
  claim: Claim,
  budget: Deadline,
): Promise<Log[]> {
  const packed: Log[] = [];
  for (const log of logs) {
    if (budget.passed) break;
    const pack = async () => {
      if (!isOld(store, log, now)) return;
      await gzipLog(store, log.name);
      packed.push(log);
    };
    try {
      if (log.sessionId === undefined) await pack();
      else await withSessionLock(store, log.sessionId, claim, pack);
    } catch (error) {
      // Its session is at work, so it is not old any more.
      if (!(error instanceof LockTimeoutError)) throw error;
    }
  }
  return packed;
}

async function gzipLog({ layout, files }: Store, name: string): Promise<void> {
  const path = `${layout.sessions}/${name}`;
  const packed = await gzipBytes(Deno.readFileSync(path));
  files.replace(`${path}.gz`, packed);
  // By its time the search index knows that it has all of this.
  files.copyTime(path, `${path}.gz`);
  files.remove(path);
}
