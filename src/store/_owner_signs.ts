/**
 * Signs that a store without a mark is this user's: nobody but the user's own
 * Claude Code writes into its folder, and session ids cannot be guessed.
 */

import { claudeFolder } from "../claude/folders.ts";
import { projectFolderName } from "../claude/memory_folder.ts";
import type { World } from "../base/world.ts";
import { isSamePath } from "../base/path_text.ts";
import { shortNames, shortOf } from "./layout.ts";
import { namesIn, resolveExisting, statFile } from "./read_file.ts";
import { readTracked } from "./tracked_files.ts";

/** More names than this tell no more; a hostile store may have millions. */
const MOST_NAMES = 2000;
const MOST_HISTORY_BYTES = 32 * 1024 * 1024;
/** What these hold neither speaks nor acts, or is older than a first session. */
const SAYS_NOTHING = /^(?:\.gitignore|\.cache|logs|backups|state\/.*\.lock)$/;

interface Unmarked {
  readonly dir: string;
  readonly roots: readonly string[];
  /** It was judged before: then times prove nothing any more. */
  readonly wasForeign: boolean;
}

export function findOwnSigns(world: World, unmarked: Unmarked): boolean {
  const { dir, roots, wasForeign } = unmarked;
  const folder = claudeFolder(world);
  const names = contentNames(dir);
  if (names.length === 0) return true;
  const tracked = readTracked(dir);
  const untracked = names.filter((name) => !tracked.has(name));
  if (folder === undefined || untracked.length === 0) return false;
  const entries = [...new Set(roots.map(resolveExisting))]
    .map((root) => `${folder}/projects/${projectFolderName(root)}`);
  const ids = new SessionNames(untracked);
  return entries.some((entry) => ids.hasTranscript(entry)) ||
    (!wasForeign &&
      entries.some((entry) => isOlder(entry, dir, untracked))) ||
    ids.isInHistory(`${folder}/history.jsonl`, roots);
}

/** Files of a store, below it: those that speak or act. */
function contentNames(dir: string): string[] {
  const found: string[] = [];
  for (const sub of ["", "state/", "sessions/", "delta/"]) {
    let left = MOST_NAMES;
    for (const name of namesIn(`${dir}/${sub}`)) {
      if (left-- === 0) break;
      const path = `${sub}${name}`;
      if (!SAYS_NOTHING.test(path) && statFile(`${dir}/${path}`)?.isFile) {
        found.push(path);
      }
    }
  }
  return found;
}

/** When a file came to this disk: unlike `mtime` no archive can set it. */
const arrivalOf = (path: string) => {
  const info = statFile(path);
  return (info?.birthtime ?? info?.ctime)?.getTime();
};

/** Whether the user worked here before the first of these files came. */
function isOlder(
  entry: string,
  dir: string,
  names: readonly string[],
): boolean {
  const since = statFile(entry)?.birthtime?.getTime();
  return since !== undefined &&
    names.every((name) => (arrivalOf(`${dir}/${name}`) ?? 0) >= since);
}

/** The sessions that the names of states and logs speak of. */
class SessionNames {
  readonly #ids = new Set<string>();
  readonly #shorts = new Set<string>();

  constructor(names: readonly string[]) {
    for (const name of names) {
      const [, id] = /^state\/([\w-]{8,128})\.json$/.exec(name) ?? [];
      const [, stem] = /^sessions\/([\w-]{17,150})\.[\w.]+$/.exec(name) ?? [];
      if (id) this.#ids.add(id);
      if (stem) this.#shorts.add(shortOf(stem));
    }
  }

  #has(id: string): boolean {
    return this.#ids.has(id) ||
      shortNames(id).some((short) => this.#shorts.has(short));
  }

  get #isEmpty(): boolean {
    return this.#ids.size + this.#shorts.size === 0;
  }

  hasTranscript(folder: string): boolean {
    if (this.#isEmpty) return false;
    return namesIn(folder).some((name) =>
      name.endsWith(".jsonl") && this.#has(name.slice(0, -".jsonl".length))
    );
  }

  /** In the user's history, of this folder or of one that is gone. */
  isInHistory(path: string, roots: readonly string[]): boolean {
    const info = statFile(path);
    if (this.#isEmpty || !info?.isFile) return false;
    if (info.size > MOST_HISTORY_BYTES) return false;
    const isHere = (project: string) =>
      roots.some((root) => isSamePath(root, project)) ||
      statFile(project) === undefined;
    return Deno.readTextFileSync(path).split("\n").some((line) => {
      const [, id] = /"sessionId":"([\w-]+)"/.exec(line) ?? [];
      if (id === undefined || !this.#has(id)) return false;
      const [, project] = /"project":("(?:[^"\\]|\\.)*")/.exec(line) ?? [];
      return project === undefined || isHere(JSON.parse(project));
    });
  }
}
