/**
 * What the scribe does next. Everything is decided here: what is due, how
 * often, which text. The module that asks only carries it to the model.
 */

import { isHeadless } from "../claude/headless.ts";
import {
  claimArchive,
  isArchiveDue,
  pendingArchives,
} from "./ask_for_archive_summary.ts";
import {
  changeDelta,
  hasLiveAgent,
  limitedAsks,
  mayAskFor,
  minutesSince,
  type Waiting,
  waitingDeltas,
} from "../session/waiting_deltas.ts";
import { shortenEvenly } from "./_text_parts.ts";
import type { RotatedFile } from "../session/memory_index.ts";
import { periodAt, periodsOf } from "../base/off_period.ts";
import { loadOff } from "../store/off.ts";
import { readText } from "../store/read_file.ts";
import { isOver } from "../session/phase.ts";
import { withSession } from "../session/session.ts";
import { Snapshot } from "../session/snapshot.ts";
import { type Claim, type Store, storeExists } from "../store/store.ts";
import type { World } from "../base/world.ts";
import {
  formatJobId,
  type JobId,
  newHolder,
  type ScribeJob,
} from "./scribe_job.ts";
import { markScribe, type ScribeMark } from "./scribe_mark.ts";
import {
  ARCHIVE_SYSTEM,
  DELTA_SYSTEM,
  SESSION_SYSTEM,
} from "./_scribe_texts.ts";
import { claimWantedSession } from "./wanted_facts.ts";

/** An archive or a whole session that is longer is shortened evenly. */
const PROMPT_MAX_CHARS = 120_000;
/** Between two completions for work of earlier sessions. */
const BACKLOG_PAUSE_MINUTES = 5;

/** Whether the scribe may write in this session at all. */
export function mayWrite(
  { config, layout }: Store,
  world: World,
  sessionId: string,
): boolean {
  if (world.env("MEMORY_KEEPER_DISABLED")) return false;
  const off = periodsOf(loadOff(layout), sessionId);
  if (periodAt(off, world.now().getTime())) return false;
  return config.summaries === "auto" &&
    (!isHeadless(world) || config.headless === "full");
}

/** The next job, claimed for a quarter of an hour; undefined if none is due. */
export async function nextJob(
  store: Store,
  world: World,
  sessionId: string,
  claim: Claim,
): Promise<ScribeJob | undefined> {
  if (!storeExists(store) || !mayWrite(store, world, sessionId)) {
    return undefined;
  }
  const mark = markScribe(store, sessionId);
  const now = world.now();
  const { askEveryMinutes } = store.config;
  const isRested = hasRested(mark, now, askEveryMinutes);
  const pause = Math.min(askEveryMinutes, BACKLOG_PAUSE_MINUTES);
  if (!hasRested(mark, now, mark.failures > 0 ? askEveryMinutes : pause)) {
    return undefined;
  }
  const snapshot = new Snapshot(store);
  const desk = { store, snapshot, now, claim };
  const job = await deltaJob(desk, sessionId, isRested) ??
    await archiveJob(desk) ?? await factsJob(desk);
  if (job === undefined) return undefined;
  const status = store.config.statusText ? { status: "memory: writing" } : {};
  return { ...job, ...status };
}

function hasRested({ wroteAt }: ScribeMark, now: Date, minutes: number) {
  return wroteAt === undefined || minutesSince(wroteAt, now) >= minutes;
}

/** What a job is found and claimed with. */
interface Desk {
  readonly store: Store;
  readonly snapshot: Snapshot;
  readonly now: Date;
  readonly claim: Claim;
}

const KINDS = {
  delta: { system: DELTA_SYSTEM, maxTokens: 3000 },
  archive: { system: ARCHIVE_SYSTEM, maxTokens: 4000 },
  facts: { system: SESSION_SYSTEM, maxTokens: 4000 },
} as const;

function makeJob(id: JobId, text: string): ScribeJob {
  const { system, maxTokens } = KINDS[id.kind];
  const prompt = shortenEvenly(text, PROMPT_MAX_CHARS);
  return { id: formatJobId(id), system, prompt, maxTokens };
}

async function deltaJob(
  desk: Desk,
  here: string,
  isRested: boolean,
): Promise<ScribeJob | undefined> {
  const { store, snapshot, now } = desk;
  const countAsks = limitedAsks();
  // Earlier sessions' work soon; this session's own at its pace.
  const isDue = ({ sessionId, state, delta }: Waiting) =>
    !hasLiveAgent(delta, now) &&
    (isOver(state) || (sessionId === here && isRested)) &&
    mayAskFor(delta, now, countAsks);
  // Work whose completions fail must not hold up the rest.
  const due = waitingDeltas(store, snapshot).filter(isDue)
    .toSorted((a, b) => (a.delta.failures ?? 0) - (b.delta.failures ?? 0));
  for (const one of due) {
    const job = await claimDelta(desk, one);
    if (job !== undefined) return job;
  }
  return undefined;
}

/** Undefined if another process was faster, or its text is gone. */
async function claimDelta(
  { store, snapshot, now, claim }: Desk,
  { sessionId, delta: { id, file } }: Waiting,
): Promise<ScribeJob | undefined> {
  const prompt = readText(store.layout.delta(file))?.trim() ?? "";
  if (prompt === "") return undefined;
  const holder = newHolder();
  const isMine = await withSession(store, sessionId, claim, (session) => {
    let isFree = false;
    changeDelta(session, id, (delta) => {
      isFree = !hasLiveAgent(delta, now);
      if (!isFree) return delta;
      return { ...delta, agent: { id: holder, at: now.toISOString() } };
    });
    return isFree;
  }, snapshot);
  return isMine
    ? makeJob({ kind: "delta", target: id, holder }, prompt)
    : undefined;
}

async function archiveJob(
  { store, snapshot, now, claim }: Desk,
): Promise<ScribeJob | undefined> {
  const isWanted = (one: RotatedFile) => isArchiveDue(one, now);
  // Mostly there is none: then no lock is taken.
  if (!pendingArchives(store, snapshot).some(isWanted)) return undefined;
  const holder = newHolder();
  const mine = { agentId: holder, now, isWanted };
  const file = await claimArchive(store, mine, claim);
  const text = file && readText(`${store.layout.dir}/${file}`);
  return file && text
    ? makeJob({ kind: "archive", target: file, holder }, text)
    : undefined;
}

async function factsJob(
  { store, now, claim }: Desk,
): Promise<ScribeJob | undefined> {
  const holder = newHolder();
  const wanted = await claimWantedSession(store, now, holder, claim);
  return wanted &&
    makeJob({ kind: "facts", target: wanted.sessionId, holder }, wanted.text);
}
