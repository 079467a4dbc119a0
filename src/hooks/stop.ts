/**
 * Stop and StopFailure: a turn is over. Take in what it brought, and use the
 * spare time for a little of what other sessions left.
 */

import { textField } from "../claude/payload.ts";
import {
  reconcileSessions,
  transcriptsFolder,
} from "../keeper/reconcile_sessions.ts";
import { refineSession } from "../keeper/refine_session.ts";
import { Deadline } from "../timeout.ts";
import type { HookCall, HookResult } from "./hook.ts";

/** Claude Code writes the last words a few hundredths of a second late. */
const AWAIT_MS = 100;
const INTAKE_MS = 200;

export async function handle(call: HookCall): Promise<HookResult> {
  const { payload, sessionId, store, world, budget } = call;
  const { transcriptPath } = payload;
  if (transcriptPath === undefined) return {};
  const lastWords = textField(payload.raw, "last_assistant_message");
  const refined = await refineSession(store, world, {
    sessionId,
    transcript: transcriptPath,
    who: "hook stop",
    budget,
    alive: true,
    await: { ms: AWAIT_MS, ...(lastWords ? { lastWords } : {}) },
  });
  const others = await reconcileSessions(store, world, {
    transcripts: transcriptsFolder(transcriptPath),
    except: sessionId,
    who: "hook stop",
    budget: new Deadline(Math.min(INTAKE_MS, budget.remainingMs())),
  });
  const added = refined?.added ?? 0;
  const { caughtUp, takenIn } = others;
  return added + caughtUp + takenIn === 0
    ? {}
    : { log: { added, caughtUp, takenIn } };
}
