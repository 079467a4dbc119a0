/**
 * Remove memory, on purpose and after saying what. `old` takes session files
 * and archives older than 30 days, never memory.md, facts, concepts or what
 * the user wrote; `all` takes everything and leaves a backup next to the store.
 */

import { DAY_MS } from "../base/durations.ts";
import { baseName, parentOf, WINDOWS } from "../base/path_text.ts";
import { removeBackups } from "../store/backup.ts";
import { faultPoint } from "../store/fault_point.ts";
import { isSummaryName } from "../store/layout.ts";
import { addKeptOut, readKeptOut } from "../store/kept_out.ts";
import {
  listNames,
  readText,
  resolveExisting,
  statFile,
} from "../store/read_file.ts";
import { surveyFolder } from "../store/survey_folder.ts";
import {
  listArchives,
  readIndex,
  updateIndex,
} from "../session/memory_index.ts";
import { readStates } from "../session/session_state.ts";
import {
  type Claim,
  ensureStore,
  type Store,
  withAllLocks,
  withStoreLock,
} from "../store/store.ts";
import { StoreFiles } from "../store/store_files.ts";
import type { World } from "../base/world.ts";

const OLD_DAYS = 30;

export interface ClearPlan {
  readonly scope: "old" | "all";
  /** Paths below the store. */
  readonly files: readonly string[];
  readonly bytes: number;
  /** Where the backup goes; `old` needs none. */
  readonly backup: string | null;
}

export function planClear(
  store: Store,
  world: World,
  scope: ClearPlan["scope"],
): ClearPlan {
  const { layout } = store;
  const now = world.now();
  const files = scope === "all"
    ? [...surveyFolder(layout.dir)].filter(({ path, info }) =>
      !info.isDirectory && !path.startsWith("team/")
    ).map(({ path }) => path)
    : oldFiles(store, now.getTime() - OLD_DAYS * DAY_MS);
  const sizes = files.map((name) => statFile(`${layout.dir}/${name}`)?.size);
  const bytes = sizes.reduce<number>((sum, size = 0) => sum + size, 0);
  const backup = scope === "all" ? backupOf(store, world) : null;
  return { scope, files, bytes, backup };
}

export function backupOf({ layout }: Store, world: World): string {
  const stamp = world.now().toISOString().replace(/\D/g, "").slice(0, 14);
  const usual = `${layout.dir}.backup-${stamp}`;
  let path = usual;
  for (let n = 2; statFile(path); n++) path = `${usual}-${n}`;
  return path;
}

export async function carryOutClear(
  store: Store,
  plan: ClearPlan,
  claim: Claim,
): Promise<void> {
  const { layout, files } = store;
  if (plan.backup) {
    const keptOut = readKeptOut(layout);
    const isNone = !statFile(layout.off) && !statFile(layout.forgotten);
    await moveAway(store, plan.backup, claim, () => {
      if (isNone) return;
      // Else an import would bring it back.
      ensureStore(store);
      addKeptOut(files, layout, keptOut);
    });
    return removeBackups(store.project);
  }
  await withStoreLock(store, claim, () => {
    const gone = new Set(plan.files);
    // The index first: an archive it does not know is found on disk when this
    // is done again, one it knows and that is gone would stay in it.
    updateIndex(files, layout, (index) => ({
      ...index,
      rotatedFiles: index.rotatedFiles.filter(({ file }) => !gone.has(file)),
    }));
    for (const name of plan.files) files.remove(`${layout.dir}/${name}`);
  });
}

/**
 * Under every lock: a writer would leave one half here and one half there. A
 * process that waits for a lock goes on in a new store.
 */
export async function moveAway(
  store: Store,
  backup: string,
  claim: Claim,
  then: () => void,
): Promise<void> {
  const move = () => {
    faultPoint("rename", backup);
    Deno.renameSync(store.layout.dir, backup);
    then();
    keepTeam(store, backup);
  };
  // Windows moves no folder with an open file in it, and a lock is one.
  const isMovable = !WINDOWS;
  await withAllLocks(store, claim, () => isMovable ? move() : undefined);
  if (!isMovable) move();
}

/** What the team shares is not this memory's, and git would see it deleted. */
function keepTeam(store: Store, backup: string): void {
  const { layout, files, project } = store;
  if (statFile(`${backup}/team`)?.isDirectory) {
    files.ensureDir(layout.dir);
    const shown = readText(`${backup}/.gitignore`);
    if (shown !== undefined) files.replace(layout.gitignore, shown);
    const team = `${layout.dir}/team`;
    if (!statFile(team)) Deno.renameSync(`${backup}/team`, team);
    // What is left of the user's store must not look like another's.
    const { mark } = project.owner;
    if (mark) files.replace(mark.path, mark.text);
  }
  hideFromGit(backup);
}

export function listMovedAway({ layout: { dir } }: Store): string[] {
  const above = parentOf(dir) ?? dir;
  return listNames(above)
    .filter((name) => name.startsWith(`${baseName(dir)}.backup-`))
    .map((name) => `${above}/${name}`)
    .filter((path) => statFile(path)?.isDirectory);
}

/** A memory that was moved away is as private as it was, and not shared. */
export function hideFromGit(backup: string): void {
  new StoreFiles(resolveExisting(backup))
    .replace(`${backup}/.gitignore`, HIDE_ALL);
}

export const isHidden = (backup: string): boolean =>
  readText(`${backup}/.gitignore`) === HIDE_ALL;

const HIDE_ALL = "*\n";

/** Digests, L1, l2.json, and archives with their summaries. */
function oldFiles({ layout }: Store, beforeMs: number): string[] {
  const isOld = (day: string) => Date.parse(day) < beforeMs;
  // Their work is still on its way into memory.md.
  const open = readStates(layout, readIndex(layout).pending)
    .map(({ state }) => state.stem);
  const sessions = listNames(layout.sessions).filter((name) =>
    /^\d{4}-\d\d-\d\d_\d{4}_.*\.(?:md|l1\.jsonl|l1\.jsonl\.gz|l2\.json|raw\.jsonl\.gz)$/
      .test(name) &&
    isOld(name.slice(0, 10)) &&
    !open.some((stem) => name.startsWith(`${stem}.`))
  ).map((name) => `sessions/${name}`);
  const archives = listArchives(layout).filter((file) => {
    const [, y, m, d] = /^memory_(\d{4})(\d\d)(\d\d)_/.exec(file) ?? [];
    return y !== undefined && isOld(`${y}-${m}-${d}`);
  });
  const summaries = listNames(layout.dir).filter((name) =>
    isSummaryName(name) &&
    archives.includes(name.replace(/\.summary\.json$/, ".md"))
  );
  return [...sessions, ...summaries, ...archives]
    .filter((name) => statFile(`${layout.dir}/${name}`) !== undefined);
}
