/**
 * The newest digest, without a look at every session there ever was: writing
 * one notes its name in `.cache`. Deleting the note loses nothing.
 */

import { isSystemError, UserError } from "../base/errors.ts";
import { namesIn, readText, statFile } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";

const DIGEST_STEM = /^\d{4}-\d{2}-\d{2}_\d{4}_[\w-]+$/;

/** The stem of the newest digest that is not `except`, or "". */
export function newestDigest(store: Store, except: string | undefined): string {
  const noted = readNote(store);
  if (noted !== except && noted !== "") {
    if (statFile(store.layout.digest(noted))?.isFile) return noted;
  }
  return listedNewest(store, except);
}

/** A digest was written. */
export function noteDigest(store: Store, stem: string): void {
  const { layout, files } = store;
  const known = readNote(store) || listedNewest(store, undefined);
  try {
    files.writeUnsynced(layout.newestDigest, stem > known ? stem : known);
  } catch (error) {
    if (!isSystemError(error) && !(error instanceof UserError)) throw error;
    // The digest itself is there; the sessions' folder tells of it.
  }
}

function readNote({ layout }: Store): string {
  try {
    const text = readText(layout.newestDigest, 1000) ?? "";
    return DIGEST_STEM.test(text) ? text : "";
  } catch (error) {
    if (!isSystemError(error) && !(error instanceof UserError)) throw error;
    return "";
  }
}

function listedNewest({ layout }: Store, except: string | undefined): string {
  let newest = "";
  for (const name of namesIn(layout.sessions)) {
    // Names begin with the time, so the greatest is the newest.
    if (name <= newest || !name.endsWith(".md")) continue;
    const stem = name.slice(0, -".md".length);
    if (DIGEST_STEM.test(stem) && stem !== except) newest = stem;
  }
  return newest;
}
