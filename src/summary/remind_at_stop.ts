/**
 * The stricter stop policies: at the end of a turn, work that waits for its
 * summary is named once for each delta. A second stop always passes.
 */

import { withSession } from "../session/session.ts";
import type { Claim, Store } from "../store/store.ts";
import type { World } from "../base/world.ts";
import { renderRequest } from "./ask_for_summary.ts";
import { cutDeltas } from "./cut_deltas.ts";
import {
  changeDelta,
  hasLiveAgent,
  waitingDeltas,
} from "../session/waiting_deltas.ts";
import { isObject } from "../base/json.ts";
import { readFacts, readSessionFacts } from "../knowledge/knowledge_files.ts";
import type { Delta, SessionState } from "../session/session_state.ts";
import { isCovered, recordedRanges } from "../memory/recorded_ranges.ts";

/** Less new work than this is not worth a stop. */
const STRICT_MIN_ENTRIES = 10;

export interface Reminder {
  readonly request: string;
  /** For the strict mode: what is done and what is not. */
  readonly checklist: string;
}

export async function remindAtStop(
  store: Store,
  world: World,
  sessionId: string,
  claim: Claim,
): Promise<Reminder | undefined> {
  const isStrict = store.config.stopPolicy === "block";
  return await withSession(store, sessionId, claim, async (session) => {
    if (isStrict) {
      const cut = cutDeltas(session, world, {
        minChars: 0,
        minEntries: STRICT_MIN_ENTRIES,
      });
      if (cut.length > 0) {
        session.save();
        await session.list(true);
      }
    }
    const waiting = waitingDeltas(store);
    const due = waiting.find(({ sessionId: origin, delta }) =>
      origin === sessionId && delta.remindedAt === undefined &&
      !hasLiveAgent(delta, world.now())
    );
    if (due === undefined) return undefined;
    const remindedAt = world.now().toISOString();
    changeDelta(session, due.delta.id, (delta) => ({
      ...delta,
      remindedAt,
      askedIn: sessionId,
    }));
    const request = renderRequest(store, due, waiting.length);
    if (!isStrict) return { request, checklist: "" };
    const list = strictChecklist(store, sessionId, due.state, due.delta);
    return { request, checklist: `${list}\n${request}` };
  });
}

/**
 * The strict mode's list: what of this session's work is in memory. It is
 * above the request, so that a reader sees what the request is for.
 */
function strictChecklist(
  store: Store,
  sessionId: string,
  { stem }: SessionState,
  delta: Delta,
): string {
  const { from, to, createdAt } = delta;
  const isRecorded = isCovered(
    { from, to },
    recordedRanges(store, stem, createdAt),
  );
  const kept = readSessionFacts(store.layout, stem).facts;
  const all = readFacts(store.layout);
  const concepts = new Set(
    [...all.decisions, ...all.patterns, ...all.issues]
      .filter(({ sessions }) => sessions.includes(sessionId))
      .flatMap(({ concept }) => concept ?? []),
  );
  const { reflected } = all._meta;
  const reflectedAt = isObject(reflected) ? reflected["at"] : undefined;
  const isReflected = typeof reflectedAt === "string" &&
    reflectedAt >= createdAt;
  return [
    isRecorded
      ? `✓ memory: entries ${from}-${to} recorded`
      : `✗ memory: entries ${from}-${to} not recorded yet`,
    kept.length > 0
      ? `✓ facts: ${kept.length} of this session`
      : "✗ facts: none of this session yet",
    concepts.size > 0
      ? `✓ concepts: ${concepts.size} of this session`
      : "✗ concepts: none of this session yet",
    isReflected
      ? "✓ reflection: done since this work"
      : "✗ reflection: not done since this work",
  ].join("\n");
}
