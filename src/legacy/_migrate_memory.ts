/**
 * The earlier generation's memory: a waiting delta is adopted, and what is too
 * large for one archive is split by its sections, line for line.
 */

import { rotateAtTokens } from "../memory/rotation.ts";
import { planSplit, type Split, splitArchive } from "./_split_memory.ts";
import { estimateTokens } from "../base/estimate_tokens.ts";
import {
  listArchives,
  readIndex,
  type RotatedFile,
  updateIndex,
} from "../session/memory_index.ts";
import type { MigrationBackup } from "./_migration_backup.ts";
import { readExactText, readText, statFile } from "../store/read_file.ts";
import { type Store, withStoreLock } from "../store/store.ts";
import { adoptOlderDelta } from "./_adopt_older_delta.ts";
import { loadTokenCounter } from "../memory/count_tokens.ts";
import { bytesOf, orLeft } from "./_migration.ts";
import type { Migration, PlanSteps } from "./_migration.ts";
import { limitsOf } from "../memory/memory_fill.ts";
import { recordArchives, writeArchives } from "./_write_archives.ts";

/** True counts are more than half of the estimate. */
const SURELY_OVERSIZED = 2;
/** A rotation's archive is a little above the limit; this is far above. */
const OVERSIZED_ARCHIVE = 3;

/** Adopts `delta_temp.txt`, then removes it. */
export const planDelta: PlanSteps = ({ store, world, claim }) => {
  const { layout } = store;
  const info = statFile(layout.olderDelta);
  if (!info?.isFile) return [];
  return [{
    what: "delta",
    names: ["delta_temp.txt"],
    bytes: info.size,
    async run(backup) {
      await adoptOlderDelta(store, world, claim);
      backup.takeAway(layout.olderDelta);
    },
  }];
};

/** memory.md, and archives without a summary. */
export const planSplits: PlanSteps = async (migration, { left }) => {
  const { store } = migration;
  const { dir } = store.layout;
  const names: string[] = [];
  for (const name of ["memory.md", ...unsummarised(store)]) {
    const text = orLeft(left, name, () => readExactText(`${dir}/${name}`));
    if (text && await planFile(store, name, text)) names.push(name);
  }
  if (names.length === 0) return [];
  return [{
    what: "split",
    names,
    bytes: bytesOf(dir, names),
    async run(backup) {
      for (const name of names) await splitFile(migration, name, backup);
    },
  }];
};

function unsummarised({ layout }: Store): string[] {
  const done = new Set(
    readIndex(layout).rotatedFiles.filter((one) => one.summaryGenerated)
      .map(({ file }) => file),
  );
  return listArchives(layout).filter((name) => !done.has(name));
}

/**
 * Undefined if it is not oversized, or cannot be split; without `current` for an
 * archive, which is removed. The pieces are sized by the upper estimate:
 * counting a huge text takes minutes, and smaller pieces do no harm.
 */
async function planFile(
  store: Store,
  name: string,
  text: string,
): Promise<Pick<Split, "archives"> & Partial<Split> | undefined> {
  const limits = limitsOf(store);
  const due = rotateAtTokens(limits);
  const estimate = estimateTokens(text);
  if (name !== "memory.md") {
    if (estimate < due * OVERSIZED_ARCHIVE) return undefined;
    const archives = splitArchive(text, estimateTokens, limits);
    return archives.length > 1 ? { archives } : undefined;
  }
  if (estimate < due) return undefined;
  if (estimate < due * SURELY_OVERSIZED) {
    const count = await loadTokenCounter();
    if (count(text) < due) return undefined;
  }
  const split = planSplit(text, estimateTokens, limits);
  return split && split.archives.length > 0 ? split : undefined;
}

/**
 * First the archives, then the index that names them, then memory.md: if killed
 * anywhere, a section may be in two files for a while, never in none.
 */
async function splitFile(
  { store, claim }: Migration,
  name: string,
  backup: MigrationBackup,
): Promise<void> {
  const { layout, files } = store;
  const path = `${layout.dir}/${name}`;
  const read = () => readExactText(path) ?? "";
  for (;;) {
    // Counting is slow, so it is done before the lock.
    const text = read();
    const plan = await planFile(store, name, text);
    if (plan === undefined) return;
    const isDone = await withStoreLock(store, claim, () => {
      if (read() !== text) return false;
      backup.keep(layout.index);
      backup.keep(path);
      const otherwise = statFile(path)?.mtime ?? new Date(0);
      const archives = writeArchives(store, plan.archives, otherwise);
      const stale = plan.current === undefined
        ? [name]
        : findStale(store, text, archives);
      updateIndex(files, layout, (index) => {
        const next = recordArchives(index, archives);
        const rotatedFiles = next.rotatedFiles
          .filter(({ file }) => !stale.includes(file));
        return { ...next, rotatedFiles };
      });
      if (plan.current !== undefined) files.replace(path, plan.current);
      for (const file of stale) backup.takeAway(`${layout.dir}/${file}`);
      return true;
    });
    if (isDone) return;
  }
}

/**
 * Archives of a run that was killed before memory.md was shortened, if it has
 * grown since and is now split elsewhere: memory.md still has all of them.
 */
function findStale(
  { layout }: Store,
  text: string,
  archives: readonly RotatedFile[],
): string[] {
  const fresh = new Set(archives.map(({ file }) => file));
  return listArchives(layout).filter((name) => {
    if (fresh.has(name)) return false;
    const piece = readText(`${layout.dir}/${name}`) ?? "";
    return piece.trim() !== "" && text.includes(piece);
  });
}
