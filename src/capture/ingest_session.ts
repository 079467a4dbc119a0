/**
 * Ingest what is new in a session's transcript: read from the saved offset,
 * append to the session log, then save offset and log size together. The log is
 * first cut back to the saved size, so killing this anywhere never doubles or
 * drops an entry.
 */

import { isSystemError } from "../base/errors.ts";
import { Deadline } from "../base/timeout.ts";
import type { World } from "../base/world.ts";
import { linesMissing, splitLines } from "../session/log_lines.ts";
import { LogWriter } from "../session/log_writer.ts";
import {
  applyActions,
  isOver,
  type Phase,
  phase,
  type SessionEvent,
  transition,
} from "../session/phase.ts";
import { type Session, withSession } from "../session/session.ts";
import type { SessionNames } from "../session/session_names.ts";
import type { SessionState } from "../session/session_state.ts";
import type { Snapshot } from "../session/snapshot.ts";
import { markBefore, statTranscript } from "../store/growing_file.ts";
import { assertInsideProject } from "../store/inside_project.ts";
import { readText, statFile } from "../store/read_file.ts";
import { ensureStore, type Store } from "../store/store.ts";
import { IngestRun, type RunOutcome } from "./_ingest_run.ts";
import { appendRaw } from "./_raw_copy.ts";
import { recoverCut } from "./_recover_cut.ts";
import { openSession, type Start } from "./_resume_reading.ts";

/** How long a command waits for a running hook; a hook has less time anyway. */
const SESSION_WAIT_MS = 10_000;

export interface IngestRequest {
  readonly sessionId: string;
  readonly transcript: string;
  /** The event or command that asks, for the lock. */
  readonly who: string;
  readonly budget: Deadline;
  /** The session's own event; absent if another session ingests it. */
  readonly event?: Exclude<SessionEvent, "start" | "prompt" | "gone">;
  /** The session is over: what is open will not be answered. */
  readonly close?: boolean;
  /** Work from before the plugin: nothing of it waits for a summary. */
  readonly isPast?: boolean;
  /** Wait a moment for what Claude Code has not written yet. */
  readonly await?: { readonly ms: number; readonly lastWords?: string };
  /** The raw copy, if kept, has everything before this. */
  readonly copyFrom?: number;
  /** What the event has read already, and what it knows after this. */
  readonly snapshot?: Snapshot;
  /** The names of the store's sessions, shared by callers that ingest many. */
  readonly names?: SessionNames;
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
  return await withIngested(store, world, request, (_, ingested) => ingested);
}

/**
 * The same, followed by `then` under the same lock. Undefined without a
 * transcript, and nothing is done.
 */
export async function withIngested<T>(
  store: Store,
  world: World,
  request: IngestRequest,
  then: (session: Session, ingested: Ingested | undefined) => T | Promise<T>,
): Promise<T | undefined> {
  if (statTranscript(request.transcript) === undefined) return undefined;
  const { forgotten, unreadForgotten } = store.project;
  if (unreadForgotten) throw unreadForgotten;
  if (forgotten?.hidesSession(request.sessionId)) return undefined;
  ensureStore(store);
  const { who, budget } = request;
  const waitMs = Math.min(budget.remainingMs(), SESSION_WAIT_MS);
  return await withSession(
    store,
    request.sessionId,
    { who, waitMs },
    async (session) =>
      await then(session, await ingestInto(session, world, request)),
    request.snapshot,
  );
}

async function ingestInto(
  session: Session,
  world: World,
  request: IngestRequest,
): Promise<Ingested | undefined> {
  if (isOutdated(session.store)) return undefined;
  await unpackOwnLog(session);
  // Before anything is written: a session that dies after its first words is
  // found only by the list of open sessions.
  if (isOwnEvent(request) && !isOver(session.state)) await session.list(true);
  const start = openSession(session, request);
  if (start === undefined) return undefined;
  // The same for a session that is ingested: with a state it is no longer
  // unseen, so it must be on that list until its log is whole.
  if (start.state.l1Bytes === 0) await session.list(true);
  else session.lookUp();
  const from = phase(session.state);
  const refine = start.isRebuilt ? refineAgain : refineOn;
  return await refine(
    session,
    request,
    start,
    (state, { complete }) => settle(state, from, request, world, complete),
  );
}

/** Something was forgotten while we waited; the next event knows what. */
function isOutdated({ layout, project }: Store): boolean {
  return project.forgotten === undefined
    ? statFile(layout.forgotten) !== undefined
    : !project.forgotten.isStill(layout.forgotten);
}

/** The state once the transcript is read. */
type Settle = (state: SessionState, outcome: RunOutcome) => SessionState;

const isOwnEvent = ({ event = "found" }: IngestRequest) => event !== "found";

/** A session whose log was packed away speaks again. */
async function unpackOwnLog({ store, state }: Session): Promise<void> {
  const { layout, files } = store;
  const stem = state?.stem ?? "";
  const packed = `${layout.l1(stem)}.gz`;
  if (stem === "" || !statFile(packed)?.isFile) return;
  let bytes: Uint8Array;
  try {
    assertInsideProject(packed);
    const { gunzipBytes } = await import("../store/gzip.ts");
    bytes = await gunzipBytes(Deno.readFileSync(packed));
  } catch (error) {
    if (isSystemError(error)) throw error;
    // Not gzip any more, or a bomb: the log is rebuilt from the transcript.
    files.moveAside(packed);
    return;
  }
  files.replace(layout.l1(stem), bytes);
  files.remove(packed);
}

