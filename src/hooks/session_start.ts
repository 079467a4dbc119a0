/**
 * SessionStart: ingest the backlog (sessions that ended without an event through
 * Esc, a crash, kill -9 or a power cut, and some the store has never seen), and
 * give the session its context.
 */

import { textField } from "../claude/payload.ts";
import { relistArchives } from "../memory/relist_archives.ts";
import {
  adoptOlderWork,
  loadMigrations,
  mayBeShared,
  mentionOlder,
} from "../legacy/door.ts";
import { assembleContext, UNKEPT } from "../context/assemble_context.ts";
import { describeForeign } from "../context/foreign_memory.ts";
import { currentFileNotes } from "../context/file_notes.ts";
import { LocalClock } from "../context/local_clock.ts";
import { noteStart } from "../context/recall_notes.ts";
import { renderReceipt } from "../context/receipt.ts";
import { cannotWrite, findWriteProblem } from "../store/write_problem.ts";
import { transcriptsFolder } from "../capture/found_transcript.ts";
import { keepBuiltinNotice, keepClaudeMd } from "../context/keep_blocks.ts";
import { refreshTripwires } from "../knowledge/refresh_tripwires.ts";
import { relistSessions } from "../session/open_sessions.ts";
import { reopenSession } from "../session/mark_session.ts";
import { readRules, restartPrompts } from "../context/prompt_rules.ts";
import { noticeRules } from "../context/rules_notice.ts";
import { isQuietRun } from "../claude/headless.ts";
import { ingestBacklog } from "../capture/ingest_backlog.ts";
import { Snapshot } from "../session/snapshot.ts";
import { sweepHourly } from "../session/sweep_store.ts";
import { findUnanswered } from "../session/waiting_deltas.ts";
import { exportProjectDir } from "../store/env_file.ts";
import { restoreKeptOut } from "../store/kept_out_copy.ts";
import {
  type Claim,
  ensureStore,
  reopenStore,
  type Store,
  storeExists,
} from "../store/store.ts";
import { Deadline } from "../base/timeout.ts";
import type { World } from "../base/world.ts";
import { Attempts } from "./attempts.ts";
import type { HookCall, HookOutput, HookResult } from "./hook.ts";
import { closeExposed, findKeptElsewhere } from "./start_notices.ts";

const INTAKE_MS = 500;

/** What version 0.1 shared through git becomes team files, once. */
async function settleShared(
  { store, world }: HookCall,
  claim: Claim,
): Promise<{ readonly line?: string; readonly store: Store }> {
  if (!mayBeShared(store)) return { store };
  const { settleShared } = await loadMigrations();
  const line = await settleShared(store, world, claim);
  const { layout } = reopenStore(store);
  return { store: { ...store, layout }, ...(line ? { line } : {}) };
}

export async function handle(given: HookCall): Promise<HookResult> {
  const { world, budget, sessionId } = given;
  const attempts = new Attempts();
  const claim = { who: "hook session-start", waitMs: budget.remainingMs() };
  const shared = await attempts.try(() => settleShared(given, claim));
  const store = shared?.store ?? given.store;
  const call = { ...given, store };
  const snapshot = new Snapshot(store);
  // Before anything is written that git should not see.
  const exposed = await attempts.try(() => closeExposed(store)) ?? [];
  // One from before there were marks, recognised as this user's.
  if (!store.project.owner.isMarked && storeExists(store)) {
    await attempts.try(() => ensureStore(store));
  }
  if (storeExists(store)) await attempts.try(() => restoreKeptOut(store));
  if (store.project.leftover !== undefined) {
    await attempts.try(() => mergeLeft(store, world, claim));
  }
  await attempts.try(() => restartPrompts(store, sessionId, claim, snapshot));
  await attempts.try(() => relistSessions(snapshot, claim));
  const done = await ingestOthers(call, attempts, snapshot);
  await attempts.try(async () => {
    await relistArchives(store, claim, snapshot);
    await adoptOlderWork(store, world, claim, { parts: 1, snapshot });
    await sweepHourly(store, world, claim);
  });
  await attempts.try(() => tellShell(call));
  await attempts.try(() => keepBuiltinNotice(store, world));
  await attempts.try(() => keepClaudeMd(store));
  await attempts.try(() => refreshTripwires(store));
  await attempts.try(() => currentFileNotes(store));
  const older = await attempts.try(() =>
    mentionOlder(store, world, claim, snapshot)
  );
  const kept = await attempts.try(() => findKeptElsewhere(store)) ?? [];
  const told = [
    ...exposed,
    ...(shared?.line ? [shared.line] : []),
    ...kept,
    ...(older ? [older] : []),
  ];
  const output = await attempts.try(() =>
    context(call, {
      takenIn: done.takenIn,
      told,
      hasFailed: attempts.failures.length > 0,
      snapshot,
    })
  );
  await attempts.try(() => noteGiven(call, output));
  const work = done.caughtUp + done.takenIn + done.digested;
  return {
    ...(output ? { output } : {}),
    ...(work > 0 ? { log: done } : {}),
    failures: attempts.failures,
  };
}

