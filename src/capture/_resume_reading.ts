/**
 * Where to continue in a session's transcript, or how to begin: a new session,
 * a fork, a lost state, a transcript that was replaced.
 */

import { textDigest } from "../base/text_digest.ts";
import { isOlderLog } from "../session/log_file.ts";
import { LogWriter } from "../session/log_writer.ts";
import type { Session } from "../session/session.ts";
import { SessionNames } from "../session/session_names.ts";
import {
  loadSessionState,
  newSessionState,
  sessionsCalled,
  type SessionState,
} from "../session/session_state.ts";
import { markBefore, statTranscript } from "../store/growing_file.ts";
import { sessionStem, shortNames, shortOf } from "../store/layout.ts";
import { TranscriptReader } from "../store/line_reader.ts";
import { statFile } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import { idsOf } from "./refine/recent_entries.ts";
import { type Beginning, readBeginning } from "./transcript_beginning.ts";

/** The part of an ingest request that matters here. */
interface Opening {
  readonly sessionId: string;
  readonly transcript: string;
  readonly close?: boolean;
  /** Shared by callers that ingest many; else the folders are listed. */
  readonly names?: SessionNames;
}

export interface Start {
  readonly state: SessionState;
  /** The log is rebuilt from the beginning and merged with the existing one. */
  readonly isRebuilt: boolean;
  /** The end of the log, where it continues. */
  readonly log?: LogWriter;
  /** How much of this transcript the raw copy has; absent if unknown. */
  readonly copied?: number;
}

/** Undefined while there is no conversation in the transcript. */
export function openSession(
  { store, id, state: known, isDamaged }: Session,
  request: Opening,
): Start | undefined {
  const { layout, files } = store;
  const path = layout.state(id);
  if (isDamaged || files.isUnwritable(path)) files.moveAside(path);
  if (known === undefined || known.stem === "") {
    return beginState(store, request);
  }
  const state = { ...known, transcript: request.transcript };
  const l1 = layout.l1(state.stem);
  if (files.isUnwritable(l1)) files.moveAside(l1);
  if (isForkBeginning(state)) return beginState(store, request, state);
  const log = isContinued(state, request) ? sameLog(l1, state) : undefined;
  if (log && isSameFile(state)) return { state, log, isRebuilt: false };
  return {
    state: rewind(store, request, state),
    isRebuilt: true,
    copied: isSameFile(state) ? state.offset : 0,
  };
}

/** A fork may still be copying its parent while it has nothing of its own. */
const isForkBeginning = (state: SessionState) =>
  state.forkOf !== undefined && state.entries === 0;

function beginState(
  store: Store,
  { sessionId, transcript, names = new SessionNames(store) }: Opening,
  known?: SessionState,
): Start | undefined {
  const beginning = readBeginning(transcript);
  if (beginning === undefined) return undefined;
  const { firstUuid, startedAt, branch } = beginning;
  if (known) names.look();
  else names.begin(sessionId);
  const leftBehind = known ? undefined : findL1(store, names, sessionId);
  const state = known ?? newSessionState({
    stem: leftBehind ?? freeStem(store, names, startedAt, sessionId),
    transcript,
    startedAt: startedAt.toISOString(),
    firstUuid,
    ...(branch === undefined ? {} : { branch }),
  });
  if (!known) names.name(sessionId, state.stem);
  const fork = findFork(store, names, sessionId, transcript, beginning);
  return {
    state: fork ? { ...state, ...fork, mark: "" } : state,
    isRebuilt: leftBehind !== undefined,
  };
}

/**
 * The log's name of a session whose state is lost. A log of the earlier
 * generation is not reused: every entry would be in it twice.
 */
function findL1(
  store: Store,
  names: SessionNames,
  sessionId: string,
): string | undefined {
  const { layout } = store;
  return names.logsOf(sessionId).find((stem) =>
    statFile(layout.l1(stem)) !== undefined &&
    !isTaken(store, stem, sessionId) && !isOlderLog(layout.l1(stem))
  );
}

function isTaken({ layout }: Store, stem: string, sessionId: string): boolean {
  return sessionsCalled(layout, shortOf(stem)).some((id) => id !== sessionId);
}

/**
 * A name that no other session has. A session about to begin counts too: it
 * has its lock, and may be choosing its name at this moment.
 */
function freeStem(
  { layout }: Store,
  names: SessionNames,
  startedAt: Date,
  sessionId: string,
): string {
  const [usual, other] = shortNames(sessionId);
  const isShared = names.hasNamesake(sessionId);
  const isOlder = isOlderLog(layout.l1(sessionStem(startedAt, usual)));
  return sessionStem(startedAt, isShared || isOlder ? other : usual);
}

/** False if the log has lines this transcript lacks: new ones may repeat them. */
function isContinued(
  { transcript, offset, mixed }: SessionState,
  { close }: Opening,
): boolean {
  const size = statTranscript(transcript)?.size ?? 0;
  return !(mixed === true && (size > offset || close));
}

