/**
 * state/<session id>.json: how far a session's transcript has been ingested.
 * Written under the session's lock, after the L1 bytes it speaks of.
 */

import type { JsonObject } from "../base/json.ts";
import type { CountedPrompt } from "./counted_prompt.ts";
import type { NoticeState } from "./notice_state.ts";
import { parseSessionState, renderSessionState } from "./_state_json.ts";
import {
  isSessionId,
  type Layout,
  shortNames,
  shortOf,
} from "../store/layout.ts";
import { loadJson, readJson, saveJson } from "../store/json_file.ts";
import type { NotedLine } from "../store/long_lines.ts";
import type { SecretLine } from "../redact/known_values.ts";
import { listNames, namesIn } from "../store/read_file.ts";
import type { StoreFiles } from "../store/store_files.ts";

/** Where a transcript ended when its session was asked for something. */
export interface RequestMark {
  readonly transcript: string;
  readonly from: number;
}

/** The one request that a session was given. */
export interface GivenRequest {
  readonly at: string;
  /** The name by which the request can be recognised. */
  readonly file: string;
  readonly request?: RequestMark;
}

/** A stretch of entries that waits for its summary. */
export interface Delta {
  /** `<sid8>-<n>`. */
  readonly id: string;
  /** Entries, `to` exclusive. */
  readonly from: number;
  readonly to: number;
  /** The file's name below `delta/`. */
  readonly file: string;
  readonly createdAt: string;
  readonly asks: number;
  readonly askedAt?: string;
  readonly askedIn?: string;
  /** Where the asking session's transcript ended when it was last asked for. */
  readonly request?: RequestMark;
  /** The agent that has its text; void after a quarter of an hour. */
  readonly agent?: { readonly id: string; readonly at: string };
  readonly branch?: string;
  readonly commit?: string;
  readonly failures?: number;
  /** The section its summary takes the place of. */
  readonly replaces?: { readonly from: number; readonly to: number };
  /** When a strict end of a turn named it. */
  readonly remindedAt?: string;
  /** Fields of other versions, kept as they are. */
  readonly rest?: JsonObject;
}

/** What an agent was given of the whole session. */
export interface WholeSessionMark {
  readonly agent: string;
  readonly bytes: number;
  readonly concepts: readonly { readonly id: string; readonly name: string }[];
}

/** From when to when nothing of a session is kept; open without an end. */
export interface HiddenStretch {
  readonly from: string;
  readonly to?: string;
}

export interface SessionState {
  /** The common beginning of the names of this session's files. */
  readonly stem: string;
  readonly transcript: string;
  /** Where to read on in the transcript. */
  readonly offset: number;
  /** Fingerprint of what is before the offset, to notice another file there. */
  readonly mark: string;
  /** L1 up to here belongs to the offset; what is longer was not finished. */
  readonly l1Bytes: number;
  /** Fingerprint of what is before that: the user may have edited the log. */
  readonly l1Mark?: string | undefined;
  readonly entries: number;
  /** The same for the raw copy, where one is kept. */
  readonly rawBytes: number;
  /** Entries up to here are in memory.md, or need not be. */
  readonly summarizedTo: number;
  /** Entries up to here are in a delta or summarised, and where L1 goes on. */
  readonly cutTo: number;
  readonly cutBytes: number;
  /** How many deltas there ever were: their numbers are not used again. */
  readonly deltaCount: number;
  readonly deltas: readonly Delta[];
  /** Calls of the main loop that PostToolUse should have counted. */
  readonly toolUses?: number;
  /** How many of them there were when the last turn was over. */
  readonly turnUses?: number;
  /** The last entries before the offset, to notice repeats. */
  readonly recent: readonly string[];
  /** Prompts that counted at an end of the session and may be sent yet. */
  readonly queued?: readonly CountedPrompt[] | undefined;
  /** What is known of our own agents' notices at the offset; mostly nothing. */
  readonly notices?: NoticeState | undefined;
  /** Long lines after the offset, as far as they were read; mostly none. */
  readonly longLines?: readonly NotedLine[] | undefined;
  /** Lines before the offset that name secrets: only places, no words. */
  readonly secretLines?: readonly SecretLine[] | undefined;
  /** Private turns and times when memory was off, before the offset. */
  readonly hidden?: readonly HiddenStretch[] | undefined;
  /** How much of each subagent's own transcript has been ingested. */
  readonly agents: Readonly<Record<string, number>>;
  readonly firstUuid: string | null;
  readonly startedAt: string | null;
  readonly branch?: string;
  readonly seenAt: string | null;
  readonly ended?: string | undefined;
  /** How many entries there were when it last ended and was kept. */
  readonly finishedAt?: number;
  readonly forkOf?: string;
  readonly takenIn?: boolean;
  readonly asked?: GivenRequest | undefined;
  /** Rebuilt: sections may cover some of what is after `cutTo`. */
  readonly recovered?: boolean | undefined;
  /** The log has lines that the transcript lacks. */
  readonly mixed?: boolean | undefined;
  /** How far `l2-summarizer` was given this session. */
  readonly l2?: WholeSessionMark;
  /** Fields of other versions, kept as they are. */
  readonly rest?: JsonObject;
}

