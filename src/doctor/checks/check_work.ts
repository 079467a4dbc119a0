/** Pending and failed work: what waits, summaries, leftovers, locks, the log. */

import { DAY_MS } from "../../base/durations.ts";
import { plural } from "../../base/format_count.ts";
import { localStamp } from "../../base/local_stamp.ts";
import { describeOff, periodAt } from "../../base/off_period.ts";
import { dayOf } from "../../base/utc_time.ts";
import type { World } from "../../base/world.ts";
import { findTemporary, sweepStore } from "../../session/sweep_store.ts";
import { waitingDeltas } from "../../session/waiting_deltas.ts";
import { removeIfThere } from "../../store/file_steps.ts";
import { holderPath, readHolder, tryLock } from "../../store/lock.ts";
import { loadOff } from "../../store/off.ts";
import { type ReadLogLine, readLogLines } from "../../store/read_event_log.ts";
import { changedAt, listNames, statFile } from "../../store/read_file.ts";
import type { Store } from "../../store/store.ts";
import { type DayUsage, usageDays } from "../../summary/model_usage.ts";
import { readWaiting } from "../../team/share.ts";
import { type CheckContext, CLAIM } from "./check_context.ts";
import {
  bad,
  type Finding,
  type Findings,
  findingsOr,
  firstOf,
  good,
  warning,
} from "./finding.ts";

const LOG_DAYS = 7;
const LOG_BYTES = 2 * 1024 * 1024;

const SET_ASIDE = /\.damaged-\d+$/;

export function checkOff({ store, world }: CheckContext): Findings {
  if (store.project.unreadForgotten) throw store.project.unreadForgotten;
  const nowMs = world.now().getTime();
  return loadOff(store.layout).filter((one) => periodAt([one], nowMs))
    .map((one) => warning(describeOff(one, world), "memory-keeper on"));
}

export function checkWaiting({ store, world, index }: CheckContext): Findings {
  if (index() === undefined) return [];
  const waiting = waitingDeltas(store);
  const [oldest] = waiting;
  const { ready } = readWaiting(store, world);
  const items = ready.length === 0
    ? []
    : [good(`${plural(ready.length, "item")} for share push`)];
  if (oldest === undefined) return items.length > 0 ? items : good("nothing");
  const { summaries, digestAfterDays } = store.config;
  const age = world.now().getTime() - Date.parse(oldest.delta.createdAt);
  const days = Math.floor(age / DAY_MS);
  const what = `${
    plural(waiting.length, "stretch", "stretches")
  } of work for a summary`;
  if (days > digestAfterDays) {
    const old = `${what}, the oldest for ${days} days`;
    const remedy = "The next start of a session puts a digest in its place";
    return [warning(old, remedy), ...items];
  }
  const all = summaries === "auto"
    ? what
    : `${what} (summaries: "${summaries}")`;
  return [good(all), ...items];
}

export function checkLeftovers(
  { store, world, survey }: CheckContext,
): Findings {
  const temporary = findTemporary(store, world);
  const what = plural(temporary.length, "temporary file");
  const aside = survey().map(({ path }) => path)
    .filter((path) => SET_ASIDE.test(path));
  return findingsOr(
    "none",
    statFile(store.layout.forgetting) && warning(
      "a forget was ended before it was done",
      "Run the same memory-keeper forget again; it goes on where it was",
    ),
    temporary.length > 0 && warning(
      `${what} of processes that were killed`,
      "memory-keeper doctor --fix; the next start of a session does it too",
      {
        done: `Removed ${what}`,
        apply: async () => void await sweepStore(store, world, CLAIM),
      },
    ),
    aside.length > 0 && warning(
      `damaged and set aside: ${firstOf(aside)}`,
      "Copy what you need from it, then delete it",
    ),
  );
}

export function checkLog({ store, world }: CheckContext): Findings {
  const lines = readLogLines(store.layout, LOG_BYTES);
  return judgeLog(lines, world, store.layout.log);
}

