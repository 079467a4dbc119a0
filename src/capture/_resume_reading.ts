/**
 * Where to continue in a session's transcript, or how to begin: a new session,
 * a fork, a lost state, a transcript that was replaced.
 */

import { isOlderLog } from "../session/log_file.ts";
import { sessionStem, shortNames, shortOf } from "../store/layout.ts";
import { statFile } from "../store/read_file.ts";
import { SessionNames } from "../session/session_names.ts";
import {
  newSessionState,
  sessionsCalled,
  type SessionState,
} from "../session/session_state.ts";
import type { Session } from "../session/session.ts";
import { LogWriter } from "../session/log_writer.ts";
import type { Store } from "../store/store.ts";
import { markBefore, statTranscript } from "../store/growing_file.ts";
import { findFork } from "./_find_fork.ts";
import { readBeginning } from "./transcript_beginning.ts";

/** The part of an ingest request that matters here. */
export interface Opening {
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
