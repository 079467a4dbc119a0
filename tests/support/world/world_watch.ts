/**
 * What lies in a sealed world outside of its store, to see that nothing there
 * was written: kinds, sizes, links and contents.
 */

import { fingerprint } from "../../../src/store/growing_file.ts";

/** What the program may change outside of a store, by the end of its path. */
const ALLOWED = [
  "/project/.claude",
  "/project/CLAUDE.md",
  "/projects/-project/memory/MEMORY.md",
  "/.claude/memory-keeper",
  "/.claude/memory-keeper/known-projects",
];

/** What the program keeps for the user: the key, backups, home stores. */
const OWN_FOLDER = "/.claude/memory-keeper";

export type Watched = ReadonlyMap<string, string>;

/** Everything below `dir` but the store and our two marked blocks' files. */
export function watchWorld(dir: string, store: string): Watched {
  const seen = new Map<string, string>();
  look(dir, (path, what) => {
    if (path === store || path.endsWith(OWN_FOLDER)) return false;
    if (!ALLOWED.some((end) => path.endsWith(end))) seen.set(path, what);
    return true;
  });
  return seen;
}

/** What differs, one line each. */
export function differences(before: Watched, after: Watched): string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path))
    .map((path) => `${path}: ${before.get(path)} → ${after.get(path)}`);
}

function look(
  dir: string,
  visit: (path: string, what: string) => boolean,
): void {
  for (const entry of Deno.readDirSync(dir)) {
    const path = `${dir}/${entry.name}`;
    const goOn = visit(path, describe(path, entry));
    if (entry.isDirectory && goOn) look(path, visit);
  }
}

function describe(path: string, entry: Deno.DirEntry): string {
  if (entry.isSymlink) return `link to ${Deno.readLinkSync(path)}`;
  if (entry.isDirectory) return "folder";
  if (!entry.isFile) return "special";
  return `file ${fingerprint(Deno.readFileSync(path))}`;
}
