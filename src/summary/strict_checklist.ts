/**
 * The strict mode's list: what of this session's work is in memory. It stands
 * above the request, so that whoever reads it sees what the request is for.
 */

import { isObject } from "../base/json.ts";
import { readFacts, readSessionFacts } from "../knowledge/knowledge_files.ts";
import type { Delta, SessionState } from "../session/session_state.ts";
import type { Store } from "../store/store.ts";
import { isCovered, recordedRanges } from "../memory/recorded_ranges.ts";

export function strictChecklist(
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
