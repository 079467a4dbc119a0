/**
 * The files people and agents write on purpose: what the project is, how it is
 * built, and the rules. Their names are a fixed list, so none becomes a path.
 */

import type { Layout, WRITTEN_NAMES } from "../store/layout.ts";
import { readText } from "../store/read_file.ts";

export type WrittenName = typeof WRITTEN_NAMES[number];

const MAX_BYTES = 4 * 1024 * 1024;

/** Undefined if it was never written. */
export function readWritten(layout: Layout, name: WrittenName) {
  return readText(layout.written(name), MAX_BYTES);
}
