/**
 * Which files of a store git tracks. They come and go with every pull, so they
 * may be somebody else's words even in a store that is the user's own.
 */

import { parentOf } from "../base/path_text.ts";
import { readGitIndex } from "./git_index.ts";
import { resolveExisting, statFile } from "./read_file.ts";

export interface Tracked {
  /** A path below the store. */
  has(name: string): boolean;
}

/** Some systems open `Rules.md` for `rules.md`. */
const fold = (path: string) => path.toLowerCase();

const NONE: Tracked = { has: () => false };
/** A submodule, or an index that is too large to read: who knows. */
const ALL: Tracked = { has: () => true };

export function readTracked(storeDir: string): Tracked {
  const real = resolveExisting(storeDir);
  for (let at = parentOf(real); at; at = parentOf(at)) {
    if (!statFile(`${at}/.git`)) continue;
    const read = readGitIndex(at);
    if (read === undefined) return NONE;
    if (read === "unread") return ALL;
    const index = new Set([...read.keys()].map(fold));
    const prefix = fold(
      real.slice(at.length).replaceAll("\\", "/").replace(/^\/+/, ""),
    );
    // A repository inside this one has one entry for all of its files.
    const parts = prefix.split("/");
    const isWithin = parts.some((_, i) =>
      index.has(parts.slice(0, i + 1).join("/"))
    );
    if (isWithin) return ALL;
    return { has: (name) => index.has(fold(`${prefix}/${name}`)) };
  }
  return NONE;
}