/** The log, if it is unchanged up to its saved size. */
function sameLog(
  l1: string,
  { l1Bytes, l1Mark, entries, cutBytes }: SessionState,
): LogWriter | undefined {
  const log = LogWriter.open(l1, l1Bytes, cutBytes);
  if (l1Bytes === 0) return entries === 0 ? log : undefined;
  return l1Mark === undefined || log?.mark === l1Mark ? log : undefined;
}

/** Whether the transcript is unchanged up to the offset. */
function isSameFile({ transcript, offset, mark }: SessionState): boolean {
  if ((statTranscript(transcript)?.size ?? 0) < offset) return false;
  return mark === "" || markBefore(transcript, offset) === mark;
}

function rewind(
  store: Store,
  { sessionId, transcript, names = new SessionNames(store) }: Opening,
  state: SessionState,
): SessionState {
  const beginning = state.forkOf ? readBeginning(transcript) : undefined;
  if (beginning) names.look();
  const fork = beginning &&
    findFork(store, names, sessionId, transcript, beginning);
  const offset = fork?.offset ?? 0;
  const { longLines: _, queued: __, notices: ___, ...rest } = state;
  const { hidden } = fork ?? {};
  return { ...rest, offset, hidden, mark: "", recent: [], agents: {} };
}

interface Fork {
  readonly forkOf: string;
  /** Where the fork's own part begins. */
  readonly offset: number;
  /** What was hidden of the parent. */
  readonly hidden: SessionState["hidden"];
}

/**
 * The known session that this transcript continues, if there is one. A fork
 * repeats every entry of its parent; its log holds only what comes after. It has
 * its parent's first entry, and so the same minute in its name. A parent whose
 * ingest was killed at its very beginning has no log yet.
 */
function findFork(
  store: Store,
  names: SessionNames,
  sessionId: string,
  transcript: string,
  { firstUuid, startedAt }: Beginning,
): Fork | undefined {
  if (firstUuid === null) return undefined;
  let best: Fork | undefined;
  for (const id of names.startedAt(startedAt, sessionId)) {
    const loaded = loadSessionState(store.layout, id);
    if (loaded.state !== "ok" || loaded.value.firstUuid !== firstUuid) continue;
    const { transcript: parent, recent, hidden } = loaded.value;
    const offset = statTranscript(parent)
      ? commonBeginning(parent, transcript)
      : endOfKnown(transcript, idsOf(recent));
    if (offset > (best?.offset ?? 0)) best = { forkOf: id, offset, hidden };
  }
  return best;
}

/** The end of the last line of `fork` up to which all entries are the parent's. */
function commonBeginning(parent: string, fork: string): number {
  const known = new Set<number>();
  forEachIdentity(parent, (identity) => {
    known.add(identity);
    return true;
  });
  let common = 0;
  let hasBegun = false;
  forEachIdentity(fork, (identity, end, isQueued) => {
    // `claude -p --fork-session` queues its prompt before it repeats anything;
    // the prompt itself follows after the repeated part.
    hasBegun ||= !isQueued;
    if (!hasBegun) return true;
    if (!known.has(identity)) return false;
    common = end;
    return true;
  });
  return common;
}

/**
 * Where the last of these entries ends. Claude Code deletes old transcripts,
 * but a state still knows the last entries of its transcript.
 */
function endOfKnown(fork: string, known: ReadonlySet<string>): number {
  const decoder = new TextDecoder();
  let last = 0;
  using reader = new TranscriptReader(fork, 0, (line, _from, end) => {
    const ids = decoder.decode(line).matchAll(UUID);
    if (ids.some(([, id]) => known.has(id ?? ""))) last = end;
  });
  while (reader.readChunk());
  return last;
}

const UUID = /"uuid":\s*"([\w-]+)"/g;
const QUEUE_OPERATION = '{"type":"queue-operation",';

/**
 * Visits the identity of each entry until told to stop: its ids, or the whole
 * of a queue operation, which has no id but may hold words. As a number: a
 * substring would keep its whole text in memory, and a parent may be a gigabyte.
 */
function forEachIdentity(
  path: string,
  visit: (identity: number, end: number, isQueued: boolean) => boolean,
): void {
  const decoder = new TextDecoder();
  let going = true;
  using reader = new TranscriptReader(path, 0, (line, _from, end) => {
    if (!going) return;
    const text = decoder.decode(line);
    const isQueued = text.startsWith(QUEUE_OPERATION);
    const identity = isQueued
      ? text.replace(/"sessionId":"[^"]*"/, "")
      : Array.from(text.matchAll(UUID), ([, uuid]) => uuid).join(" ");
    if (identity !== "") going = visit(numberOf(identity), end, isQueued);
  });
  while (going && reader.readChunk());
}

/** As many bits as a number holds exactly. */
const numberOf = (identity: string) =>
  textDigest(identity) * 2 ** 21 + textDigest(`fork ${identity}`) % 2 ** 21;
