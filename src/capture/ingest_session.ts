/**
 * Ingest what is new in a session's transcript: read from the saved offset,
 * append to the session log, then save offset and log size together. The log is
 * first cut back to the saved size, so killing this anywhere never doubles or
 * drops an entry.
 */

import { isSystemError } from "../base/errors.ts";
import { assertInsideProject } from "../store/inside_project.ts";
import { statFile } from "../store/read_file.ts";
import type { SessionNames } from "../session/session_names.ts";
import {
  isOpen,
  loadSessionState,
  saveSessionState,
  type SessionState,
} from "../session/session_state.ts";
import { ensureStore, type Store, withSessionLock } from "../store/store.ts";
import { markBefore, statTranscript } from "../store/growing_file.ts";
import { Deadline } from "../base/timeout.ts";
import type { World } from "../base/world.ts";
import { mergeRebuilt } from "./_merge_log.ts";
import { noteOpenSession } from "../session/open_sessions.ts";
import { openSession, type Start } from "./_resume_reading.ts";
import { appendRaw } from "./_raw_copy.ts";
import { recoverCut } from "./_recover_cut.ts";
import { IngestRun, type RunOutcome } from "./_ingest_run.ts";

/** How long a command waits for a running hook; a hook has less time anyway. */
const SESSION_WAIT_MS = 10_000;
const STORE_WAIT_MS = 2000;

export interface IngestRequest {
  readonly sessionId: string;
  readonly transcript: string;
  /** The event or command that asks, for the lock. */
  readonly who: string;
  readonly budget: Deadline;
  /** The session is over: what is open will not be answered. */
  readonly close?: boolean;
  /** An event of the session itself, which shows that it is alive. */
  readonly alive?: boolean;
  /** The turn is over: no more tool uses. */
  readonly turnOver?: boolean;
  /** Wait a moment for what Claude Code has not written yet. */
  readonly await?: { readonly ms: number; readonly lastWords?: string };
  /** The raw copy, if kept, has everything before this. */
  readonly copyFrom?: number;
  /** The names of the store's sessions, shared by callers that ingest many. */
  readonly names?: SessionNames;
  /** Fields to set with the same write. */
  readonly change?: (state: SessionState) => SessionState;
}

export type Ingested = RunOutcome & {
  readonly state: SessionState;
  /** Tool uses of earlier turns, whose events have had their time. */
  readonly dueUses: number;
};

/** Undefined if there is nothing to ingest yet. */
export async function ingestSession(
  store: Store,
  world: World,
  request: IngestRequest,
): Promise<Ingested | undefined> {
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
      await noteAlive(store, request);
      const start = openSession(store, request);
      if (start === undefined) return undefined;
      await noteBegun(store, request, start);
      const refine = start.rebuild ? rebuildLog : refineOn;
      const refined = await refine(store, world, request, start);
      await noteOpenSession(
        store,
        request.sessionId,
        // An ingested session still gets its digest, and leaves the list then.
        isOpen(refined.state) || request.change !== undefined,
        { who: request.who, waitMs: STORE_WAIT_MS },
      );
      return refined;
    },
  );
}

/**
 * Before anything is written: a session that dies after its first words is
 * found only by the list of open sessions.
 */
async function noteAlive(
  store: Store,
  { sessionId, alive, who }: IngestRequest,
): Promise<void> {
  if (!alive) return;
  const loaded = loadSessionState(store.layout, sessionId);
  if (loaded.state === "ok" && loaded.value.ended !== undefined) return;
  const claim = { who, waitMs: STORE_WAIT_MS };
  await noteOpenSession(store, sessionId, true, claim);
}

/**
 * The same for a session that is ingested: with a state it is no longer unseen,
 * so if this is killed before its log is whole, the list must have it.
 */
async function noteBegun(
  store: Store,
  { sessionId, who }: IngestRequest,
  { state }: Start,
): Promise<void> {
  if (state.l1Bytes > 0) return;
  const claim = { who, waitMs: STORE_WAIT_MS };
  await noteOpenSession(store, sessionId, true, claim);
}

/** A session whose log was gzipped goes on. */
async function unpackLog(store: Store, sessionId: string): Promise<void> {
  const { layout, files } = store;
  const loaded = loadSessionState(layout, sessionId);
  const stem = loaded.state === "ok" ? loaded.value.stem : "";
  const packed = `${layout.l1(stem)}.gz`;
  if (stem === "" || !statFile(packed)?.isFile) return;
  assertInsideProject(packed);
  const { gunzipBytes } = await import("../store/gzip.ts");
  let bytes: Uint8Array;
  try {
    bytes = await gunzipBytes(Deno.readFileSync(packed));
  } catch (error) {
    if (isSystemError(error)) throw error;
    // Damaged: the log is rebuilt from the transcript.
    files.moveAside(packed);
    return;
  }
  files.replace(layout.l1(stem), bytes);
  files.remove(packed);
}

