/**
 * L1 made anew, because the state was lost or the transcript was replaced. The
 * new file takes the old one's place only if it has every line of it; otherwise
 * the old one stays and gets what it lacks. Nothing that was kept goes.
 */

import { readText } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import { linesMissing, splitLines } from "../session/log_lines.ts";

export interface Merged {
  readonly bytes: number;
  readonly entries: number;
  /** How many of them L1 did not have. */
  readonly added: number;
  /** Whether L1 has lines that the fresh file lacks. */
  readonly mixed: boolean;
}

/** Put the fresh file in its place. */
export function mergeRebuilt(
  { files }: Store,
  fresh: string,
  l1: string,
): Merged {
  // What a crash left torn is no entry, and an editor may end lines its way.
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
