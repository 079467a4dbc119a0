/**
 * Take in what is new in a session's transcript: read from the saved offset,
 * append L1, then save offset and L1 size together. L1 is first cut back to the
 * saved size, so killing this anywhere never doubles or drops an entry.
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

/** A command waits for a hook that is at work; a hook has less time anyway. */
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
  /** Nothing more is used in this turn. */
  readonly turnOver?: boolean;
  /** Wait a moment for what Claude Code has not written yet. */
  readonly await?: { readonly ms: number; readonly lastWords?: string };
  /** The raw copy, where one is kept, has what is before. */
  readonly copyFrom?: number;
  /** The names of the store's sessions, kept by who takes in many. */
  readonly names?: SessionNames;
  /** Fields to set with the same write. */
  readonly change?: (state: SessionState) => SessionState;
}

export type Ingested = RunOutcome & {
  readonly state: SessionState;
  /** Tool uses of the turns before: their events have had their time. */
  readonly dueUses: number;
};

/** Undefined if there is nothing to take in yet. */
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
      const refine = start.anew ? refineAnew : refineOn;
      const refined = await refine(store, world, request, start);
      await noteOpenSession(
        store,
        request.sessionId,
        // What is taken in still gets its digest, and leaves the list then.
        isOpen(refined.state) || request.change !== undefined,
        { who: request.who, waitMs: STORE_WAIT_MS },
      );
      return refined;
    },
  );
}

/**
 * Before anything is written: a session that dies after its first words is
 * found by the list of those that are not over, and only there.
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
 * The same for one that is taken in: once it has a state it is no stranger any
 * more, so who is killed before its log is whole must leave it on that list.
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

/** A session whose log was packed away speaks again. */
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
    // Not gzip any more: the transcript tells it all anew.
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
  // Before the first bytes of L1: otherwise nothing would say that they are
  // not finished.
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
 * First without closing it: where L1 has all of it and more, this is an older
 * copy of the transcript, and L1 knows how what is open went on.
 */
async function refineAnew(
  store: Store,
  world: World,
  request: IngestRequest,
  start: Start,
): Promise<Ingested> {
  const { layout, files } = store;
  let read = await readAnew(store, { ...request, close: false }, start);
  const isOlder = read.state.mixed === true && read.added === 0;
  if (request.close && !isOlder) {
    const closed = await readAnew(store, request, start);
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

/** Read the transcript from its beginning and add to L1 what it lacks. */
async function readAnew(
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
  // To the end, whatever the budget: if a part were merged with what is there,
  // the rest would come twice.
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

/** What an event says about its session, beside the new entries. */
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
 * The session itself has spoken. Taken for dead, it goes on; after its own end,
 * known by the same time, it is only a hook that was late.
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

/** Taken in, and never heard of since: nothing of it waits for a summary. */
function isPast(state: SessionState): boolean {
  const { takenIn, seenAt, summarizedTo, entries } = state;
  return takenIn === true && seenAt === null && summarizedTo !== entries;
}
