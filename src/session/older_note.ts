/** What memory-index.json says of the earlier generation's part in a store. */

import { isObject } from "../base/json.ts";
import type { MemoryIndex } from "./memory_index.ts";

/** What is known about the earlier generation's part in a store. */
export interface OlderNote {
  /** When a session was told of it. */
  readonly toldAt?: string;
  readonly migratedAt?: string;
  /** Home stores that were brought in, by folder: how they were then. */
  readonly home: Readonly<Record<string, string>>;
}

export function olderNote(index: MemoryIndex): OlderNote {
  const raw = isObject(index["older"]) ? index["older"] : {};
  const { toldAt, migratedAt } = raw;
  const home = isObject(raw["home"]) ? raw["home"] : {};
  return {
    ...(typeof toldAt === "string" ? { toldAt } : {}),
    ...(typeof migratedAt === "string" ? { migratedAt } : {}),
    home: Object.fromEntries(
      Object.entries(home).map(([dir, mark]) => [dir, String(mark)]),
    ),
  };
}

export function withOlderNote(
  index: MemoryIndex,
  change: Partial<OlderNote>,
): MemoryIndex {
  const { home, ...times } = { ...olderNote(index), ...change };
  return { ...index, older: { ...times, home } };
}
