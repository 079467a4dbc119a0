/**
 * Sessions: state, log and delta files belong together and are up to date; and
 * Claude Code's transcripts, which we read and it deletes.
 */

import { formatCount, plural } from "../../base/format_count.ts";
import type { World } from "../../base/world.ts";
import { isDead } from "../../capture/found_transcript.ts";
import { findLostStates, type LostStates } from "../../capture/lost_states.ts";
import { transcriptDays } from "../../claude/plugin_settings.ts";
import { joinText } from "../../output/words.ts";
import {
  listSessionIds,
  readSessionState,
  type SessionState,
} from "../../session/session_state.ts";
import { statTranscript } from "../../store/growing_file.ts";
import { isSessionId } from "../../store/layout.ts";
import { statFile } from "../../store/read_file.ts";
import type { Store } from "../../store/store.ts";
import {
  readTranscriptStatus,
  type TranscriptStatus,
} from "../_transcript_status.ts";
import type { CheckContext } from "./check_context.ts";
import {
  bad,
  type Finding,
  type Findings,
  findingsOr,
  firstOf,
  good,
  warning,
} from "./finding.ts";

export interface SessionFiles {
  readonly id: string;
  /** Undefined for a damaged state. */
  readonly state: SessionState | undefined;
  /** Undefined for a missing log. */
  readonly logBytes: number | undefined;
  readonly isPacked: boolean;
  readonly missingDeltas: readonly string[];
  /** Silent for long, and its transcript has more than was ingested. */
  readonly isBehind: boolean;
}

export function checkSessions({ store, world }: CheckContext): Findings {
  const ids = listSessionIds(store.layout).filter(isSessionId);
  return judgeSessions(
    ids.map((id) => lookAt(store, world, id)),
    findLostStates(store, world),
  );
}

function lookAt(store: Store, world: World, id: string): SessionFiles {
  const { layout } = store;
  const state = readSessionState(layout, id);
  const none = { logBytes: undefined, isPacked: false, isBehind: false };
  if (state === undefined) return { id, state, ...none, missingDeltas: [] };
  const plain = statFile(layout.l1(state.stem))?.size;
  const packed = statFile(`${layout.l1(state.stem)}.gz`)?.size;
  const transcript = statTranscript(state.transcript);
  return {
    id,
    state,
    logBytes: plain ?? packed,
    isPacked: plain === undefined && packed !== undefined,
    missingDeltas: state.deltas.filter(({ file }) =>
      statFile(layout.delta(file)) === undefined
    ).map((delta) => delta.id),
    isBehind: transcript !== undefined && transcript.size > state.offset &&
      isDead(store, world, {
        sessionId: id,
        transcript: state.transcript,
        ...transcript,
      }),
  };
}

export function judgeSessions(
  sessions: readonly SessionFiles[],
  { stems, found }: LostStates,
): Finding[] {
  const ids = (some: readonly Pick<SessionFiles, "id">[]) =>
    firstOf(some.map(({ id }) => id.slice(0, 8)));
  const damaged = sessions.filter(({ state }) => state === undefined);
  const stateless = found.map(({ sessionId }) => ({ id: sessionId }));
  const short = sessions.filter(isShort);
  const lost = sessions.flatMap(({ missingDeltas }) => missingDeltas);
  const behind = sessions.filter(({ isBehind }) => isBehind);
  return findingsOr(
    describeAll(sessions.length, stems.length),
    damaged.length > 0 && bad(
      `the state of ${ids(damaged)} is damaged`,
      "memory-keeper refine-all rebuilds it from the transcript",
    ),
    found.length > 0 && warning(
      `the state of ${ids(stateless)} is gone; the log is there`,
      "memory-keeper refine-all rebuilds it from the transcript",
    ),
    short.length > 0 && bad(
      `the log of ${ids(short)} is missing or shorter than it was`,
      "memory-keeper refine-all, as long as Claude Code has the transcript",
    ),
    lost.length > 0 && warning(
      `the text of ${firstOf(lost)} is gone; the log still has that work`,
      `memory-keeper delta discard ${lost[0]}`,
    ),
    behind.length > 0 && warning(
      `${plural(behind.length, "session")} not saved to the end`,
      "memory-keeper refine-all; the next start of a session does it too",
    ),
  );
}

/** A log without a state and a transcript is complete: it cannot grow. */
function describeAll(sessions: number, alone: number): string {
  return joinText([
    sessions > 0 && `${formatCount(sessions)}, each with its log and state`,
    alone > 0 && `${plural(alone, "log")} without a state`,
  ], "; ") || "none yet";
}

/** A gzipped log does not change, so its size is not compared. */
function isShort({ state, logBytes, isPacked }: SessionFiles): boolean {
  if (state === undefined || state.l1Bytes === 0 || isPacked) return false;
  return logBytes === undefined || logBytes < state.l1Bytes;
}

export function checkTranscripts(context: CheckContext): Findings {
  const { store, world } = context;
  const { path } = transcriptDays(context.settings());
  return judgeTranscripts(readTranscriptStatus(store, world, 0), path);
}

/** `path` is the settings file that says how long they are kept. */
export function judgeTranscripts(
  { count: number, known, daysKept, purgedSoonUnseen, unseen }:
    TranscriptStatus,
  path: string,
): Finding {
  if (daysKept === 0) {
    return bad(
      `cleanupPeriodDays is 0 in ${path}: Claude Code writes none`,
      "Remove it, or set a large number; without them nothing can be saved",
    );
  }
  const days = plural(daysKept, "day");
  if (unseen > 0) {
    const soon = purgedSoonUnseen === 0
      ? ""
      : `; Claude Code deletes ${purgedSoonUnseen} of them within seven days`;
    return warning(
      `${unseen} of ${number} are not in memory yet${soon}`,
      "memory-keeper import",
    );
  }
  if (number === 0) {
    return good(`none of this project yet; they are kept ${days}`);
  }
  const kept = known === number ? "all in memory" : `${known} in memory so far`;
  return good(`${number} of this project, ${kept}; deleted after ${days}`);
}
