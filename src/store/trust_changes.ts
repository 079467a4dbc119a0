/** What changes when a store that came with a project is trusted. */

import { layerConfig, readConfigFile } from "./_config.ts";
import type { Config, ConfigName } from "./config_keys.ts";
import { type Project, projectConfigPath } from "./project.ts";
import { isTracked, readTracked } from "./tracked_files.ts";
import { isFileProblem } from "../base/errors.ts";
import { baseName } from "../base/path_text.ts";
import { lstat } from "./file_kinds.ts";
import { saveJson } from "./json_file.ts";
import { type Layout, LOCAL_NAMES, localName } from "./layout.ts";
import type { StoreFiles } from "./store_files.ts";
import { readTombstones } from "./tombstones.ts";
import { readBytes } from "./read_file.ts";
import type { Store } from "./store.ts";

export interface BroughtSetting {
  readonly name: ConfigName;
  /** In effect before it is trusted. */
  readonly now: unknown;
  readonly then: unknown;
}

/** What its settings would change. */
export async function broughtSettings(
  project: Project,
): Promise<BroughtSetting[]> {
  const source = await readConfigFile(projectConfigPath(project));
  const ofOthers = isTracked(source.path) ? "git tracks that file" : undefined;
  const now = project.config.values;
  const then = layerConfig([
    { path: "", values: { ...now }, problems: [] },
    { ...source, ofOthers },
  ]).values;
  return changed(now, then);
}

/** The settings in which two configurations differ. */
function changed(now: Config, then: Config): BroughtSetting[] {
  return (Object.keys(then) as ConfigName[])
    .filter((name) => JSON.stringify(now[name]) !== JSON.stringify(then[name]))
    .map((name) => ({ name, now: now[name], then: then[name] }));
}

/**
 * What a store keeps out that the user accepts. Sessions, entries and texts
 * that were forgotten there stay forgotten. Times and an unfinished forget are
 * someone else's wish about what the user does here: they are not taken over.
 * Returns the names of the files that were set aside or shortened.
 */
export function leaveBroughtTimes(files: StoreFiles, layout: Layout): string[] {
  const left = [layout.off, layout.forgetting].filter((path) => lstat(path));
  for (const path of left) files.moveAside(path);
  const names = left.map((path) => baseName(path));
  return leaveTimes(files, layout.forgotten)
    ? [...names, baseName(layout.forgotten)]
    : names;
}

/** False if there is nothing in it that had to go. */
function leaveTimes(files: StoreFiles, path: string): boolean {
  if (lstat(path) === undefined) return false;
  try {
    const tombstones = readTombstones(path);
    if (tombstones.times.length === 0) return false;
    saveJson(files, path, { ...tombstones, times: [] });
  } catch (error) {
    if (!isFileProblem(error)) throw error;
    files.moveAside(path);
  }
  return true;
}

/**
 * What git tracks of a store comes with every pull, and a change of it would go
 * to everyone with the next commit. The user's memory goes on in local copies.
 * Returns the names of the files that have a copy now.
 */
export function copyTracked({ layout: { dir }, files }: Store): string[] {
  const tracked = readTracked(dir);
  return LOCAL_NAMES.filter((name) => {
    const local = `${dir}/${localName(name)}`;
    const bytes = tracked.has(name) ? readBytes(`${dir}/${name}`) : undefined;
    if (bytes === undefined || readBytes(local) !== undefined) return false;
    files.replace(local, bytes);
    return true;
  });
}
