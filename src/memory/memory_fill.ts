/**
 * How full memory.md is: the exact count where there is one, else the upper
 * estimate by which rotation decides. Every number shown is this one.
 */

import { rotateAtTokens, type RotationLimits } from "./rotation.ts";
import { type MemoryIndex, updateIndex } from "../session/memory_index.ts";
import { estimateTokens } from "../base/estimate_tokens.ts";
import { changedAt, readText, statFile } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import { objectOf } from "../base/json.ts";

export type MemoryFill = ReturnType<typeof readMemoryFill>;

/** `text` is what memory.md says, where the caller has read it. */
export function readMemoryFill(
  store: Store,
  index: MemoryIndex,
  text?: string,
) {
  const { layout } = store;
  const bytes = statFile(layout.memory)?.size ?? 0;
  const counted = countedTokens(store, index);
  return {
    bytes,
    tokens: counted ?? estimateTokens(text ?? readText(layout.memory) ?? ""),
    /** Counted as it is, not estimated. */
    isCounted: counted !== undefined,
    rotateAtTokens: rotateAtTokens(limitsOf(store)),
  };
}

export function limitsOf({ config }: Store): RotationLimits {
  return {
    thresholdTokens: config["memoryRotation.thresholdTokens"],
    carryoverTokens: config["memoryRotation.carryoverTokens"],
  };
}

/** Undefined unless memory.md was counted as it is. */
export function countedTokens({ layout }: Store, index: MemoryIndex) {
  const { bytes, mtimeMs, tokens } = objectOf(index["memory"]);
  const info = statFile(layout.memory);
  const isCurrent = info?.size === bytes && info?.mtime?.getTime() === mtimeMs;
  return isCurrent && typeof tokens === "number" ? tokens : undefined;
}

/** The caller holds the store's lock. */
export function rememberCount({ layout, files }: Store, tokens: number): void {
  const info = statFile(layout.memory);
  const memory = {
    bytes: info?.size ?? 0,
    mtimeMs: changedAt(info),
    tokens,
  };
  updateIndex(files, layout, (index) => ({ ...index, memory }));
}