export function newSessionState(
  fields: Pick<
    SessionState,
    "stem" | "transcript" | "startedAt" | "firstUuid" | "branch"
  >,
): SessionState {
  return {
    ...fields,
    offset: 0,
    mark: "",
    l1Bytes: 0,
    entries: 0,
    rawBytes: 0,
    summarizedTo: 0,
    cutTo: 0,
    cutBytes: 0,
    deltaCount: 0,
    deltas: [],
    recent: [],
    agents: {},
    seenAt: null,
  };
}

export const loadSessionState = (layout: Layout, sessionId: string) =>
  loadJson(layout.state(sessionId), parseSessionState);

/** Undefined if it is missing or damaged. */
export const readSessionState = (layout: Layout, sessionId: string) =>
  readJson(layout.state(sessionId), parseSessionState);

/** Those of these sessions whose states can be read. */
export function readStates(
  layout: Layout,
  ids: readonly string[],
): { readonly id: string; readonly state: SessionState }[] {
  return ids.filter(isSessionId).flatMap((id) => {
    const state = readSessionState(layout, id);
    return state ? [{ id, state }] : [];
  });
}

export function saveSessionState(
  files: StoreFiles,
  layout: Layout,
  sessionId: string,
  state: SessionState,
): void {
  saveJson(files, layout.state(sessionId), renderSessionState(state));
}

/** The ids of all sessions that have a state file. */
export function listSessionIds(layout: Layout): string[] {
  return listNames(layout.states).filter((name) => name.endsWith(".json"))
    .map((name) => name.slice(0, -".json".length));
}

/** The sessions that go by this short name: mostly one. */
export function sessionsCalled(layout: Layout, short: string): string[] {
  const ids = listSessionIds(layout)
    .filter((id) => isSessionId(id) && shortNames(id).includes(short));
  return readStates(layout, ids)
    .filter(({ state }) => shortOf(state.stem) === short).map(({ id }) => id);
}

/** The same as a set, to look ids up. */
export function knownSessions({ states }: Layout): Set<string> {
  const known = new Set<string>();
  for (const name of namesIn(states)) {
    if (name.endsWith(".json")) known.add(name.slice(0, -".json".length));
  }
  return known;
}

/** Whether a session needs attention: not over, not all cut, or deltas wait. */
export function isOpen(state: SessionState): boolean {
  return state.ended === undefined || state.deltas.length > 0 ||
    !isAllCut(state);
}

/** Whether every entry is in a delta or in memory, or need not be. */
export function isAllCut({ cutBytes, l1Bytes }: SessionState): boolean {
  return cutBytes >= l1Bytes;
}
