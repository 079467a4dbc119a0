/**
 * Local times of the earlier generation become UTC: headers, then names. The
 * renames are recorded first, so the next run completes one that was killed, and
 * no name is shifted twice.
 */

import { shiftHeaders } from "./_shift_headers.ts";
import type { Rename } from "./_shift_names.ts";
import { readJson, saveJson } from "../store/json_file.ts";
import { isArchiveName, isSummaryName } from "../store/layout.ts";
import {
  isFromName,
  type MemoryIndex,
  timeInName,
  updateIndex,
} from "../session/memory_index.ts";
import { findUnfinished, MigrationBackup } from "./_migration_backup.ts";
import { statFile } from "../store/read_file.ts";
import { type Claim, type Store, withStoreLock } from "../store/store.ts";
import type { StoreFiles } from "../store/store_files.ts";
import type { World } from "../base/world.ts";
import { whileMigrating } from "./_migrate_legacy.ts";
import { changeText } from "./_migration.ts";
import {
  changeRenamed,
  planTimezone,
  readRenamed,
  type TimezonePlan,
  type WallTimes,
} from "./_plan_timezone.ts";

/** Without a backup if there was nothing to change. */
export async function migrateTimezone(
  store: Store,
  world: World,
  local: WallTimes,
  claim: Claim,
): Promise<TimezonePlan & { readonly backup?: string }> {
  const { layout, files } = store;
  const isBegun = findUnfinished(layout, "timezone") !== undefined;
  const first = planTimezone(store, local);
  if (!isBegun && first.headers.length + first.renames.length === 0) {
    return first;
  }
  return await whileMigrating(store, "timezone", async () => {
    const backup = MigrationBackup.open(store, "timezone", world.now());
    // First complete a run that was killed.
    await renameAll(store, claim, backup);
    const plan = planTimezone(store, local);
    // Before the headers, which show that some names are local.
    if (plan.renames.length > 0) {
      changeRenamed(store, (before) => ({ ...before, doing: plan.renames }));
    }
    for (const { file } of plan.headers) {
      const path = `${layout.dir}/${file}`;
      await withStoreLock(store, claim, () => {
        backup.keep(path);
        changeText(files, path, (text) => {
          const shifted = shiftHeaders(text, local.clock, local.before);
          return shifted.changes.length > 0 ? shifted.text : undefined;
        });
      });
    }
    await renameAll(store, claim, backup);
    backup.finish(world.now());
    return { ...plan, backup: backup.dir };
  });
}

/** The recorded renames in order; those already done are skipped. */
async function renameAll(store: Store, claim: Claim, backup: MigrationBackup) {
  const { doing } = readRenamed(store.layout);
  if (doing.length === 0) return;
  for (const one of doing) {
    await withStoreLock(store, claim, () => renameOne(store, one, backup));
  }
  changeRenamed(store, (before) => ({
    ...before,
    renamed: [...before.renamed, ...before.doing],
    doing: [],
  }));
}

/** The caller holds the store's lock. */
function renameOne(
  { layout, files }: Store,
  rename: Rename,
  backup: MigrationBackup,
): void {
  const [source, target] = [rename.from, rename.to]
    .map((name) => `${layout.dir}/${name}`) as [string, string];
  if (statFile(source) && !statFile(target)) files.rename(source, target);
  // By now the name may belong to another file that was renamed after this one.
  if (statFile(source) || !statFile(target)) return;
  if (isSummaryName(rename.from)) nameSource(files, target, rename, backup);
  if (isSummaryName(rename.from) || isArchiveName(rename.from)) {
    backup.keep(layout.index);
    updateIndex(files, layout, (index) => renameIn(index, rename));
  }
}

function renameIn(index: MemoryIndex, { from, to }: Rename): MemoryIndex {
  const isNamed = index.rotatedFiles.some(({ file }) => file === from);
  const rotatedFiles = index.rotatedFiles
    // A session that started meanwhile may have listed it as a new archive.
    .filter(({ file }) => !(isNamed && file === to))
    .map((one) =>
      one.file !== from
        ? one
        : isFromName(one)
        ? { ...one, file: to, rotatedAt: timeInName(to) }
        : { ...one, file: to }
    )
    .map((one) => one.summary === from ? { ...one, summary: to } : one);
  return { ...index, rotatedFiles };
}

/** A summary names its archive. */
function nameSource(
  files: StoreFiles,
  path: string,
  { from, to }: Rename,
  backup: MigrationBackup,
): void {
  const summary = readJson(path, (raw) => raw);
  const [was, is] = [from, to].map((name) =>
    name.replace(/\.summary\.json$/, ".md")
  );
  if (summary?.["sourceFile"] !== was) return;
  backup.keep(path);
  saveJson(files, path, { ...summary, sourceFile: is });
}
