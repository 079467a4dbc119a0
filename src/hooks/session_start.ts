/**
 * SessionStart: catch up with sessions that ended without telling (Esc, a
 * crash, kill -9, a machine that was switched off), and take in some that the
 * store has never seen.
 */

import {
  reconcileSessions,
  transcriptsFolder,
} from "../keeper/reconcile_sessions.ts";
import { reopenSession } from "../keeper/mark_session.ts";
import { adoptArchives } from "../keeper/rotate_memory.ts";
import { settleUnanswered } from "../keeper/settle_unanswered.ts";
import { sweepStore } from "../keeper/sweep_store.ts";
import { pendingArchives } from "../keeper/archive_summaries.ts";
import { waitingDeltas } from "../keeper/waiting_deltas.ts";
import { Deadline } from "../timeout.ts";
import type { Store } from "../store/store.ts";
import type { HookCall, HookOutput, HookResult } from "./hook.ts";

const INTAKE_MS = 500;
const MOST_ARCHIVES_NAMED = 5;

export async function handle(call: HookCall): Promise<HookResult> {
  const { payload, sessionId, store, world, budget } = call;
  if (payload.transcriptPath === undefined) return {};
  await reopenSession(store, sessionId, {
    who: "hook session-start",
    waitMs: budget.remainingMs(),
  });
  const { caughtUp, takenIn } = await reconcileSessions(store, world, {
    transcripts: transcriptsFolder(payload.transcriptPath),
    except: sessionId,
    who: "hook session-start",
    budget: new Deadline(Math.min(INTAKE_MS, budget.remainingMs())),
  });
  const claim = { who: "hook session-start", waitMs: budget.remainingMs() };
  const digested = await settleUnanswered(store, world, claim);
  await adoptArchives(store, claim);
  await sweepStore(store, world, claim);
  const work = caughtUp + takenIn + digested;
  const waiting = describeWaiting(store);
  return {
    ...(waiting ? { output: context(waiting) } : {}),
    ...(work > 0 ? { log: { caughtUp, takenIn, digested } } : {}),
  };
}

/** What waits for a summary, as plain fact. */
function describeWaiting(store: Store): string | undefined {
  const deltas = waitingDeltas(store).length;
  const archives = pendingArchives(store).map(({ file }) => file);
  if (deltas + archives.length === 0) return undefined;
  const named = archives.slice(0, MOST_ARCHIVES_NAMED).join(", ");
  const parts = [
    ...(deltas > 0 ? [`stretches of earlier work (${deltas})`] : []),
    ...(archives.length > 0 ? [`archives (${archives.length}: ${named})`] : []),
  ];
  return `Memory Keeper: waiting for a summary: ${parts.join(", ")}.`;
}

function context(additionalContext: string): HookOutput {
  return {
    hookSpecificOutput: { hookEventName: "SessionStart", additionalContext },
  };
}
