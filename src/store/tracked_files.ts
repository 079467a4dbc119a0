/**
 * Which files of a store git tracks. They come and go with every pull, so they
 * may be someone else's words even in a store that is the user's own.
 */

import { baseName, parentOf } from "../base/path_text.ts";
import { gitDir } from "./git/branch.ts";
import { readGitIndex } from "./git/index_file.ts";
import { teamFolderIn } from "./layout.ts";
import { resolveExisting, statFile } from "./read_file.ts";
import { isRepository } from "./team_folder.ts";

export interface Tracked {
  /** A path below the store. */
  has(name: string): boolean;
  /** Whether it tracks anything in a folder below the store. */
  hasIn(folder: string): boolean;
}

/** More than an event reads for its evidence: this is rarely asked. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Some systems open `Rules.md` for `rules.md`. */
const fold = (path: string) => path.normalize("NFKC").toLowerCase();

const NONE: Tracked = { has: () => false, hasIn: () => false };
/** A submodule, or an index that is too large to read: who knows. */
const ALL: Tracked = { has: () => true, hasIn: () => true };

/** Several readers of one event ask: the index is read once while it is the same. */
const known = new Map<string, { stamp: string; tracked: Tracked }>();

export function readTracked(storeDir: string): Tracked {
  const real = resolveExisting(storeDir);
  for (let at = parentOf(real); at; at = parentOf(at)) {
    if (!statFile(`${at}/.git`)) continue;
    const stamp = stampOf(at);
    const kept = known.get(real);
    if (stamp !== "" && kept?.stamp === stamp) return kept.tracked;
    const tracked = trackedIn(at, real);
    known.set(real, { stamp, tracked });
    return tracked;
  }
  return NONE;
}

/** Git replaces the file with every change. */
function stampOf(root: string): string {
  try {
    const { ino, size, mtime } = statFile(`${gitDir(root)}/index`) ?? {};
    return mtime ? `${root} ${ino} ${size} ${mtime.getTime()}` : "";
  } catch {
    return ""; // Then it is read, and counts as unread if it cannot be.
  }
}

function trackedIn(root: string, storeDir: string): Tracked {
  const prefix = fold(
    storeDir.slice(root.length).replaceAll("\\", "/").replace(/^\/+/, ""),
  );
  const first = prefix.charCodeAt(0);
  const read = readGitIndex(root, {
    maxBytes: MAX_BYTES,
    // Reading and folding thousands of other names would take longest.
    wanted: (byte) =>
      byte > 127 || String.fromCharCode(byte).toLowerCase() === prefix[0] ||
      first > 127,
  });
  if (read === undefined) return NONE;
  if (read === "unread") return ALL;
  // A folder that a sparse checkout leaves out is one entry with a slash.
  const index = new Set(
    read.keys().map((path) => fold(path).replace(/\/$/, "")),
  );
  // A repository inside this one has one entry for all of its files.
  const parts = prefix.split("/");
  const isWithin = parts.some((_, i) =>
    index.has(parts.slice(0, i + 1).join("/"))
  );
  if (isWithin) return ALL;
  const pathOf = (name: string) => fold(`${prefix}/${name}`);
  return {
    has: (name) => index.has(pathOf(name)),
    hasIn(folder) {
      const start = `${pathOf(folder)}/`;
      return index.values().some((path) => path.startsWith(start));
    },
  };
}

/**
 * Whether what lies in a store's folder for the team comes through git, in
 * this repository or one of its own: such items name their authors.
 */
export function isTeamShared(storeDir: string): boolean {
  const tracked = readTracked(storeDir);
  return tracked.hasIn("team") || tracked.has("team") ||
    isRepository(teamFolderIn(storeDir));
}

/** Under its own name or, if it is a link, that of its target. */
export function isTracked(path: string): boolean {
  return [path, resolveExisting(path)].some((one) =>
    readTracked(parentOf(one) ?? one).has(baseName(one))
  );
}