export function judgeLog(
  lines: readonly ReadLogLine[],
  world: Pick<World, "now" | "localOffsetMinutes">,
  path: string,
): Finding {
  const since = world.now().getTime() - LOG_DAYS * DAY_MS;
  const recent = lines.filter(({ at }) => at.getTime() > since);
  const failed = recent.filter(({ outcome }) => outcome !== "done");
  const last = failed.at(-1);
  if (last === undefined) {
    return good(`${plural(recent.length, "event")} in seven days, none failed`);
  }
  const when = localStamp(last.at, world.localOffsetMinutes(last.at));
  return warning(
    `${failed.length} of ${plural(recent.length, "event")} in seven days ` +
      `failed, last ${last.event} at ${when} (${last.details || last.outcome})`,
    `See ${path}; a later event repeats failed work`,
  );
}

const DAYS = 7;

export function checkSummaries(
  { store, world, index }: CheckContext,
): Findings {
  const known = index();
  if (known === undefined) return [];
  const { summaries } = store.config;
  if (summaries !== "auto") return good(`summaries: "${summaries}"`);
  const since = dayOf(new Date(world.now().getTime() - DAYS * DAY_MS));
  const lately = Object.entries(usageDays(known))
    .filter(([day]) => day > since).map(([, usage]) => usage);
  return lately.length === 0 ? [] : [judgeUsage(lately)];
}

/** Pure: what completions of the last days say. */
export function judgeUsage(days: readonly DayUsage[]): Finding {
  const calls = days.reduce((sum, day) => sum + day.calls, 0);
  const failed = days.reduce((sum, day) => sum + day.failed, 0);
  const what = `${plural(calls, "call")} of the hooks module in seven days`;
  if (failed === 0) return good(`${what}, all recorded`);
  if (failed * 2 < calls) return good(`${what}, ${failed} failed`);
  return warning(
    `${what}, ${failed} failed`,
    'logs/keeper.log says why ("job=… why=…"); the work waits, and a digest ' +
      "is kept",
  );
}

/** Locks are held for milliseconds; a large transcript takes some seconds. */
const STUCK_MS = 60_000;

interface HeldLock {
  readonly name: string;
  /** Who holds it, if known, and for how long. */
  readonly holder: string | undefined;
  readonly heldMs: number;
}

export async function checkLocks(
  { store, world, problem }: CheckContext,
): Promise<Findings> {
  if (problem()) return [];
  const kind = await tryLocks(store);
  if (kind === "shared") {
    return bad(
      "this disk gives a lock to two at once; two sessions may mix",
      ELSEWHERE,
    );
  }
  const { states } = store.layout;
  const names = listNames(states).filter((name) =>
    name.endsWith(".lock") && statFile(`${states}/${name}`)?.isFile
  );
  const held = await Promise.all(names.map(async (name) => {
    const path = `${states}/${name}`;
    if (await tryLock(store.files, path) !== "held") return [];
    const since = changedAt(statFile(holderPath(path)));
    const heldMs = world.now().getTime() - since;
    return [{ name, holder: readHolder(path), heldMs }];
  }));
  const findings = judgeLocks(names.length, held.flat());
  if (kind === "locked") return findings;
  return [
    warning(
      "this disk refuses file locks; lock files are used instead, and a " +
        "crash may block memory for a minute",
      ELSEWHERE,
    ),
    ...findings.filter(({ outcome }) => outcome !== "good"),
  ];
}

const ELSEWHERE =
  "memory-keeper config set --global storage home keeps memory elsewhere";

export function judgeLocks(all: number, held: readonly HeldLock[]): Finding[] {
  if (held.length === 0) {
    return [good(`${plural(all, "lock")}, none is held`)];
  }
  return held.map(({ name, holder = "another process", heldMs }) => {
    const who = `${name.replace(/\.lock$/, "")} is held by ${holder}`;
    return heldMs > STUCK_MS
      ? warning(who, "If that process is stuck, end it: the lock is free then")
      : good(who);
  });
}

/** A second lock on the same file must not be given. */
async function tryLocks(
  { layout, files }: Store,
): Promise<"locked" | "shared" | "refused"> {
  const path = `${layout.dir}/.cache/lock-probe-${Deno.pid}.lock`;
  const file = files.openLock(path);
  try {
    await file.lock(true);
    return await tryLock(files, path) === "held" ? "locked" : "shared";
  } catch {
    return "refused";
  } finally {
    file.close();
    removeIfThere(path);
  }
}
