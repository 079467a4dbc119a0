/**
 * The one way into this folder. Hooks come through here at every start, so
 * what migrates is loaded only when it is asked for.
 */

import type { World } from "../base/world.ts";
import type { Store } from "../store/store.ts";
import type { OlderState } from "./inspect_older.ts";

export { adoptOlderWork } from "./adopt_older_work.ts";
export { mentionOlder } from "./mention_older.ts";
export type { LegacyPlan } from "./migrate_legacy.ts";
export type { LocalClock } from "./local_clock.ts";
export type { LocalTime, TimezonePlan } from "./plan_timezone.ts";
export type { Migration, MigrationStep, StepKind } from "./migration.ts";
export type { FoundKind } from "./survey_store.ts";

/** What the earlier generation left here, for the doctor. */
export async function inspectOlder(
  store: Store,
  world: World,
): Promise<OlderState> {
  const { inspectOlder } = await import("./inspect_older.ts");
  return inspectOlder(store, world);
}

/** Everything that plans and carries out a migration. */
export const loadMigrations = () => import("./migrations.ts");
