/** Writes pieces of an older memory as archives and lists them in the index. */

import { compareTexts } from "../base/compare_texts.ts";
import { MINUTE_MS } from "../base/durations.ts";
import type { MemoryPiece } from "./_split_memory.ts";
import { archiveName } from "../memory/rotation.ts";
import type { MemoryIndex, RotatedFile } from "../session/memory_index.ts";
import { readText, statFile } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";

/**
 * The caller holds the store's lock. An archive is named after the minute of
 * its newest section, or after the archive before it; a second run finds the
 * same names. `otherwise` is for a text without any time.
 */
export function writeArchives(
  { layout, files }: Store,
  pieces: readonly MemoryPiece[],
  otherwise: Date,
): RotatedFile[] {
  let at = new Date(0);
  const used = new Set<string>();
  return pieces.map(({ text, tokens, until }) => {
    const newest = until ?? (at.getTime() > 0 ? at : otherwise);
    // The next archive must not sort before it, whatever its headers say.
    if (newest > at) at = newest;
    const minute = Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS;
    const end = new Date(minute + MINUTE_MS - 1000);
    const file = archiveName(end, (name) =>
      used.has(name) ||
      ![undefined, text].includes(readText(`${layout.dir}/${name}`)));
    used.add(file);
    const path = `${layout.dir}/${file}`;
    if (statFile(path) === undefined) files.replace(path, text);
    return {
      file,
      rotatedAt: end.toISOString(),
      tokens,
      bytes: statFile(path)?.size ?? null,
      summary: null,
      summaryGenerated: false,
    };
  });
}

/** Oldest first; existing entries of the index stay. */
export function recordArchives(
  index: MemoryIndex,
  archives: readonly RotatedFile[],
): MemoryIndex {
  const known = new Set(index.rotatedFiles.map(({ file }) => file));
  const fresh = archives.filter(({ file }) => !known.has(file));
  if (fresh.length === 0) return index;
  const rotatedFiles = [...index.rotatedFiles, ...fresh]
    .sort((a, b) => compareTexts(a.file, b.file));
  return { ...index, rotatedFiles };
}
