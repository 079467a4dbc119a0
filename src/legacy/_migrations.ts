/** Everything a migration needs, so that the door loads one module. */

export { isHomeStoreName, listHomeStores } from "./_home_store.ts";
export { fixedClock, parseOffset, zoneClock } from "./_local_clock.ts";
export { migrateLegacy, planLegacy } from "./_migrate_legacy.ts";
export { migrateTimezone } from "./_migrate_timezone.ts";
export {
  describeMigrated,
  findSharedBefore,
  migrateShared,
  settleShared,
  untrackLine,
} from "./_migrate_shared.ts";
export { dropBackup, listMigrationBackups } from "./_migration_backup.ts";
export { planTimezone } from "./_plan_timezone.ts";
export { wallOf } from "./_shift_headers.ts";
