/** SubagentStop of our own agents: their last message becomes memory. */

import { AGENTS } from "../claude/agents.ts";
import { textField } from "../claude/payload.ts";
import { commitArchiveSummary } from "../keeper/archive_summaries.ts";
import { commitDelta } from "../keeper/commit_delta.ts";
import { deltaOfAgent } from "../keeper/hand_over.ts";
import { rotateMemory } from "../keeper/rotate_memory.ts";
import type { HookCall, HookResult } from "./hook.ts";

export async function handle(call: HookCall): Promise<HookResult> {
  const { payload, store, world, budget } = call;
  const agentId = payload.agentId as string;
  const message = textField(payload.raw, "last_assistant_message") ?? "";
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
  const found = deltaOfAgent(store, agentId);
  if (found === undefined) return {};
  const { sessionId, delta } = found;
  const outcome = await commitDelta(
    store,
    world,
    { sessionId, deltaId: delta.id, message },
    claim,
  );
  const rotated = outcome.kind === "committed"
    ? await rotateMemory(store, world, claim)
    : undefined;
  return { log: { delta: outcome.kind, rotated: rotated ? 1 : 0 } };
}
