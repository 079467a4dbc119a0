/**
 * Where the memory of a home store goes: it becomes memory.md if there is none,
 * else an archive, because memory.md is newer.
 */

import { renderPreamble } from "../memory/memory_text.ts";
import { planSplit, type Split, splitArchive } from "./_split_memory.ts";
import { estimateTokens } from "../base/estimate_tokens.ts";
import type { RotatedFile } from "../session/memory_index.ts";
import { readText } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import { limitsOf } from "../memory/memory_fill.ts";
import { writeArchives } from "./_write_archives.ts";

/** How it is split in either case. */
interface OlderMemory {
  readonly at: Date;
  readonly asCurrent: Split;
  readonly asArchives: Split["archives"];
}

export function measureOlderMemory(
  store: Store,
  text: string,
  at: Date,
): OlderMemory {
  const limits = limitsOf(store);
  const titled = /^\ufeff?# /.test(text)
    ? text
    : renderPreamble(store.project.name) + text;
  return {
    at,
    asCurrent: planSplit(titled, estimateTokens, limits) ??
      { archives: [], current: titled },
    asArchives: splitArchive(text, estimateTokens, limits),
  };
}

/** The caller holds the store's lock. Returns the archives there are now. */
export function placeOlderMemory(
  store: Store,
  { at, asCurrent, asArchives }: OlderMemory,
): RotatedFile[] {
  const { layout, files } = store;
  const memory = readText(layout.memory) ?? "";
  // Written by a run that was killed before it could record it.
  const isPlaced = memory.startsWith(asCurrent.current);
  if (memory.trim() !== "" && !isPlaced) {
    return writeArchives(store, asArchives, at);
  }
  const archives = writeArchives(store, asCurrent.archives, at);
  if (!isPlaced) files.replace(layout.memory, asCurrent.current);
  return archives;
}
