/**
 * Signs that a store without a mark is this user's: only the user's own
 * Claude Code writes into its folder, and session ids cannot be guessed.
 */

import { claudeFolder } from "../claude/folders.ts";
import { projectFolderName } from "../claude/memory_folder.ts";
import type { World } from "../base/world.ts";
import { isSamePath } from "../base/path_text.ts";
import { projectStoreDir, shortNames, shortOf, storeLayout } from "./layout.ts";
import { namesIn, resolveExisting, statFile } from "./read_file.ts";
import { readTracked } from "./tracked_files.ts";

/** More names than this tell no more; a hostile store may have millions. */
const MOST_NAMES = 2000;
const MOST_HISTORY_BYTES = 32 * 1024 * 1024;
/** These neither speak nor act, and may be older than the first session. */
const SAYS_NOTHING = /^(?:\.gitignore|state\/.*\.lock$|.*\.tmp$)/;

interface Unmarked {
  readonly dir: string;
  readonly roots: readonly string[];
  /** It was judged before: then times prove nothing any more. */
  readonly wasForeign: boolean;
}

export function findOwnSigns(world: World, unmarked: Unmarked): boolean {
  const { dir, roots, wasForeign } = unmarked;
  const folder = claudeFolder(world);
  const all = findContent(dir);
  if (all.length === 0) return true;
  const tracked = readTracked(dir);
  // A team's settings alone are no memory; they can only tighten anyway.
  const content = all.filter(({ name }) =>
    name !== "config.json" || !tracked.has(name)
  );
  if (content.length === 0) return true;
  const untracked = content.filter(({ name }) => !tracked.has(name));
  if (folder === undefined || untracked.length === 0) return false;
  const entries = [...new Set(roots.map(resolveExisting))]
    .map((root) => `${folder}/projects/${projectFolderName(root)}`);
  const ids = new SessionNames(untracked.map(({ name }) => name));
  return entries.some((entry) => ids.hasTranscript(entry)) ||
    (!wasForeign && entries.some((entry) => isOlder(entry, untracked))) ||
    ids.isInHistory(`${folder}/history.jsonl`, roots);
}

interface Content {
  readonly name: string;
  /** When it came to this disk: unlike `mtime` no archive can set it. */
  readonly arrivedMs: number;
}

/** The files of a store that speak or act. */
function findContent(dir: string): Content[] {
  const found: Content[] = [];
  for (const sub of ["", "state/", "sessions/", "delta/"]) {
    let left = MOST_NAMES;
    for (const entry of namesIn(`${dir}/${sub}`)) {
      if (left-- === 0) break;
      const name = `${sub}${entry}`;
      const info = SAYS_NOTHING.test(name)
        ? undefined
        : statFile(`${dir}/${name}`);
      if (!info?.isFile) continue;
      const arrivedMs = (info.birthtime ?? info.ctime)?.getTime() ?? 0;
      found.push({ name, arrivedMs });
    }
  }
  return found;
}

/** Whether the user worked here before the first of these files came. */
function isOlder(entry: string, content: readonly Content[]): boolean {
  const since = statFile(entry)?.birthtime?.getTime();
  return since !== undefined &&
    content.every(({ arrivedMs }) => arrivedMs >= since);
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

  /**
   * In the user's history. Ids can become known, so not if the session's own
   * folder is another one that has it: this may be a copy that someone made.
   */
  isInHistory(path: string, roots: readonly string[]): boolean {
    const info = statFile(path);
    if (this.#isEmpty || !info?.isFile) return false;
    if (info.size > MOST_HISTORY_BYTES) return false;
    const isHere = (project: string, id: string) =>
      roots.some((root) => isSamePath(root, project)) ||
      !statFile(storeLayout(projectStoreDir(project)).state(id));
    return Deno.readTextFileSync(path).split("\n").some((line) => {
      const [, id] = /"sessionId":"([\w-]+)"/.exec(line) ?? [];
      if (id === undefined || !this.#has(id)) return false;
      const [, project] = /"project":("(?:[^"\\]|\\.)*")/.exec(line) ?? [];
      return project === undefined || isHere(JSON.parse(project), id);
    });
  }
}