async function refineOn(
  session: Session,
  request: IngestRequest,
  { state, log }: Start,
  settled: Settle,
): Promise<Ingested> {
  const { store } = session;
  const { layout, files } = store;
  const l1 = layout.l1(state.stem);
  if ((statFile(l1)?.size ?? 0) > state.l1Bytes) {
    files.truncate(l1, state.l1Bytes);
  }
  let next = state;
  if (state.l1Bytes === 0) {
    // Before the first bytes of the log: otherwise nothing would show that they
    // are unfinished.
    if (request.isPast) next = applyActions(state, ["import"], "");
    session.save(next);
  }
  const writer = log ?? LogWriter.open(l1, state.l1Bytes);
  if (writer === undefined) throw new Error(`The log "${l1}" is cut off`);
  session.log = writer;
  const run = new IngestRun(store, request, state, (part) => {
    // What was written before is safe; only the last part may come again.
    session.save();
    if (part.l1.length > 0) writer.append(files, part.l1);
    appendRaw(files, layout.raw(state.stem), next.rawBytes, part.raw);
    next = { ...next, ...part.state, l1Mark: writer.mark };
    session.change(next);
  });
  const outcome = await run.run();
  const last = settled(next, outcome);
  // Without new entries the file on disk is good enough.
  if (last !== state) session.change(last);
  return { ...outcome, state: last, dueUses: state.turnUses ?? 0 };
}

/**
 * First without closing it: where the log has all of it and more, this is an
 * older copy of the transcript, and the log knows how open calls went on.
 */
async function refineAgain(
  session: Session,
  request: IngestRequest,
  start: Start,
  settled: Settle,
): Promise<Ingested> {
  const { store } = session;
  const { layout, files } = store;
  let read = await readAgain(store, { ...request, close: false }, start);
  const isOlder = read.state.mixed === true && read.added === 0;
  if (request.close && !isOlder) {
    const closed = await readAgain(store, request, start);
    read = { ...closed, added: read.added + closed.added };
  }
  const raw = layout.raw(read.state.stem);
  if (start.copied === undefined && read.raw.length > 0) files.replace(raw, "");
  let { rawBytes } = start.state;
  for (const bytes of isOlder ? [] : read.raw) {
    appendRaw(files, raw, rawBytes, bytes);
    rawBytes += bytes.length;
  }
  const last = settled({ ...read.state, rawBytes }, read);
  session.save(last);
  return { ...read, state: last };
}

type Read = Ingested & { readonly raw: readonly Uint8Array[] };

/** Read the transcript from its beginning and add what the log lacks. */
async function readAgain(
  store: Store,
  request: IngestRequest,
  { state, copied = 0 }: Start,
): Promise<Read> {
  const { layout, files } = store;
  const l1 = layout.l1(state.stem);
  const fresh = `${l1}.anew`;
  files.replace(fresh, "");
  const { mixed: _, ...pure } = state;
  let next: SessionState = { ...pure, l1Bytes: 0, entries: 0, toolUses: 0 };
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
  const l1Mark = bytes > 0 ? markBefore(l1, bytes) : undefined;
  next = { ...next, ...cut, l1Bytes: bytes, entries, l1Mark };
  const dueUses = state.turnUses ?? 0;
  const last = mixed ? { ...next, mixed } : next;
  return { ...outcome, added, raw, dueUses, state: last };
}

/** What an event says about its session, apart from the new entries. */
function settle(
  state: SessionState,
  from: Phase,
  { event = "found", close = false, isPast }: IngestRequest,
  world: World,
  isComplete: boolean,
): SessionState {
  const { actions } = transition(from, event, {
    isComplete,
    isSilent: close,
    ...(isPast ? { hasSpoken: false } : {}),
  });
  const next = applyActions(state, actions, world.now().toISOString());
  return event === "stop" && next.toolUses !== undefined
    ? { ...next, turnUses: next.toolUses }
    : next;
}

interface Merged {
  readonly bytes: number;
  readonly entries: number;
  /** How many of them the log did not have. */
  readonly added: number;
  /** Whether the log has lines that the rebuilt file lacks. */
  readonly mixed: boolean;
}

/**
 * Merges a rebuilt session log, after the state was lost or the transcript was
 * replaced. The new file replaces the old one only if it has every line of it;
 * otherwise the old one stays and gets the lines it lacks. Nothing is lost.
 */
function mergeRebuilt(
  { files }: Store,
  fresh: string,
  l1: string,
): Merged {
  // A torn line is not an entry, and an editor may have changed line ends.
  const oldLines = splitLines(readText(l1, Infinity) ?? "").filter(isEntry)
    .map((line) => line.replace(/\r\n$/, "\n"));
  const newLines = splitLines(readText(fresh, Infinity) ?? "");
  const missing = linesMissing(newLines, oldLines);
  const isSuperset = newLines.length - missing.length === oldLines.length;
  if (isSuperset) files.rename(fresh, l1);
  else {
    if (missing.length > 0) files.appendLines(l1, missing.join(""));
    files.remove(fresh);
  }
  return {
    bytes: Deno.statSync(l1).size,
    entries: oldLines.length + missing.length,
    added: missing.length,
    mixed: !isSuperset,
  };
}

function isEntry(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
