/**
 * The newest sessions of this project with what Claude Code recorded about our
 * hooks, and what the store knows about the same sessions: most hooks print
 * nothing, and only the store shows that they ran.
 */

import { AGENTS } from "../../claude/agents.ts";
import { HookTracer, type SessionTrace } from "../../claude/hook_trace.ts";
import { type GivenMarks, givenMarks } from "../../context/given_marks.ts";
import { agentTypeOf } from "../../store/claude_settings.ts";
import {
  isLoggedAs,
  type ReadLogLine,
  readLogLines,
} from "../../store/read_event_log.ts";
import { listNames, readText, statFile } from "../../store/read_file.ts";
import { readSessionState } from "../../session/session_state.ts";
import type { Store } from "../../store/store.ts";
import { subagentsDir } from "../../store/growing_file.ts";
import { TranscriptReader } from "../../store/line_reader.ts";
import { Deadline } from "../../base/timeout.ts";
import { parseRawLine } from "../../capture/refine/raw_line.ts";
import type { World } from "../../base/world.ts";
import { allProjectTranscripts } from "../../capture/project_transcripts.ts";
import { COUNTED } from "../../session/count_tool_use.ts";
import {
  type FoundTranscript,
  isDead,
} from "../../capture/found_transcript.ts";

const SESSIONS = 5;
/** How many transcripts are read for them. */
const MOST_LOOKED_AT = 20;
const READ_MS = 4000;
const LOG_BYTES = 2 * 1024 * 1024;

export interface TracedSession {
  readonly sessionId: string;
  readonly trace: SessionTrace;
  /** Tool uses that were counted; undefined if no event ever came. */
  readonly counted: number | undefined;
  /** The events of this session that the log names. */
  readonly logged: ReadonlySet<string>;
  /** One of our events has ingested something of it. */
  readonly isKept: boolean;
  readonly isOver: boolean;
}

/** `since` is when the plugin was installed: earlier sessions do not count. */
export function traceSessions(
  store: Store,
  world: World,
  since: string | undefined,
): TracedSession[] {
  const budget = new Deadline(READ_MS);
  const log = readLogLines(store.layout, LOG_BYTES);
  const marks = givenMarks(store);
  const traced: TracedSession[] = [];
  const newest = allProjectTranscripts(store, world).slice(0, MOST_LOOKED_AT);
  for (const found of newest) {
    if (traced.length === SESSIONS || budget.passed) break;
    const trace = readTrace(found, marks, budget);
    const one = describe(store, world, found, trace, log);
    if (hadPlugin(one, since)) traced.push(one);
  }
  // A file may be touched long after its last entry.
  return traced.toSorted((a, b) =>
    (a.trace.lastAt ?? "") < (b.trace.lastAt ?? "") ? 1 : -1
  );
}

/** The plugin was installed before it began, or left signs in it. */
function hadPlugin(one: TracedSession, since: string | undefined): boolean {
  const { startedAt = "", isListed, runs, texts, answers } = one.trace;
  if (isListed || runs.length > 0 || texts.length > 0) return true;
  return since !== undefined && startedAt >= since && answers > 0;
}

function describe(
  store: Store,
  world: World,
  found: FoundTranscript,
  trace: SessionTrace,
  log: readonly ReadLogLine[],
): TracedSession {
  const { layout } = store;
  const { sessionId } = found;
  const lines = log.filter((line) => isLoggedAs(line, sessionId));
  const state = readSessionState(layout, sessionId);
  return {
    sessionId,
    trace,
    counted: countedIn(layout.count(sessionId)),
    logged: new Set(lines.map(({ event }) => event)),
    isKept: state !== undefined && state.takenIn !== true,
    isOver: state?.ended !== undefined || isDead(store, world, found),
  };
}

/** Counted by events only, not uses added from a transcript. */
function countedIn(path: string): number | undefined {
  const text = readText(path);
  return text === undefined ? undefined : text.split(COUNTED).length - 1;
}

function readTrace(
  { transcript }: FoundTranscript,
  { marks, agentMarks }: GivenMarks,
  budget: Deadline,
): SessionTrace {
  const trace = readFile(transcript, marks, budget);
  // In an agent's own transcript only the text it was given counts.
  const given = ownAgentTranscripts(transcript).flatMap((path) =>
    readFile(path, agentMarks, budget).texts
  );
  return { ...trace, texts: [...trace.texts, ...given] };
}

function readFile(
  path: string,
  marks: readonly string[],
  budget: Deadline,
): SessionTrace {
  const tracer = new HookTracer(marks);
  using reader = new TranscriptReader(path, 0, (line) => {
    if (line.length === 0) return;
    for (const { entry } of parseRawLine(line)) tracer.add(entry);
  });
  while (!budget.passed && reader.readChunk());
  return tracer.result();
}

function ownAgentTranscripts(transcript: string): string[] {
  const dir = subagentsDir(transcript);
  const own = new Set<unknown>(Object.values(AGENTS));
  return listNames(dir).filter((name) => name.endsWith(".jsonl"))
    .map((name) => `${dir}/${name}`)
    .filter((path) => own.has(agentTypeOf(path)) && statFile(path)?.isFile);
}
