/**
 * Take in what no hook has told of: sessions that were interrupted, killed or
 * crashed, and sessions from before the plugin was there. The transcripts
 * beside the current one say what happened, whatever fired or did not.
 */

import { isSessionId } from "../store/layout.ts";
import { readIndex } from "../store/memory_index.ts";
import { parentOf } from "../store/path_text.ts";
import { listNames, statFile } from "../store/read_file.ts";
import { isAllCut, loadSessionState } from "../store/session_state.ts";
import type { Store } from "../store/store.ts";
import { statTranscript } from "../store/transcript_file.ts";
import type { Deadline } from "../timeout.ts";
import type { World } from "../world.ts";
import { finishSession } from "./finish_session.ts";
import { endSession } from "./mark_session.ts";
import { type Found, isDead, takeIn, tryRefine } from "./take_in.ts";

export interface ReconcileRequest {
  /** The folder with this project's transcripts. */
  readonly transcripts: string;
  /** The session that is at work; it takes care of itself. */
  readonly except?: string;
  readonly who: string;
  readonly budget: Deadline;
}

export interface Reconciled {
  /** Known sessions that had moved on. */
  readonly caughtUp: number;
  /** Sessions that were new to the store. */
  readonly takenIn: number;
  /** Transcripts that could not be read; the next event tries again. */
  readonly failed: number;
}

export async function reconcileSessions(
  store: Store,
  world: World,
  request: ReconcileRequest,
): Promise<Reconciled> {
  const { budget, who, except } = request;
  const found = findTranscripts(request.transcripts)
    .filter(({ sessionId }) => sessionId !== except);
  const silent = findSilent(store, world, except);
  const moved = found.filter((one) =>
    hasMovedOn(store, one) &&
    !silent.some(({ sessionId }) => sessionId === one.sessionId)
  );
  const done = { caughtUp: 0, failed: 0 };
  for (const one of [...silent, ...moved]) {
    if (budget.passed) break;
    const outcome = await catchUp(store, world, one, request);
    if (outcome === "failed") done.failed++;
    else if (outcome > 0) done.caughtUp++;
  }
  const unseen = found.filter(({ sessionId }) =>
    statFile(store.layout.state(sessionId)) === undefined
  );
  const { sessions, failed } = await takeIn(store, world, unseen, {
    who,
    budget,
  });
  return { ...done, takenIn: sessions, failed: done.failed + failed };
}

/** Returns the number of entries that were new. */
async function catchUp(
  store: Store,
  world: World,
  one: Found,
  { who, budget }: ReconcileRequest,
): Promise<number | "failed"> {
  if (statTranscript(one.transcript) === undefined) {
    const claim = { who, waitMs: budget.remainingMs() };
    await endSession(store, world, one.sessionId, claim);
    await finishSession(store, world, one.sessionId, claim);
    return 0;
  }
  const close = isDead(store, world, one);
  const outcome = await tryRefine(store, world, { ...one, who, budget, close });
  if (typeof outcome === "string") return outcome === "failed" ? outcome : 0;
  if (outcome.state.ended !== undefined) {
    const claim = { who, waitMs: budget.remainingMs() };
    await finishSession(store, world, one.sessionId, claim);
  }
  return outcome.added;
}

/** Sessions, not the files in which older versions kept subagents' work. */
export function findTranscripts(folder: string): Found[] {
  return listNames(folder)
    .filter((name) => name.endsWith(".jsonl") && !name.startsWith("agent-"))
    .map((name) => name.slice(0, -".jsonl".length))
    .filter(isSessionId)
    .flatMap((sessionId) => {
      const transcript = `${folder}/${sessionId}.jsonl`;
      const info = statTranscript(transcript);
      return info && info.size > 0 ? [{ sessionId, transcript, ...info }] : [];
    });
}

/**
 * Sessions that need attention as far as the index knows: they are dead, or
 * were killed between their end and what is kept of it.
 */
function findSilent(
  store: Store,
  world: World,
  except: string | undefined,
): Found[] {
  return readIndex(store.layout).pending.flatMap((sessionId) => {
    if (sessionId === except || !isSessionId(sessionId)) return [];
    const loaded = loadSessionState(store.layout, sessionId);
    if (loaded.state !== "ok") return [];
    const { transcript, ended, seenAt } = loaded.value;
    // One that is over is here because a delta of it waits.
    if (ended !== undefined && isAllCut(loaded.value)) return [];
    const hasSpoken = ended !== undefined && (seenAt ?? "") > ended;
    const info = statTranscript(transcript) ?? { size: 0, modifiedMs: 0 };
    const one = { sessionId, transcript, ...info };
    const isOver = ended !== undefined && !hasSpoken;
    return isOver || isDead(store, world, one) ? [one] : [];
  });
}

/**
 * Written to after its state was: there is something to take in. The clock of
 * files ticks every few milliseconds, so the same time may be later.
 */
function hasMovedOn({ layout }: Store, one: Found): boolean {
  const state = statFile(layout.state(one.sessionId));
  return state !== undefined && one.modifiedMs >= (state.mtime?.getTime() ?? 0);
}

/** The folder a transcript lies in. */
export function transcriptsFolder(transcript: string): string {
  return parentOf(transcript) ?? transcript;
}
