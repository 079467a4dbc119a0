/**
 * Take in what is new in a session's transcript: read from the saved offset,
 * append L1, then save offset and L1 size together. L1 is first cut back to the
 * saved size, so killing this anywhere never doubles or drops an entry.
 */

import { listNames, statFile } from "../store/read_file.ts";
import { sessionStem, shortId } from "../store/layout.ts";
import {
  isOpen,
  loadSessionState,
  newSessionState,
  saveSessionState,
  type SessionState,
  setAsideState,
} from "../store/session_state.ts";
import { ensureStore, type Store, withSessionLock } from "../store/store.ts";
import { markBefore, statTranscript } from "../store/transcript_file.ts";
import type { Deadline } from "../timeout.ts";
import type { World } from "../world.ts";
import { findFork } from "./find_fork.ts";
import { mergeAnew } from "./merge_l1.ts";
import { notePending } from "./note_pending.ts";
import { recoverCut } from "./recover_cut.ts";
import { RefineRun, type RunOutcome } from "./refine_run.ts";
import { readBeginning } from "./transcript_beginning.ts";

/** A command waits for a hook that is at work; a hook has less time anyway. */
const SESSION_WAIT_MS = 10_000;
const STORE_WAIT_MS = 2000;

export interface RefineRequest {
  readonly sessionId: string;
  readonly transcript: string;
  /** The event or command that asks, for the lock. */
  readonly who: string;
  readonly budget: Deadline;
  /** The session is over: what is open will not be answered. */
  readonly close?: boolean;
  /** An event of the session itself, which shows that it is alive. */
  readonly alive?: boolean;
  /** Wait a moment for what Claude Code has not written yet. */
  readonly await?: { readonly ms: number; readonly lastWords?: string };
  /** Fields to set with the same write. */
  readonly change?: (state: SessionState) => SessionState;
}

export type Refined = RunOutcome & { readonly state: SessionState };

/** Undefined if there is nothing to take in yet. */
export async function refineSession(
  store: Store,
  world: World,
  request: RefineRequest,
): Promise<Refined | undefined> {
  if (statTranscript(request.transcript) === undefined) return undefined;
  ensureStore(store);
  return await withSessionLock(
    store,
    request.sessionId,
    {
      who: request.who,
      waitMs: Math.min(request.budget.remainingMs(), SESSION_WAIT_MS),
    },
    async () => {
      await unpackLog(store, request.sessionId);
      const start = openState(store, request);
      if (start === undefined) return undefined;
      const refine = start.anew ? refineAnew : refineOn;
      const refined = await refine(store, world, request, start.state);
      await notePending(
        store,
        request.sessionId,
        isOpen(refined.state),
        { who: request.who, waitMs: STORE_WAIT_MS },
      );
      return refined;
    },
  );
}

/** A session whose log was packed away speaks again. */
async function unpackLog(store: Store, sessionId: string): Promise<void> {
  const { layout, files } = store;
  const loaded = loadSessionState(layout, sessionId);
  const stem = loaded.state === "ok" ? loaded.value.stem : "";
  const packed = `${layout.l1(stem)}.gz`;
  if (stem === "" || !statFile(packed)?.isFile) return;
  const { gunzipBytes } = await import("../store/gzip.ts");
  const bytes = await gunzipBytes(Deno.readFileSync(packed));
  files.replace(layout.l1(stem), bytes);
  files.remove(packed);
}

interface Start {
  readonly state: SessionState;
  /** L1 is made from the beginning and merged with what is there. */
  readonly anew: boolean;
}

/** Where to go on, or how to begin. */
function openState(store: Store, request: RefineRequest): Start | undefined {
  const { sessionId, transcript } = request;
  const { layout, files } = store;
  const loaded = loadSessionState(layout, sessionId);
  if (loaded.state === "ok" && loaded.value.stem !== "") {
    const state = { ...loaded.value, transcript };
    if (isForkBeginning(state)) return beginState(store, request, state);
    return continues(store, state)
      ? { state, anew: false }
      : { state: rewind(state), anew: true };
  }
  if (loaded.state === "damaged") setAsideState(files, layout, sessionId);
  return beginState(store, request);
}

/** A fork may still be copying its parent while it has nothing of its own. */
const isForkBeginning = (state: SessionState) =>
  state.forkOf !== undefined && state.entries === 0;

