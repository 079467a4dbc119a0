/** What a migration needs, in one piece: the door loads it as a whole. */

export { isHomeStoreName, listHomeStores } from "./home_store.ts";
export { fixedClock, parseOffset, zoneClock } from "./local_clock.ts";
export { migrateLegacy, planLegacy } from "./migrate_legacy.ts";
export { migrateTimezone } from "./migrate_timezone.ts";
export { dropBackup, listBackups } from "./migration_backup.ts";
export { planTimezone } from "./plan_timezone.ts";
export { wallOf } from "./shift_headers.ts";
