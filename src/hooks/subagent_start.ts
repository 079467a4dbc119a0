/**
 * SubagentStart of our own agents: hand the agent its text, one numbered part
 * for each entry in hooks.json (`--part N`).
 */

import { AGENTS } from "../claude/agents.ts";
import { handOverArchive } from "../summary/archive_summaries.ts";
import { ingestAndCut } from "../capture/ingest_and_cut.ts";
import { handOverDelta, handOverSession } from "../summary/hand_over.ts";
import { ingestSession } from "../capture/ingest_session.ts";
import type { HookCall, HookResult } from "./hook.ts";

/** Entries in hooks.json for each agent; a test compares both. */
export const PARTS = {
  [AGENTS.delta]: 4,
  [AGENTS.keeper]: 4,
  [AGENTS.session]: 8,
  [AGENTS.archive]: 12,
} as const;

const NOTHING = "There is nothing to summarise. Answer with exactly: " +
  "ERROR: nothing";

export async function handle(call: HookCall): Promise<HookResult> {
  const { payload, args } = call;
  const type = payload.agentType as keyof typeof PARTS;
  if (!Object.hasOwn(PARTS, type)) return {};
  const part = Number(args[args.indexOf("--part") + 1]);
  if (!Number.isInteger(part) || part < 1) return {};
  const parts = await textFor(call, type);
  const text = parts ? parts[part - 1] : part === 1 ? NOTHING : undefined;
  if (text === undefined) return {};
  return {
    output: {
      hookSpecificOutput: {
        hookEventName: "SubagentStart",
        additionalContext: text,
      },
    },
    ...(part === 1 ? { log: { parts: parts?.length ?? 0 } } : {}),
  };
}

/** Ingest up to now; the other parts find nothing new. */
async function ingest(call: HookCall, who: string): Promise<void> {
  const { payload, sessionId, store, world, budget } = call;
  if (payload.transcriptPath === undefined) return;
  await ingestSession(store, world, {
    sessionId,
    transcript: payload.transcriptPath,
    who,
    budget,
    event: "tool",
  });
}

async function textFor(
  call: HookCall,
  type: keyof typeof PARTS,
): Promise<readonly string[] | undefined> {
  const { payload, sessionId, store, world, budget } = call;
  const claim = { who: "hook subagent-start", waitMs: budget.remainingMs() };
  const agentId = payload.agentId as string;
  if (type === AGENTS.archive) {
    return await handOverArchive(store, world, {
      agentId,
      parts: PARTS[type],
    }, claim);
  }
  const request = {
    agentId,
    sessionId,
    parts: PARTS[type],
    ownOnly: type === AGENTS.keeper,
  };
  if (type === AGENTS.session) {
    await ingest(call, claim.who);
    return await handOverSession(store, request, claim);
  }
  const everything = { who: claim.who, event: "tool", minChars: 0 } as const;
  if (type === AGENTS.keeper) await ingestAndCut(call, everything);
  const waiting = await handOverDelta(store, world, request, claim);
  if (waiting || type === AGENTS.keeper) return waiting;
  await ingestAndCut(call, everything);
  return await handOverDelta(store, world, request, claim);
}
