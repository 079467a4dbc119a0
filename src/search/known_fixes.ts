/**
 * The errors that were followed by a pass, as digests in a small file next to
 * the index. Most failures are new ones: then the index is not opened.
 */

import { isSystemError, UserError } from "../base/errors.ts";
import { textDigest } from "../base/text_digest.ts";
import type { Layout } from "../store/layout.ts";
import { readText } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import type { IndexWriter } from "./index/search_index.ts";

const MAX_BYTES = 1_000_000;

/** Undefined if there is no such list: then the index has to be asked. */
export function mayKnowFix(
  { knownFixes }: Layout,
  error: string,
): boolean | undefined {
  try {
    return readText(knownFixes, MAX_BYTES)?.split("\n")
      .includes(lineOf(textDigest(error)));
  } catch (failure) {
    if (failure instanceof UserError || isSystemError(failure)) {
      return undefined;
    }
    throw failure;
  }
}

/** After the index was brought up to date. */
export function saveKnownFixes(
  { layout, files }: Store,
  index: IndexWriter,
): void {
  const lines = index.fixedErrors().map((digest) => `${lineOf(digest)}\n`);
  const text = lines.join("");
  try {
    if (text.length > MAX_BYTES) return files.remove(layout.knownFixes);
    if (readText(layout.knownFixes, MAX_BYTES) === text) return;
    files.writeUnsynced(layout.knownFixes, text);
  } catch (failure) {
    // It saves time and is needed for nothing.
    if (failure instanceof UserError || isSystemError(failure)) return;
    throw failure;
  }
}

const lineOf = (digest: number) => digest.toString(36);
