/**
 * The newest digest by its work, without reading all of them: each writer notes
 * its name in `.cache`. Deleting the note loses nothing.
 */

import { isFileProblem } from "../base/errors.ts";
import { writeCache } from "../store/cache_file.ts";
import { namesIn, readText, statFile } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import { readDigestFile } from "./digest_file.ts";

const DIGEST_STEM = /^\d{4}-\d{2}-\d{2}_\d{4}_[\w-]+$/;
/** Of sessions, the last that began. One of them was worked in last. */
const MOST_READ = 40;

/** The stem of the newest digest that is not `except`, or "". */
export function newestDigest(store: Store, except: string | undefined): string {
  const noted = readNote(store);
  return noted !== "" && noted !== except ? noted : listedNewest(store, except);
}

export function noteDigest(store: Store, stem: string): void {
  const { layout, files } = store;
  const noted = readNote(store);
  const known = noted || listedNewest(store, undefined);
  const isNewer = known === "" || endOf(store, stem) >= endOf(store, known);
  const newest = isNewer ? stem : known;
  // Without the note the sessions' folder is read.
  if (newest !== noted) writeCache(files, layout.newestDigest, newest);
}

export function startOfStem(stem: string): Date | undefined {
  const [day, time = ""] = stem.split("_");
  const at = new Date(`${day}T${time.slice(0, 2)}:${time.slice(2, 4)}:00Z`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** "" if there is none, or its digest is gone. */
function readNote({ layout }: Store): string {
  try {
    const text = readText(layout.newestDigest, 1000) ?? "";
    const isThere = DIGEST_STEM.test(text) &&
      statFile(layout.digest(text))?.isFile;
    return isThere ? text : "";
  } catch (error) {
    if (!isFileProblem(error)) throw error;
    return "";
  }
}

function listedNewest(store: Store, except: string | undefined): string {
  const stems = [...namesIn(store.layout.sessions)]
    .filter((name) => name.endsWith(".md"))
    .map((name) => name.slice(0, -".md".length))
    .filter((stem) => stem !== except && DIGEST_STEM.test(stem))
    .toSorted().slice(-MOST_READ);
  let [newest, end] = ["", -Infinity];
  for (const stem of stems) {
    const at = endOf(store, stem);
    if (at >= end) [newest, end] = [stem, at];
  }
  return newest;
}

/** The end of its work: a session may be resumed days after it began. */
function endOf({ layout }: Store, stem: string): number {
  const began = startOfStem(stem)?.getTime() ?? 0;
  try {
    const { work } = readDigestFile(readText(layout.digest(stem)) ?? "");
    return Math.max(began, work?.to.getTime() ?? 0);
  } catch (error) {
    if (!isFileProblem(error)) throw error;
    return began; // what shows it says that it cannot be read
  }
}
