/**
 * What stays out of memory permanently: what was forgotten, and what was said
 * while memory was off. It outlives its store: what moves, joins or replaces a
 * store carries it over. See kept_out_copy.ts for a store that was deleted.
 */

import type { OffPeriod } from "../base/off_period.ts";
import type { Layout } from "./layout.ts";
import { loadOff, saveOff } from "./off.ts";
import type { StoreFiles } from "./store_files.ts";
import {
  addTombstones,
  readTombstones,
  type Tombstones,
} from "./tombstones.ts";

interface KeptOut {
  readonly off: readonly OffPeriod[];
  readonly forgotten: Tombstones;
}

/** Throws if it cannot be understood: then nothing may take its place. */
export function readKeptOut(layout: Layout): KeptOut {
  return {
    off: loadOff(layout),
    forgotten: readTombstones(layout.forgotten, layout.keptOut),
  };
}

/** Add to what is kept out there already. */
export function addKeptOut(
  files: StoreFiles,
  layout: Layout,
  { off, forgotten }: KeptOut,
): void {
  if (off.length > 0) {
    const nameOf = ({ from, session }: OffPeriod) => `${from} ${session}`;
    const known = new Set(off.map(nameOf));
    const others = loadOff(layout).filter((one) => !known.has(nameOf(one)));
    saveOff(files, layout, [...others, ...off]);
  }
  addTombstones(files, layout, forgotten);
}