/** A hook that was at work while the store was trusted wrote elsewhere. */
async function mergeLeft(
  store: Store,
  world: World,
  claim: Claim,
): Promise<void> {
  const { mergeLeftover } = await import("../capture/merge_store.ts");
  await mergeLeftover(store, claim);
  const { forgetMerged } = await import("../control/forget_again.ts");
  await forgetMerged(store, world, claim);
}

/** Ingest what other sessions left, within a time limit. */
async function ingestOthers(
  call: HookCall,
  attempts: Attempts,
  snapshot: Snapshot,
) {
  const { payload, sessionId, store, world, budget } = call;
  const nothing = { caughtUp: 0, takenIn: 0, digested: 0 };
  const { transcriptPath } = payload;
  if (transcriptPath === undefined) return nothing;
  const who = "hook session-start";
  const claim = { who, waitMs: budget.remainingMs() };
  await attempts.try(() => reopenSession(snapshot, world, sessionId, claim));
  const backlog = await attempts.try(() =>
    ingestBacklog(store, world, {
      transcripts: transcriptsFolder(transcriptPath),
      except: sessionId,
      who,
      budget: new Deadline(Math.min(INTAKE_MS, budget.remainingMs())),
      snapshot,
    })
  );
  const digested = await attempts.try(() => settle(call, claim, snapshot)) ?? 0;
  const { caughtUp, takenIn } = backlog ?? nothing;
  return { caughtUp, takenIn, digested };
}

async function settle(
  { store, world }: HookCall,
  claim: Claim,
  snapshot: Snapshot,
) {
  if (findUnanswered(store, world, snapshot).length === 0) return 0;
  const { settleUnanswered } = await import("../summary/settle_unanswered.ts");
  return await settleUnanswered(store, world, claim, snapshot);
}

/** Lets the skills' commands find this store from any folder. */
function tellShell({ store, world }: HookCall): void {
  const envFile = world.env("CLAUDE_ENV_FILE");
  if (envFile !== undefined) exportProjectDir(envFile, store.project.root);
}

interface Told {
  readonly takenIn: number;
  /** What else the user is told, a line each. */
  readonly told: readonly string[];
  readonly hasFailed: boolean;
  readonly snapshot: Snapshot;
}

/** For recall, which does not repeat what the session has. */
function noteGiven(
  { payload, sessionId, store }: HookCall,
  output: HookOutput | undefined,
): void {
  const text = output?.hookSpecificOutput?.additionalContext;
  if (text === undefined || !store.config.recall) return;
  const isResumed = textField(payload.raw, "source") === "resume";
  noteStart(store, sessionId, text, { isResumed });
}

/** What git left with conflict markers: both sides stay, the markers go. */
async function settleConflicts(
  { store, budget }: HookCall,
  torn: readonly string[],
): Promise<string[]> {
  const { settleConflicts } = await import("./settle_conflicts.ts");
  const waitMs = budget.remainingMs();
  return await settleConflicts(store, torn, {
    who: "hook session-start",
    waitMs,
  });
}

async function context(
  call: HookCall,
  { takenIn, told, hasFailed, snapshot }: Told,
): Promise<HookOutput> {
  const { payload, sessionId, store, world } = call;
  const { text, receipt, torn } = await assembleContext(store, world, {
    sessionId,
    isCompacted: textField(payload.raw, "source") === "compact",
    snapshot,
  });
  const isUnkept = text === UNKEPT || cannotWrite(store) ||
    (hasFailed && findWriteProblem(store) !== undefined);
  const notice = isUnkept || isQuietRun(store.config, world)
    ? undefined
    : noticeRules(store, readRules(store), "start");
  const lines = [
    ...(isUnkept ? [UNKEPT] : store.config.receipt
      ? [
        renderReceipt(receipt, takenIn, new LocalClock(world)),
        ...(notice ? [notice] : []),
      ]
      : []),
    ...told,
    ...torn.length > 0 ? await settleConflicts(call, torn) : [],
    ...describeForeign(store),
  ];
  return {
    ...(lines.length > 0 ? { systemMessage: lines.join("\n") } : {}),
    hookSpecificOutput: {
      hookEventName: "SessionStart",
      additionalContext: text,
    },
  };
}
