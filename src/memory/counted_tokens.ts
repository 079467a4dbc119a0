/** The exact count of memory.md's tokens, as far as it was ever taken. */

import { isObject } from "../base/json.ts";
import { type MemoryIndex, updateIndex } from "../session/memory_index.ts";
import { statFile } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";

/** Undefined unless memory.md was counted as it stands. */
export function countedTokens(
  { layout }: Store,
  index: MemoryIndex,
): number | undefined {
  const counted = index["memory"];
  if (!isObject(counted)) return undefined;
  const { bytes, mtimeMs, tokens } = counted;
  const info = statFile(layout.memory);
  const isCurrent = info?.size === bytes &&
    info?.mtime?.getTime() === mtimeMs;
  return isCurrent && typeof tokens === "number" ? tokens : undefined;
}

/** The caller holds the store's lock. */
export function rememberCount({ layout, files }: Store, tokens: number): void {
  const info = statFile(layout.memory);
  const memory = {
    bytes: info?.size ?? 0,
    mtimeMs: info?.mtime?.getTime() ?? 0,
    tokens,
  };
  updateIndex(files, layout, (index) => ({ ...index, memory }));
}
