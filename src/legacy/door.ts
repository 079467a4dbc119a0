/**
 * The one way into this folder. Hooks load it at every session start, so the
 * migrations are loaded only when they are needed.
 */

import type { World } from "../base/world.ts";
import { LOCAL_NAMES, localName } from "../store/layout.ts";
import { statFile } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import { readIndex } from "../session/memory_index.ts";
import { findOlderMarks } from "./_older_marks.ts";

export { adoptOlderWork } from "./_adopt_older_work.ts";
export { mentionOlder } from "./_older_marks.ts";
export type { LegacyPlan } from "./_migrate_legacy.ts";
export type { WallClock } from "./_local_clock.ts";
export type { TimezonePlan, WallTimes } from "./_plan_timezone.ts";
export type { Migration, MigrationStep, StepKind } from "./_migration.ts";
export type { FoundKind } from "./_survey_store.ts";

/** What the earlier generation left here, for the doctor. */
export async function inspectOlder(store: Store, world: World) {
  const { findUnfinished } = await import("./_migration_backup.ts");
  const { layout } = store;
  return {
    /** A migration that was not finished. */
    begun: (["legacy", "timezone"] as const).find((what) =>
      findUnfinished(layout, what) !== undefined
    ),
    ...findOlderMarks(store, world, readIndex(layout)),
  };
}

/** Whether files are left that version 0.1 shared through git. */
export function mayBeShared({ config, layout, project }: Store): boolean {
  if (project.foreign !== undefined) return false;
  const isThere = (path: string) => statFile(path) !== undefined;
  const local = LOCAL_NAMES.map((name) => `${layout.dir}/${localName(name)}`);
  return config.share !== false && isThere(layout.memory) ||
    local.some(isThere);
}

export const loadMigrations = () => import("./_migrations.ts");
