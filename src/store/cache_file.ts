/**
 * Derived data in `.cache`: what cannot be read counts as missing, and what
 * cannot be written is not kept. Both cost time, nothing else.
 */

import { isFileProblem } from "../base/errors.ts";
import { tryParseJson } from "../base/json.ts";
import { readText } from "./read_file.ts";
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
