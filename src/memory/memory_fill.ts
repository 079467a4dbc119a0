/**
 * How full memory.md is, at a glance: the exact count where there is one, else
 * a guess from its size. Reading and weighing all of it takes longer than
 * everything else a status shows.
 */

import { rotateAtTokens } from "./rotation.ts";
import { countedTokens } from "./counted_tokens.ts";
import type { MemoryIndex } from "../session/memory_index.ts";
import { statFile } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";

/** In English as in Korean, within a quarter. */
const BYTES_A_TOKEN = 4;

export interface MemoryFill {
  readonly bytes: number;
  readonly tokens: number;
  /** Counted as it stands, not guessed. */
  readonly isCounted: boolean;
  readonly rotateAtTokens: number;
}

export function readMemoryFill(store: Store, index: MemoryIndex): MemoryFill {
  const { layout, config } = store;
  const bytes = statFile(layout.memory)?.size ?? 0;
  const counted = countedTokens(store, index);
  return {
    bytes,
    tokens: counted ?? Math.ceil(bytes / BYTES_A_TOKEN),
    isCounted: counted !== undefined,
    rotateAtTokens: rotateAtTokens({
      thresholdTokens: config["memoryRotation.thresholdTokens"],
      carryoverTokens: config["memoryRotation.carryoverTokens"],
    }),
  };
}
