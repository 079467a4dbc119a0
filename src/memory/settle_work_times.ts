/**
 * Computes when the work of older sections was done, within a time limit: each
 * section once; a log that takes longer is continued at the next event.
 */

import { listArchives } from "../session/memory_index.ts";
import { readLogEntries, unpackLog } from "../session/read_entries.ts";
import { listNames, readText, statFile } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import { Deadline } from "../base/timeout.ts";
import { baseName } from "../base/path_text.ts";
import { parseMemory } from "./memory_text.ts";
import { readTime, renderWork } from "./work_time.ts";
import {
  type KeptTimes,
  keyOf,
  type LogScan,
  readKept,
  WorkTimes,
} from "./work_times.ts";

/** What a hook may spend on it. */
const EVENT_MS = 20;
/** A packed log cannot be read in parts; a larger one waits for a command. */
const PACKED_AT_AN_EVENT = 32 * 1024;
/** A section that says itself when its work was has this line. */
const OLDER_SECTION = /^<!--\s*session\s[^\n]*-->\s*\n(?!<!--\s*work\s)/m;

interface Wanted {
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

/**
 * With more time than an event has, packed logs are read whatever their size.
 * `memory` is memory.md, if the caller has read it; `keep` is false where nothing
 * may be written.
 */
export async function settleWorkTimes(
  store: Store,
  { budget = new Deadline(EVENT_MS), keep = true, memory }: {
    readonly budget?: Deadline;
    readonly memory?: string | undefined;
    readonly keep?: boolean;
  } = {},
): Promise<WorkTimes> {
  const { layout, files } = store;
  const before = readKept(layout);
  let kept = before;
  let logs: Map<string, string> | undefined;
  // The newest first: they are what is shown.
  const current = baseName(layout.memory);
  for (const name of [current, ...listArchives(layout).reverse()]) {
    if (budget.passed) break;
    const info = statFile(`${layout.dir}/${name}`);
    const stamp = `${info?.size} ${info?.mtime?.getTime()}`;
    if (info === undefined || kept.archives[name] === stamp) continue;
    const known = name === current ? memory : undefined;
    const text = known ?? readText(`${layout.dir}/${name}`) ?? "";
    const missing = () => missingIn(text, kept);
    for (const [session, wanted] of missing()) {
      logs ??= listLogs(store);
      kept = await settle(kept, logs.get(session), wanted, budget);
      if (budget.passed) break;
    }
    if (missing().size > 0) continue;
    kept = { ...kept, archives: { ...kept.archives, [name]: stamp } };
  }
  if (keep && kept !== before) {
    try {
      files.writeUnsynced(layout.workTimes, `${JSON.stringify(kept)}\n`);
    } catch {
      // Derived: where it cannot be kept, it is computed once more.
    }
  }
  return new WorkTimes(kept);
}

/** Sections of a text that are not known yet, by their session. */
function missingIn(text: string, { times }: KeptTimes) {
  const { sections } = OLDER_SECTION.test(text)
    ? parseMemory(text)
    : { sections: [] };
  const missing = sections.flatMap((one) => {
    const { session = "", from = 0, to = 0, work } = one;
    const key = keyOf(one);
    return work || key === undefined || times[key] !== undefined
      ? []
      : [{ session, key, from, to }];
  });
  return Map.groupBy(missing, ({ session }) => session);
}

/** The logs by what sections call their sessions. */
function listLogs({ layout }: Store): Map<string, string> {
  return new Map(
    listNames(layout.sessions).flatMap((name): [string, string][] => {
      const session = /_([^_]+)\.l1\.jsonl(?:\.gz)?$/.exec(name)?.[1];
      return session === undefined
        ? []
        : [[session, `${layout.sessions}/${name}`]];
    }),
  );
}

async function settle(
  kept: KeptTimes,
  log: string | undefined,
  wanted: readonly Wanted[],
  budget: Deadline,
): Promise<KeptTimes> {
  if (log === undefined) return noted(kept, wanted, {});
  const isPacked = log.endsWith(".gz");
  if (isPacked && isTooLarge(log, budget)) return kept;
  try {
    const scan = readTimes(
      isPacked ? await unpackLog(log) : log,
      startOf(kept, log, wanted),
      wanted,
      budget,
    );
    return scan.isWhole
      ? noted(kept, wanted, scan.seen)
      : { ...kept, scan: { ...scan, log } };
  } catch (error) {
    // One that is torn, or leads elsewhere, tells nothing.
    const isExpected = error instanceof TypeError ||
      error instanceof Deno.errors.PermissionDenied ||
      error instanceof Deno.errors.NotFound;
    if (!isExpected) throw error;
    return noted(kept, wanted, {});
  }
}

const isTooLarge = (log: string, budget: Deadline) =>
  (statFile(log)?.size ?? 0) > PACKED_AT_AN_EVENT &&
  budget.remainingMs() <= EVENT_MS;

/** Where an earlier event left this log, if it looked for the same. */
function startOf(
  { scan }: KeptTimes,
  log: string,
  wanted: readonly Wanted[],
): Omit<LogScan, "log"> {
  const keys = wanted.map(({ key }) => key).join();
  return scan?.log === log && scan.wanted === keys
    ? scan
    : { wanted: keys, offset: 0, entry: 0, seen: {} };
}

function readTimes(
  log: string | Uint8Array,
  start: Omit<LogScan, "log">,
  wanted: readonly Wanted[],
  budget: Deadline,
) {
  const seen: Record<string, readonly [number, number]> = { ...start.seen };
  const last = Math.max(...wanted.map(({ to }) => to));
  let { entry } = start;
  const { offset, atEnd } = readLogEntries(log, start.offset, (one) => {
    const at = entry++;
    const time = readTime(one?.ts);
    if (Number.isNaN(time)) return;
    for (const { key, from, to } of wanted) {
      if (at < from || at >= to) continue;
      const [first, latest] = seen[key] ?? [time, time];
      seen[key] = [Math.min(first, time), Math.max(latest, time)];
    }
  }, () => entry >= last || budget.passed);
  const { wanted: keys } = start;
  return { wanted: keys, offset, entry, seen, isWhole: atEnd || entry >= last };
}

function noted(
  { scan: _, ...kept }: KeptTimes,
  wanted: readonly Wanted[],
  seen: LogScan["seen"],
): KeptTimes {
  const times = Object.fromEntries(wanted.map(({ key }) => {
    const [from, to] = seen[key] ?? [];
    return [
      key,
      from === undefined || to === undefined
        ? ""
        : renderWork({ from: new Date(from), to: new Date(to) }),
    ];
  }));
  return {
    ...kept,
    times: { ...kept.times, ...times },
    changedMs: Date.now(),
  };
}
