/**
 * Bring what the earlier generation left up to date. Nothing depends on it: its
 * stores open as they are. Every step is planned from the disk right before it
 * is done and can be repeated, so a migration that was killed, or ran out of
 * disk, continues where it was.
 */

import { updateIndex, withOlderNote } from "../session/memory_index.ts";
import { isSystemError, UserError } from "../base/errors.ts";
import { withLock } from "../store/lock.ts";
import {
  findUnfinished,
  MigrationBackup,
  type MigrationKind,
} from "./_migration_backup.ts";
import { ensureStore, type Store, withStoreLock } from "../store/store.ts";
import { planHomeStore } from "./_migrate_home.ts";
import { planJoins, planMoves, planRawCopies } from "./_migrate_logs.ts";
import { planDelta, planSplits } from "./_migrate_memory.ts";
import { planFacts, planIndex, planMarkers } from "./_migrate_state.ts";
import { planTraces } from "./_migrate_traces.ts";
import { type FoundKind, surveyStore } from "./_survey_store.ts";
import type {
  Migration,
  MigrationStep,
  PlanNotes,
  PlanSteps,
} from "./_migration.ts";

/** In this order: the home store comes first and is then updated with the rest. */
const PLANNERS: readonly PlanSteps[] = [
  planHomeStore,
  planMoves,
  planRawCopies,
  planJoins,
  planDelta,
  planSplits,
  planFacts,
  planIndex,
  planMarkers,
  planTraces,
];

const LOCK_WAIT_MS = 2000;

interface Planned extends Readonly<PlanNotes> {
  readonly steps: readonly MigrationStep[];
}

export interface LegacyPlan extends Planned {
  readonly found: readonly FoundKind[];
  /** It continues one that was killed or failed. */
  readonly isResumed: boolean;
}

export async function planLegacy(migration: Migration): Promise<LegacyPlan> {
  const steps: MigrationStep[] = [];
  const findings: PlanNotes = { left: [] };
  for (const plan of PLANNERS) {
    steps.push(...await planSafely(plan, migration, findings));
  }
  const begun = findUnfinished(migration.store.layout, "legacy");
  const isResumed = begun !== undefined;
  const found = surveyStore(migration.store);
  const left = [...new Set(findings.left)];
  return { ...findings, found, steps, left, isResumed };
}

/** A step that cannot be planned must not stop the others. */
async function planSafely(
  plan: PlanSteps,
  migration: Migration,
  findings: PlanNotes,
): Promise<MigrationStep[]> {
  try {
    return await plan(migration, findings);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    findings.left.push(error.message);
    return [];
  }
}

/** `backup` has what was changed or removed; absent if nothing was. */
export async function migrateLegacy(
  migration: Migration,
  progress: (done: number, total: number) => void = () => {},
): Promise<Planned & { readonly backup?: string }> {
  const { store, world, claim } = migration;
  const { layout, files } = store;
  return await whileMigrating(store, "legacy", async () => {
    const open = () => {
      const backup = MigrationBackup.open(store, "legacy", world.now());
      backup.keep(layout.index);
      return backup;
    };
    let backup = findUnfinished(layout, "legacy") && open();
    const steps: MigrationStep[] = [];
    const findings: PlanNotes = { left: [] };
    for (const [i, plan] of PLANNERS.entries()) {
      progress(i, PLANNERS.length);
      for (const step of await planSafely(plan, migration, findings)) {
        backup ??= open();
        await step.run(backup);
        steps.push(step);
      }
    }
    progress(PLANNERS.length, PLANNERS.length);
    const done = { steps, left: [...new Set(findings.left)] };
    if (backup === undefined) return done;
    const note = { migratedAt: backup.startedAt };
    await withStoreLock(store, claim, () => {
      updateIndex(files, layout, (index) => withOlderNote(index, note));
    });
    backup.finish(world.now());
    return { ...done, backup: backup.dir };
  });
}

/** One migration at a time; an error says that nothing is lost. */
export async function whileMigrating<T>(
  store: Store,
  what: MigrationKind,
  body: () => Promise<T>,
): Promise<T> {
  ensureStore(store);
  const path = store.layout.migrationLock;
  const request = { path, who: `migrate ${what}`, waitMs: LOCK_WAIT_MS };
  return await withLock(store.files, request, async () => {
    try {
      return await body();
    } catch (cause) {
      const isOurs = cause instanceof UserError;
      // A bug keeps its stack.
      if (!isOurs && !isSystemError(cause)) throw cause;
      const command = what === "team" ? "share on" : `migrate ${what}`;
      throw new UserError(isOurs ? cause.kind : "store", cause.message, [
        ...(isOurs ? cause.hints : []),
        `Nothing is lost; "memory-keeper ${command}" goes on from here`,
      ], { cause });
    }
  });
}
