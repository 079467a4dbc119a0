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
import { Deadline } from "../timeout.ts";
import type { HookCall, HookResult } from "./hook.ts";

const INTAKE_MS = 500;

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
  return caughtUp + takenIn + digested === 0
    ? {}
    : { log: { caughtUp, takenIn, digested } };
}
