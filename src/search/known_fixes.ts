/**
 * The failures that were followed by a pass, and where in which log, in a file
 * next to the index: a tool's result waits for the answer, and opening the
 * index takes longer than all the rest.
 */

import { isSystemError, UserError } from "../base/errors.ts";
import { textDigest } from "../base/text_digest.ts";
import type { Layout } from "../store/layout.ts";
import { readText } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import type { IndexWriter, SolvedFailure } from "./index/search_index.ts";

const MAX_BYTES = 1_000_000;

/** Undefined if there is no such list: then the index has to be asked. */
export function knownFixes(
  { knownFixes }: Layout,
  error: string,
): SolvedFailure[] | undefined {
  const start = startOf(textDigest(error));
  try {
    return readText(knownFixes, MAX_BYTES)?.split("\n")
      .filter((line) => line.startsWith(start)).flatMap(parseLine);
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
  const text = index.solved().map(renderLine).join("");
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

const startOf = (digest: number) => `${digest.toString(36)} `;

function renderLine(one: SolvedFailure): string {
  const { error, from, to, offset, bytes, session, path } = one;
  return `${
    startOf(error)
  }${from} ${to} ${offset} ${bytes} ${session} ${path}\n`;
}

/** Anyone may have written it. */
const LINE = /^(\w+) (\d+) (\d+) (\d+) (\d+) ([\w-]+) (sessions\/[^/\\]+)$/;

function parseLine(line: string): SolvedFailure[] {
  const [, digest = "", ...rest] = LINE.exec(line) ?? [];
  if (digest === "") return [];
  const [from = 0, to = 0, offset = 0, bytes = 0] = rest.map(Number);
  const [session = "", path = ""] = rest.slice(4);
  const error = parseInt(digest, 36);
  return [{ error, session, path, from, to, offset, bytes }];
}
