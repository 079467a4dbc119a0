/**
 * Facts of one whole session, from the agent `l2-summarizer` or from the
 * shell: checked against that session's log like a delta's, without a section
 * in memory.md.
 */

import { QuotableLog } from "../knowledge/evidence.ts";
import { quotableEntries } from "./_quotable_entries.ts";
import { readAgentAnswer } from "./_agent_answer.ts";
import {
  type Claim,
  type Store,
  withJournal,
  withSessionLock,
} from "../store/store.ts";
import type { L1Entry } from "../session/log_entry.ts";
import type { World } from "../base/world.ts";
import { checkFacts, keepFacts } from "../knowledge/keep_facts.ts";
import { type KnownSession, readSessionLog } from "../session/session_log.ts";

export type Imported = Awaited<ReturnType<typeof importFacts>>;

export async function importFacts(
  store: Store,
  world: World,
  session: KnownSession,
  message: unknown,
  claim: Claim,
) {
  const answer = readAgentAnswer(message, { factsOnly: true });
  if (answer.kind === "refused") return answer;
  const { factsJson } = answer;
  if (factsJson === undefined) {
    return { kind: "refused", reason: "The answer has no facts" } as const;
  }
  return await withSessionLock(store, session.sessionId, claim, async () => {
    const entries = await readSessionLog(store, session.stem);
    const log = new QuotableLog(quotableEntries(entries));
    const verified = checkFacts(store, factsJson, log);
    const saidIn = { ...session, day: lastDay(entries) };
    const keep = () => keepFacts(store, world, saidIn, verified);
    const kept = await withJournal(store, claim, keep);
    return { kind: "imported", ...kept } as const;
  });
}

/** The day of the last words that have one. */
function lastDay(entries: readonly L1Entry[]): string | undefined {
  const ts = entries.findLast(({ ts }) => /^\d{4}-\d\d-\d\d/.test(`${ts}`))?.ts;
  return ts?.slice(0, 10);
}