function beginState(
  store: Store,
  { sessionId, transcript }: RefineRequest,
  known?: SessionState,
): Start | undefined {
  const beginning = readBeginning(transcript);
  if (beginning === undefined) return undefined;
  const { firstUuid, startedAt } = beginning;
  const leftBehind = known ? undefined : findL1(store, sessionId);
  const state = known ?? newSessionState({
    stem: leftBehind ?? sessionStem(startedAt, sessionId),
    transcript,
    startedAt: startedAt.toISOString(),
    firstUuid,
  });
  const fork = findFork(store, sessionId, transcript, beginning);
  return {
    state: fork ? { ...state, ...fork, mark: "" } : state,
    anew: leftBehind !== undefined,
  };
}

/** The name of L1 of a session whose state is lost. */
function findL1({ layout }: Store, sessionId: string): string | undefined {
  const end = `_${shortId(sessionId)}.l1.jsonl`;
  const name = listNames(layout.sessions).find((name) => name.endsWith(end));
  return name?.slice(0, -".l1.jsonl".length);
}

/** Whether transcript and L1 are those the state speaks of. */
function continues({ layout }: Store, state: SessionState): boolean {
  const { transcript, offset, mark, stem, l1Bytes } = state;
  if ((statTranscript(transcript)?.size ?? 0) < offset) return false;
  if ((statFile(layout.l1(stem))?.size ?? 0) < l1Bytes) return false;
  return mark === "" || markBefore(transcript, offset) === mark;
}

function rewind(state: SessionState): SessionState {
  return { ...state, offset: 0, mark: "", recent: [], agents: {} };
}

async function refineOn(
  store: Store,
  world: World,
  request: RefineRequest,
  state: SessionState,
): Promise<Refined> {
  const { layout, files } = store;
  const l1 = layout.l1(state.stem);
  if ((statFile(l1)?.size ?? 0) > state.l1Bytes) {
    files.truncate(l1, state.l1Bytes);
  }
  // Before the first bytes of L1: otherwise nothing would say that they are
  // not finished.
  if (state.l1Bytes === 0) {
    saveSessionState(files, layout, request.sessionId, state);
  }
  let saved = state;
  const run = new RefineRun(store, request, state, (part) => {
    if (part.l1.length > 0) files.appendLines(l1, part.l1);
    if (part.raw.length > 0) {
      const raw = layout.raw(state.stem);
      if ((statFile(raw)?.size ?? 0) > saved.rawBytes) {
        files.truncate(raw, saved.rawBytes);
      }
      files.appendBytes(raw, part.raw);
    }
    saved = { ...saved, ...part.state };
    saveSessionState(files, layout, request.sessionId, saved);
  });
  const outcome = await run.run();
  const last = settle(saved, request, world, outcome);
  if (last !== saved) saveSessionState(files, layout, request.sessionId, last);
  return { ...outcome, state: last };
}

async function refineAnew(
  store: Store,
  world: World,
  request: RefineRequest,
  state: SessionState,
): Promise<Refined> {
  const { layout, files } = store;
  const l1 = layout.l1(state.stem);
  const fresh = `${l1}.anew`;
  files.replace(fresh, "");
  let next = { ...state, l1Bytes: 0, entries: 0, rawBytes: 0 };
  const run = new RefineRun(store, request, next, (part) => {
    if (part.l1.length > 0) files.appendLines(fresh, part.l1);
    next = { ...next, ...part.state };
  });
  const outcome = await run.run();
  const { bytes, entries } = mergeAnew(store, fresh, l1);
  const last = settle(
    {
      ...next,
      ...recoverCut(store, request.sessionId, next),
      l1Bytes: bytes,
      entries,
      rawBytes: state.rawBytes,
    },
    request,
    world,
    outcome,
  );
  saveSessionState(files, layout, request.sessionId, last);
  return { ...outcome, state: last };
}

/** What an event says about its session, beside the new entries. */
function settle(
  state: SessionState,
  { alive, close, change }: RefineRequest,
  world: World,
  { complete }: RunOutcome,
): SessionState {
  const now = world.now().toISOString();
  const seen = alive ? { ...state, seenAt: now } : state;
  const ended = close && complete && !seen.ended
    ? { ...seen, ended: now }
    : seen;
  return change ? change(ended) : ended;
}
