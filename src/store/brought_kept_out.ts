/**
 * What a store keeps out that the user accepts. Sessions, entries and texts
 * that were forgotten there stay forgotten. Times and an unfinished forget are
 * someone else's wish about what the user does here: they are not taken over.
 */

import { isFileProblem } from "../base/errors.ts";
import { baseName } from "../base/path_text.ts";
import { lstat } from "./file_kinds.ts";
import { saveJson } from "./json_file.ts";
import type { Layout } from "./layout.ts";
import type { StoreFiles } from "./store_files.ts";
import { readTombstones } from "./tombstones.ts";

/** The names of the files that were set aside or shortened. */
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
