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
  type Waiting,
  waitingDeltas,
} from "../session/waiting_deltas.ts";
import { objectOf } from "../base/json.ts";
import { readFacts, readSessionFacts } from "../knowledge/knowledge_files.ts";
import { allFacts } from "../knowledge/knowledge.ts";
import { isCovered, recordedRanges } from "../memory/recorded_ranges.ts";

/** Less new work than this is not worth a stop. */
const STRICT_MIN_ENTRIES = 10;

/** The request, and for the strict mode a list of what is done and what is not. */
export async function remindAtStop(
  store: Store,
  world: World,
  sessionId: string,
  claim: Claim,
) {
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
    const mark = {
      remindedAt: world.now().toISOString(),
      askedIn: sessionId,
    };
    changeDelta(session, due.delta.id, (delta) => ({ ...delta, ...mark }));
    const request = renderRequest(store, due, waiting.length);
    if (!isStrict) return { request, checklist: "" };
    // Above the request, so that a reader sees what the request is for.
    return { request, checklist: `${checklistOf(store, due)}\n${request}` };
  });
}

/** The strict mode's list: what of this session's work is in memory. */
function checklistOf(
  store: Store,
  { sessionId, state: { stem }, delta }: Waiting,
): string {
  const { from, to, createdAt } = delta;
  const recorded = recordedRanges(store, stem, createdAt);
  const kept = readSessionFacts(store.layout, stem).facts;
  const all = readFacts(store.layout);
  const concepts = new Set(
    allFacts(all).filter(({ fact }) => fact.sessions.includes(sessionId))
      .flatMap(({ fact }) => fact.concept ?? []),
  );
  const { at: reflectedAt } = objectOf(all._meta["reflected"]);
  const isReflected = typeof reflectedAt === "string" &&
    reflectedAt >= createdAt;
  const count = (what: string, number: number) =>
    number > 0
      ? `✓ ${what}: ${number} of this session`
      : `✗ ${what}: none of this session yet`;
  return [
    isCovered(delta, recorded)
      ? `✓ memory: entries ${from}-${to} recorded`
      : `✗ memory: entries ${from}-${to} not recorded yet`,
    count("facts", kept.length),
    count("concepts", concepts.size),
    isReflected
      ? "✓ reflection: done since this work"
      : "✗ reflection: not done since this work",
  ].join("\n");
}
