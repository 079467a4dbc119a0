/**
 * What the list of open sessions was when we last wrote it, in `.cache`. A list
 * that is another one by now was emptied, restored or brought by a sync, and
 * must be checked against the states. Deleting the note costs that check.
 */

import { isSystemError, UserError } from "../base/errors.ts";
import { isObject } from "../base/json.ts";
import { textDigest } from "../base/text_digest.ts";
import type { Layout } from "../store/layout.ts";
import { readText } from "../store/read_file.ts";
import type { StoreFiles } from "../store/store_files.ts";

export interface OpenNote {
  /** A digest of the list. */
  readonly list: number | undefined;
  /** Delta files that no open session names, as the last check found. */
  readonly loose: readonly string[];
}

/** What cannot be read is as if it were not there. */
export function readOpenNote(layout: Layout): OpenNote {
  const nothing = { list: undefined, loose: [] };
  try {
    const raw: unknown = JSON.parse(readText(layout.openNote) ?? "null");
    if (!isObject(raw) || typeof raw["list"] !== "number") return nothing;
    const { list, loose } = raw;
    const names = Array.isArray(loose) ? loose.map(String) : [];
    return { list, loose: names };
  } catch (error) {
    if (error instanceof SyntaxError || isUnusable(error)) return nothing;
    throw error;
  }
}

export function writeOpenNote(
  files: StoreFiles,
  layout: Layout,
  pending: readonly string[],
  loose: readonly string[],
): void {
  try {
    const note = { list: digestOfList(pending), loose };
    files.writeUnsynced(layout.openNote, JSON.stringify(note));
  } catch (error) {
    if (!isUnusable(error)) throw error;
    // Without it the next start checks the list.
  }
}

export const digestOfList = (pending: readonly string[]) =>
  textDigest(pending.toSorted().join());

const isUnusable = (error: unknown) =>
  isSystemError(error) || error instanceof UserError;
