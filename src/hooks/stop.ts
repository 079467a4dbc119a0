/**
 * Stop and StopFailure: a turn is over. Ingest it, and use the spare time for a
 * little of the backlog and for the search index. By default that is all;
 * `stopPolicy` may remind or insist, once for each delta, never in a loop.
 */

import { isHeadless } from "../claude/headless.ts";
import { textField } from "../claude/payload.ts";
import { transcriptsFolder } from "../capture/found_transcript.ts";
import { ingestBacklog } from "../capture/ingest_backlog.ts";
import { remindAtStop } from "../summary/remind_at_stop.ts";
import { ingestAndCut } from "../capture/ingest_and_cut.ts";
import type { Freshening } from "../search/index/freshen_search_index.ts";
import { statFile } from "../store/read_file.ts";
import { Snapshot } from "../session/snapshot.ts";
import { expectScribe, isScribeAtWork } from "../summary/scribe_mark.ts";
import { Deadline } from "../base/timeout.ts";
import { Attempts } from "./attempts.ts";
import type { HookCall, HookOutput, HookResult } from "./hook.ts";

/** Claude Code writes the last words a few hundredths of a second late. */
const AWAIT_MS = 100;
const INTAKE_MS = 200;

export async function handle(call: HookCall): Promise<HookResult> {
  const { payload, sessionId, store, world, budget } = call;
  const { transcriptPath } = payload;
  if (transcriptPath === undefined) return {};
  const lastWords = textField(payload.raw, "last_assistant_message");
  const snapshot = new Snapshot(store);
  const { added, known } = await ingestAndCut(call, {
    who: "hook stop",
    event: "stop",
    minChars: store.config.askMinChars,
    await: { ms: AWAIT_MS, ...(lastWords ? { lastWords } : {}) },
    snapshot,
  });
  const others = await ingestBacklog(store, world, {
    transcripts: transcriptsFolder(transcriptPath),
    except: sessionId,
    who: "hook stop",
    budget: new Deadline(Math.min(INTAKE_MS, budget.remainingMs())),
    snapshot,
  });
  const attempts = new Attempts();
  const output = await answer(call);
  await attempts.try(() => expectScribe(store, sessionId));
  const { caughtUp, takenIn } = others;
  const work = added + caughtUp + takenIn;
  // Also with nothing new: the index may have been deleted.
  if (work > 0 || !statFile(store.layout.searchIndex)) {
    const only = work === added && known
      ? { only: { sessionId, ...known } }
      : {};
    await attempts.try(() => freshen(call, only));
  }
  return {
    failures: attempts.failures,
    ...(output ? { output } : {}),
    ...(work > 0 ? { log: { added, caughtUp, takenIn } } : {}),
  };
}

async function freshen(
  { store, budget }: HookCall,
  only: Pick<Freshening, "only">,
): Promise<void> {
  const { freshenSearchIndex } = await import(
    "../search/index/freshen_search_index.ts"
  );
  const remainingMs = budget.remainingMs();
  await freshenSearchIndex(store, { who: "hook stop", remainingMs, ...only });
}

/** Never if the turn already goes on because of us. */
async function answer(call: HookCall): Promise<HookOutput | undefined> {
  const { payload, sessionId, store, world, budget } = call;
  const { stopPolicy } = store.config;
  if (
    stopPolicy === "quiet" || isHeadless(world) ||
    payload.event === "StopFailure" ||
    payload.raw["stop_hook_active"] === true
  ) return undefined;
  if (isScribeAtWork(store, sessionId)) return undefined;
  const claim = { who: "hook stop", waitMs: budget.remainingMs() };
  const reminder = await remindAtStop(store, world, sessionId, claim);
  if (reminder === undefined) return undefined;
  return stopPolicy === "block"
    ? { decision: "block", reason: reminder.checklist }
    : {
      hookSpecificOutput: {
        hookEventName: "Stop",
        additionalContext: reminder.request,
      },
    };
}
