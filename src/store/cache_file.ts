/**
 * Derived data in `.cache`: what cannot be read counts as missing, and what
 * cannot be written is not kept. Both cost time, nothing else. What is shown
 * counts only with the user's seal: a folder or a pull may bring such a file.
 */

import { isFileProblem } from "../base/errors.ts";
import { type JsonObject, objectOf, tryParseJson } from "../base/json.ts";
import { readText } from "./read_file.ts";
import type { Store } from "./store.ts";
import type { StoreFiles } from "./store_files.ts";

/** The JSON of a file; undefined if it is missing, half-written or not ours. */
export function readCache(path: string, maxBytes?: number): unknown {
  try {
    return tryParseJson(readText(path, maxBytes));
  } catch (error) {
    if (isFileProblem(error)) return undefined;
    throw error;
  }
}

export function writeCache(
  files: StoreFiles,
  path: string,
  text: string,
): void {
  try {
    files.writeUnsynced(path, text);
  } catch (error) {
    if (!isFileProblem(error)) throw error;
  }
}

/** Its fields, if this user's program wrote them for this store; else none. */
export function readSealed(
  { project: { owner } }: Store,
  path: string,
  maxBytes?: number,
): JsonObject {
  const { seal, ...fields } = objectOf(readCache(path, maxBytes));
  return seal === owner.seal("cache") ? fields : {};
}

export function writeSealed(
  { project: { owner }, files }: Store,
  path: string,
  fields: JsonObject,
): void {
  const sealed = { seal: owner.seal("cache"), ...fields };
  writeCache(files, path, JSON.stringify(sealed));
}
