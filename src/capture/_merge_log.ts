/**
 * Merges a rebuilt session log, after the state was lost or the transcript was
 * replaced. The new file replaces the old one only if it has every line of it;
 * otherwise the old one stays and gets the lines it lacks. Nothing is lost.
 */

import { readText } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import { linesMissing, splitLines } from "../session/log_lines.ts";

export interface Merged {
  readonly bytes: number;
  readonly entries: number;
  /** How many of them the log did not have. */
  readonly added: number;
  /** Whether the log has lines that the rebuilt file lacks. */
  readonly mixed: boolean;
}

export function mergeRebuilt(
  { files }: Store,
  fresh: string,
  l1: string,
): Merged {
  // A torn line is not an entry, and an editor may have changed line ends.
  const oldLines = splitLines(readText(l1, Infinity) ?? "").filter(isEntry)
    .map((line) => line.replace(/\r\n$/, "\n"));
  const newLines = splitLines(readText(fresh, Infinity) ?? "");
  const missing = linesMissing(newLines, oldLines);
  const isSuperset = newLines.length - missing.length === oldLines.length;
  if (isSuperset) files.rename(fresh, l1);
  else {
    if (missing.length > 0) files.appendLines(l1, missing.join(""));
    files.remove(fresh);
  }
  return {
    bytes: Deno.statSync(l1).size,
    entries: oldLines.length + missing.length,
    added: missing.length,
    mixed: !isSuperset,
  };
}

function isEntry(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