async function refineOn(
  store: Store,
  world: World,
  request: IngestRequest,
  { state }: Start,
): Promise<Ingested> {
  const { layout, files } = store;
  const l1 = layout.l1(state.stem);
  if ((statFile(l1)?.size ?? 0) > state.l1Bytes) {
    files.truncate(l1, state.l1Bytes);
  }
  // Before the first bytes of the log: otherwise nothing would show that they
  // are unfinished.
  let saved = state;
  if (state.l1Bytes === 0) {
    saved = request.change ? request.change(state) : state;
    saveSessionState(files, layout, request.sessionId, saved);
  }
  const run = new IngestRun(store, request, state, (part) => {
    if (part.l1.length > 0) files.appendLines(l1, part.l1);
    appendRaw(files, layout.raw(state.stem), saved.rawBytes, part.raw);
    saved = { ...saved, ...part.state, ...markOf(l1, part.state.l1Bytes) };
    saveSessionState(files, layout, request.sessionId, saved);
  });
  const outcome = await run.run();
  const last = settle(saved, request, world, outcome);
  if (last !== saved) saveSessionState(files, layout, request.sessionId, last);
  return { ...outcome, state: last, dueUses: state.turnUses ?? 0 };
}

/**
 * First without closing it: where the log has all of it and more, this is an
 * older copy of the transcript, and the log knows how open calls went on.
 */
async function rebuildLog(
  store: Store,
  world: World,
  request: IngestRequest,
  start: Start,
): Promise<Ingested> {
  const { layout, files } = store;
  let read = await readFromStart(store, { ...request, close: false }, start);
  const isOlder = read.state["mixed"] === true && read.added === 0;
  if (request.close && !isOlder) {
    const closed = await readFromStart(store, request, start);
    read = { ...closed, added: read.added + closed.added };
  }
  const raw = layout.raw(read.state.stem);
  if (start.copied === undefined && read.raw.length > 0) files.replace(raw, "");
  let { rawBytes } = start.state;
  for (const bytes of isOlder ? [] : read.raw) {
    appendRaw(files, raw, rawBytes, bytes);
    rawBytes += bytes.length;
  }
  const last = settle({ ...read.state, rawBytes }, request, world, read);
  saveSessionState(files, layout, request.sessionId, last);
  return { ...read, state: last };
}

type Read = Ingested & { readonly raw: readonly Uint8Array[] };

/** Read the transcript from its beginning and add what the log lacks. */
async function readFromStart(
  store: Store,
  request: IngestRequest,
  { state, copied = 0 }: Start,
): Promise<Read> {
  const { layout, files } = store;
  const l1 = layout.l1(state.stem);
  const fresh = `${l1}.anew`;
  files.replace(fresh, "");
  const { mixed: _, ...pure } = state;
  let next = {
    ...pure,
    l1Bytes: 0,
    entries: 0,
    toolUses: 0,
  } as SessionState;
  const raw: Uint8Array[] = [];
  // To the end, whatever the budget: if only a part were merged, the rest
  // would come twice.
  const budget = new Deadline(Infinity);
  const whole = { ...request, budget, copyFrom: copied };
  const run = new IngestRun(store, whole, next, (part) => {
    if (part.l1.length > 0) files.appendLines(fresh, part.l1);
    if (part.raw.length > 0) raw.push(part.raw);
    next = { ...next, ...part.state };
  });
  const outcome = await run.run();
  const { bytes, entries, added, mixed } = mergeRebuilt(store, fresh, l1);
  const cut = recoverCut(store, next);
  next = { ...next, ...cut, l1Bytes: bytes, entries, ...markOf(l1, bytes) };
  const dueUses = state.turnUses ?? 0;
  const last = mixed ? { ...next, mixed } : next;
  return { ...outcome, added, raw, dueUses, state: last };
}

const markOf = (l1: string, bytes: number) => ({
  l1Mark: bytes > 0 ? markBefore(l1, bytes) : undefined,
});

/** What an event says about its session, apart from the new entries. */
function settle(
  state: SessionState,
  { alive, close, change, turnOver }: IngestRequest,
  world: World,
  { complete }: RunOutcome,
): SessionState {
  const now = world.now().toISOString();
  const seen = alive ? speak(state, now, close) : state;
  const ended = close && complete && (alive || !seen.ended)
    ? { ...seen, ended: now }
    : seen;
  const turned = turnOver && ended.toolUses !== undefined
    ? { ...ended, turnUses: ended.toolUses }
    : ended;
  const changed = change ? change(turned) : turned;
  return isPast(changed)
    ? {
      ...changed,
      summarizedTo: changed.entries,
      cutTo: changed.entries,
      cutBytes: changed.l1Bytes,
    }
    : changed;
}

/**
 * An event of the session itself. If it counted as dead, it goes on; after its
 * own end, recognised by the same time, it is only a late hook.
 */
function speak(
  state: SessionState,
  now: string,
  close: boolean | undefined,
): SessionState {
  const { ended, ...open } = state;
  if (!close && ended !== undefined && ended === state.seenAt) return state;
  return { ...open, seenAt: now } as SessionState;
}

/** Ingested, and no event since: nothing of it waits for a summary. */
function isPast(state: SessionState): boolean {
  const { takenIn, seenAt, summarizedTo, entries } = state;
  return takenIn === true && seenAt === null && summarizedTo !== entries;
}
