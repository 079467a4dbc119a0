/**
 * SubagentStop of our own agents: their report becomes memory. In auto mode it
 * may come four times for one agent; only the first finds the work waiting.
 */

import { AGENTS } from "../claude/agents.ts";
import { agentReport } from "../summary/agent_report.ts";
import { commitArchiveSummary } from "../summary/archive_summaries.ts";
import { commitDelta } from "../summary/commit_delta.ts";
import { deltaOfAgent } from "../summary/hand_over.ts";
import { type Imported, importFacts } from "../summary/import_facts.ts";
import type { KeptFacts } from "../knowledge/keep_facts.ts";
import { rotateMemory } from "../memory/rotate_memory.ts";
import { findSession } from "../session/session_log.ts";
import { Snapshot } from "../session/snapshot.ts";
import type { HookCall, HookResult } from "./hook.ts";

export async function handle(call: HookCall): Promise<HookResult> {
  const { payload, sessionId: ownSession, store, world, budget } = call;
  const agentId = payload.agentId as string;
  const message = await agentReport(payload, budget);
  if (message === undefined) return { log: { report: "none" } };
  const claim = { who: "hook subagent-stop", waitMs: budget.remainingMs() };
  if (payload.agentType === AGENTS.archive) {
    const outcome = await commitArchiveSummary(
      store,
      world,
      { agentId, message },
      claim,
    );
    return { log: { archive: outcome.kind } };
  }
  if (payload.agentType === AGENTS.session) {
    const session = findSession(store, ownSession);
    const outcome = await importFacts(store, world, session, message, claim);
    return { log: { session: outcome.kind, ...countFacts(outcome) } };
  }
  const snapshot = new Snapshot(store);
  const found = deltaOfAgent(snapshot, agentId);
  if (found === undefined) return {};
  const { sessionId, delta } = found;
  const outcome = await commitDelta(
    store,
    world,
    { sessionId, deltaId: delta.id, message },
    claim,
    snapshot,
  );
  const rotated = outcome.kind === "committed"
    ? await rotateMemory(store, world, claim, outcome)
    : undefined;
  const facts = outcome.kind === "committed" ? countFacts(outcome.facts) : {};
  const why = outcome.kind === "refused" ? { why: outcome.why } : {};
  return {
    log: { delta: outcome.kind, ...why, rotated: rotated ? 1 : 0, ...facts },
  };
}

function countFacts(outcome: Imported | KeptFacts) {
  return "kept" in outcome
    ? { facts: outcome.kept.length, refused: outcome.refused.length }
    : {};
}
