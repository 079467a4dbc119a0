/**
 * Put the plugin, and the executable that carries it, into a folder that Claude
 * Code can add as a marketplace. Sessions may run from that folder meanwhile:
 * every file is replaced as a whole, unchanged files are not touched, and the
 * next run finishes an interrupted installation.
 */

import { UserError } from "../base/errors.ts";
import {
  type FileSet,
  readCarriedFiles,
  readExecutable,
} from "./carried_files.ts";
import { executableFile } from "./install_folder.ts";
import {
  type Digests,
  digestsOf,
  isOurs,
  loadManifest,
  MANIFEST_FILE,
  pathsOf,
  saveManifest,
} from "./install_manifest.ts";
import {
  digestOnDisk,
  openInstallFiles,
  putProgram,
  removeEmptyFolders,
  type StagedFile,
  stageFiles,
  sweepLeftovers,
  withInstallLock,
} from "./install_files.ts";
import { removeIfThere } from "../store/file_steps.ts";
import type { StoreFiles } from "../store/store_files.ts";
import { VERSION } from "../base/version.ts";

export const INSTALLED_EXECUTABLE = `plugin/bin/${executableFile()}`;

export const PROGRAM_MODE = 0o700;

interface FileChange {
  readonly path: string;
  readonly change: "new" | "replaced" | "same" | "removed";
  /** Where a file that the user had changed is kept. */
  readonly keptAs?: string;
}

export interface InstallPlan {
  readonly folder: string;
  readonly version: string;
  readonly was: string | null;
  readonly changes: readonly FileChange[];
  readonly bytes: number;
}

/** What an installation holds: this executable first, then what it carries. */
export function readInstallation(): FileSet {
  if (!Deno.build.standalone) {
    throw new UserError(
      "refused",
      "Only the compiled executable can be installed; this runs from source",
      ["Run: deno task build, then dist/memory-keeper install"],
    );
  }
  return new Map([
    ...readExecutable(Deno.execPath(), INSTALLED_EXECUTABLE),
    ...readCarriedFiles(),
  ]);
}

export async function planInstall(
  folder: string,
  wanted: FileSet,
): Promise<InstallPlan> {
  openInstallFiles(folder);
  const found = await inspect(folder, wanted);
  return planChanges(folder, wanted, await digestsOf(wanted), found);
}

export async function installPlugin(
  folder: string,
  wanted: FileSet,
): Promise<InstallPlan> {
  const digests = await digestsOf(wanted);
  const files = openInstallFiles(folder);
  // A folder that is not ours is refused before anything is created in it.
  planChanges(folder, wanted, digests, await inspect(folder, wanted));
  return await withInstallLock(files, folder, "install", async () => {
    const found = await inspect(folder, wanted);
    const todo = planChanges(folder, wanted, digests, found);
    sweepLeftovers(folder, found.paths);
    if (todo.changes.some(({ change }) => change !== "same")) {
      // From here on old and new files both count as ours, even after a kill.
      saveManifest(files, folder, {
        program: todo.was ?? VERSION,
        files: found.ours,
        pending: digests,
      });
      const staged = await stageFiles(files, newFiles(folder, todo, wanted))
        .catch((error) => {
          takeBack(files, folder, found);
          throw error;
        });
      try {
        for (const change of todo.changes) apply(files, folder, change, staged);
      } finally {
        for (const { temporary } of staged) removeIfThere(temporary);
      }
      removeEmptyFolders(folder, found.paths);
    }
    saveManifest(files, folder, { program: VERSION, files: digests });
    return todo;
  });
}

interface Found {
  readonly state: ReturnType<typeof loadManifest>["state"];
  readonly was: string | null;
  /** Every path an installation has, had or was about to write. */
  readonly paths: ReadonlySet<string>;
  /** Every file of an installation that is there. */
  readonly all: Digests;
  /** Those of them that an installation wrote. */
  readonly ours: Digests;
}

async function inspect(folder: string, wanted: FileSet): Promise<Found> {
  const loaded = loadManifest(folder);
  const manifest = loaded.state === "ok"
    ? loaded.value
    : { program: "", files: {} };
  const all: Record<string, string> = {};
  const ours: Record<string, string> = {};
  const paths = new Set([...wanted.keys(), ...pathsOf(manifest)]);
  for (const path of paths) {
    const digest = await digestOnDisk(`${folder}/${path}`);
    if (digest === undefined) continue;
    all[path] = digest;
    if (isOurs(manifest, path, digest)) ours[path] = digest;
  }
  const was = manifest.program || null;
  return { state: loaded.state, was, paths, all, ours };
}

function planChanges(
  folder: string,
  wanted: FileSet,
  digests: Digests,
  { state, was, all, ours }: Found,
): InstallPlan {
  const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const changes: FileChange[] = [];
  let bytes = 0;
  for (const [path, content] of wanted) {
    bytes += content.length;
    if (all[path] === undefined) changes.push({ path, change: "new" });
    else if (all[path] === digests[path]) {
      changes.push({ path, change: "same" });
    } else if (state === "absent") throw notOurs(folder, path);
    else {
      const keptAs = ours[path] ? {} : { keptAs: `${path}.kept-${stamp}` };
      changes.push({ path, change: "replaced", ...keptAs });
    }
  }
  for (const path of Object.keys(ours)) {
    if (!wanted.has(path)) changes.push({ path, change: "removed" });
  }
  return { folder, version: VERSION, was, changes, bytes };
}

/** Nothing was replaced: what was installed before is what is installed. */
function takeBack(files: StoreFiles, folder: string, { was, ours }: Found) {
  if (was === null) return;
  try {
    saveManifest(files, folder, { program: was, files: ours });
  } catch {
    // The disk is full: doctor says "cut short", and the next install ends it.
  }
}

/** What is to be written, each with its mode if that is a special one. */
function newFiles(
  folder: string,
  { changes }: InstallPlan,
  wanted: FileSet,
): [string, Uint8Array, number | undefined][] {
  return changes.flatMap(({ path, change }) => {
    const bytes = wanted.get(path);
    if (bytes === undefined || change === "same") return [];
    const mode = path === INSTALLED_EXECUTABLE ? PROGRAM_MODE : undefined;
    return [[`${folder}/${path}`, bytes, mode]];
  });
}

function apply(
  files: StoreFiles,
  folder: string,
  { path, change, keptAs }: FileChange,
  staged: readonly StagedFile[],
): void {
  const target = `${folder}/${path}`;
  if (change === "removed") return files.remove(target);
  const file = staged.find((one) => one.target === target);
  if (file === undefined) return;
  if (keptAs) files.rename(target, `${folder}/${keptAs}`);
  if (path === INSTALLED_EXECUTABLE) putProgram(files, file);
  else files.putStaged(file.temporary, target);
}

function notOurs(folder: string, path: string): UserError {
  return new UserError(
    "refused",
    `Cannot install into "${folder}": its ${path} is not ours ` +
      `(there is no ${MANIFEST_FILE})`,
    ["Name another folder with --to, or move that file away"],
  );
}
