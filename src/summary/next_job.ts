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
  type CountAsks,
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
import { formatJobId, newHolder, type ScribeJob } from "./scribe_job.ts";
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
const DELTA_MAX_TOKENS = 3000;
const OTHER_MAX_TOKENS = 4000;

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
  const job = await deltaJob(snapshot, sessionId, now, isRested, claim) ??
    await archiveJob(snapshot, now, claim) ??
    await factsJob(store, now, claim);
  if (job === undefined) return undefined;
  const status = store.config.statusText ? { status: "memory: writing" } : {};
  return { ...job, ...status };
}

async function deltaJob(
  snapshot: Snapshot,
  here: string,
  now: Date,
  isRested: boolean,
  claim: Claim,
): Promise<ScribeJob | undefined> {
  const countAsks = limitedAsks();
  // Work whose completions fail must not hold up the rest.
  const due = waitingDeltas(snapshot.store, snapshot)
    .filter((one) => isDue(one, here, now, isRested, countAsks))
    .toSorted((a, b) => (a.delta.failures ?? 0) - (b.delta.failures ?? 0));
  for (const one of due) {
    const job = await claimDelta(snapshot, one, now, claim);
    if (job !== undefined) return job;
  }
  return undefined;
}

/** Undefined if another process was faster, or its text is gone. */
async function claimDelta(
  snapshot: Snapshot,
  { sessionId, delta: { id, file } }: Waiting,
  now: Date,
  claim: Claim,
): Promise<ScribeJob | undefined> {
  const { store } = snapshot;
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
  if (!isMine) return undefined;
  return {
    id: formatJobId({ kind: "delta", target: id, holder }),
    system: DELTA_SYSTEM,
    prompt: shortenEvenly(prompt, PROMPT_MAX_CHARS),
    maxTokens: DELTA_MAX_TOKENS,
  };
}

/** Earlier sessions' work soon; this session's own at its pace. */
function isDue(
  { sessionId: origin, state, delta }: Waiting,
  here: string,
  now: Date,
  isRested: boolean,
  countAsks: CountAsks,
): boolean {
  if (hasLiveAgent(delta, now)) return false;
  if (!isOver(state) && (origin !== here || !isRested)) return false;
  return mayAskFor(delta, now, countAsks);
}

function hasRested(
  { wroteAt }: ScribeMark,
  now: Date,
  minutes: number,
): boolean {
  return wroteAt === undefined || minutesSince(wroteAt, now) >= minutes;
}

async function archiveJob(
  snapshot: Snapshot,
  now: Date,
  claim: Claim,
): Promise<ScribeJob | undefined> {
  const { store } = snapshot;
  const isWanted = (one: RotatedFile) => isArchiveDue(one, now);
  // Mostly there is none: then no lock is taken.
  if (!pendingArchives(store, snapshot).some(isWanted)) return undefined;
  const holder = newHolder();
  const mine = { agentId: holder, now, isWanted };
  const file = await claimArchive(store, mine, claim);
  const text = file && readText(`${store.layout.dir}/${file}`);
  if (!file || !text) return undefined;
  return {
    id: formatJobId({ kind: "archive", target: file, holder }),
    system: ARCHIVE_SYSTEM,
    prompt: shortenEvenly(text, PROMPT_MAX_CHARS),
    maxTokens: OTHER_MAX_TOKENS,
  };
}

async function factsJob(
  store: Store,
  now: Date,
  claim: Claim,
): Promise<ScribeJob | undefined> {
  const holder = newHolder();
  const wanted = await claimWantedSession(store, now, holder, claim);
  if (wanted === undefined) return undefined;
  return {
    id: formatJobId({ kind: "facts", target: wanted.sessionId, holder }),
    system: SESSION_SYSTEM,
    prompt: shortenEvenly(wanted.text, PROMPT_MAX_CHARS),
    maxTokens: OTHER_MAX_TOKENS,
  };
}
