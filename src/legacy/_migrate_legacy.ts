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
  Planned,
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

export interface LegacyPlan extends Planned {
  readonly found: readonly FoundKind[];
  /** It continues one that was killed or failed. */
  readonly isResumed: boolean;
}

export async function planLegacy(migration: Migration): Promise<LegacyPlan> {
  const steps: MigrationStep[] = [];
  const left: string[] = [];
  let asked: Pick<Planned, "ask"> = {};
  for (const plan of PLANNERS) {
    const { ask, ...planned } = await planSafely(plan, migration);
    steps.push(...planned.steps);
    left.push(...planned.left);
    if (ask) asked = { ask };
  }
  const begun = findUnfinished(migration.store.layout, "legacy");
  const isResumed = begun !== undefined;
  const found = surveyStore(migration.store);
  return { found, steps, left: [...new Set(left)], isResumed, ...asked };
}

/** A step that cannot be planned must not stop the others. */
async function planSafely(
  plan: PlanSteps,
  migration: Migration,
): Promise<Planned> {
  try {
    return await plan(migration);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return { steps: [], left: [error.message] };
  }
}

export interface Migrated extends Planned {
  /** Originals of what was changed or removed; absent if nothing was. */
  readonly backup?: string;
}

export async function migrateLegacy(
  migration: Migration,
  progress: (done: number, total: number) => void = () => {},
): Promise<Migrated> {
  const { store, world } = migration;
  const { layout, files } = store;
  return await whileMigrating(store, "legacy", async () => {
    const open = () => {
      const begun = MigrationBackup.open(files, layout, "legacy", world.now());
      begun.keep(layout.index);
      return begun;
    };
    let backup = findUnfinished(layout, "legacy") && open();
    const steps: MigrationStep[] = [];
    const left: string[] = [];
    for (const [i, plan] of PLANNERS.entries()) {
      progress(i, PLANNERS.length);
      const planned = await planSafely(plan, migration);
      left.push(...planned.left);
      for (const step of planned.steps) {
        backup ??= open();
        await step.run(backup);
        steps.push(step);
      }
    }
    progress(PLANNERS.length, PLANNERS.length);
    if (backup) await finish(migration, backup);
    const done = { steps, left: [...new Set(left)] };
    return backup ? { ...done, backup: backup.dir } : done;
  });
}

async function finish(
  { store, world, claim }: Migration,
  backup: MigrationBackup,
): Promise<void> {
  const { layout, files } = store;
  const note = { migratedAt: backup.startedAt };
  await withStoreLock(store, claim, () => {
    updateIndex(files, layout, (index) => withOlderNote(index, note));
  });
  backup.finish(world.now());
}

/** One migration at a time; an error says that nothing is lost. */
export async function whileMigrating<T>(
  store: Store,
  what: MigrationKind,
  body: () => Promise<T>,
): Promise<T> {
  ensureStore(store);
  const path = store.layout.migrationLock;
  const who = `migrate ${what}`;
  return await withLock(
    store.files,
    { path, who, waitMs: LOCK_WAIT_MS },
    async () => {
      try {
        return await body();
      } catch (cause) {
        const { message, kind, hints } = describe(cause);
        throw new UserError(kind, message, [
          ...hints,
          what === "team"
            ? 'Nothing is lost; "memory-keeper share on" goes on from here'
            : `Nothing is lost; "memory-keeper migrate ${what}" goes on from here`,
        ], { cause });
      }
    },
  );
}

function describe(
  cause: unknown,
): Pick<UserError, "message" | "kind" | "hints"> {
  if (cause instanceof UserError) return cause;
  // A bug keeps its stack.
  if (!isSystemError(cause)) throw cause;
  return { kind: "store", message: cause.message, hints: [] };
}
