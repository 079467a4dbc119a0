/** Remove the files an installation wrote; one that was changed since stays. */

import { UserError } from "../base/errors.ts";
import { homeFolder } from "../claude/folders.ts";
import {
  digestOnDisk,
  findLinkTo,
  openInstallFiles,
  removeEmptyFolders,
  removeInstalled,
  removeInstallLock,
  sweepLeftovers,
  withInstallLock,
} from "./install_files.ts";
import { folderOfExecutable } from "./install_folder.ts";
import {
  isOurs,
  loadManifest,
  MANIFEST_FILE,
  pathsOf,
} from "./install_manifest.ts";
import type { World } from "../base/world.ts";
import { INSTALLED_EXECUTABLE } from "./install_plugin.ts";

export interface UninstallPlan {
  readonly folder: string;
  readonly version: string;
  readonly removed: readonly string[];
  readonly left: readonly string[];
  readonly link: string | null;
}

export const isInstalledIn = (folder: string): boolean =>
  loadManifest(folder).state !== "absent";

export function ownInstallation(): string | undefined {
  if (!Deno.build.standalone) return undefined;
  const folder = folderOfExecutable(Deno.execPath());
  return folder !== undefined && isInstalledIn(folder) ? folder : undefined;
}

export async function planUninstall(
  folder: string,
  world: World,
): Promise<UninstallPlan> {
  openInstallFiles(folder);
  const loaded = loadManifest(folder);
  if (loaded.state === "absent") {
    throw new UserError("refused", `Nothing is installed in "${folder}"`, [
      "Name the folder it was installed into with --to",
    ]);
  }
  if (loaded.state === "damaged") {
    throw new UserError(
      "store",
      `Cannot tell what is ours in "${folder}": ` +
        `${MANIFEST_FILE} is damaged (${loaded.reason})`,
      ["Run install again, which rewrites it; then uninstall"],
    );
  }
  const manifest = loaded.value;
  const removed: string[] = [];
  const left: string[] = [];
  for (const path of pathsOf(manifest)) {
    const found = await digestOnDisk(`${folder}/${path}`);
    if (found === undefined) continue;
    (isOurs(manifest, path, found) ? removed : left).push(path);
  }
  const link = findLinkTo(
    `${folder}/${INSTALLED_EXECUTABLE}`,
    homeFolder(world),
  ) ?? null;
  return { folder, version: manifest.program, removed, left, link };
}

export async function uninstallPlugin(
  folder: string,
  world: World,
): Promise<UninstallPlan> {
  await planUninstall(folder, world);
  const files = openInstallFiles(folder);
  // All of them: an earlier run may have been cut short.
  const loaded = loadManifest(folder);
  const paths = loaded.state === "ok" ? pathsOf(loaded.value) : [];
  const done = await withInstallLock(files, folder, "uninstall", async () => {
    const todo = await planUninstall(folder, world);
    for (const path of todo.removed) {
      removeInstalled(files, `${folder}/${path}`);
    }
    if (todo.link) Deno.removeSync(todo.link);
    sweepLeftovers(folder, paths);
    // Last, so that an uninstall that was cut short can be run again.
    files.remove(`${folder}/${MANIFEST_FILE}`);
    return todo;
  });
  removeInstallLock(folder);
  removeEmptyFolders(folder, paths);
  return done;
}
