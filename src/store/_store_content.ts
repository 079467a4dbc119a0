/**
 * What a store without a mark has that may speak or act. In doubt something
 * does: what is not of the kind that we make there, a link, a folder too deep
 * to look into.
 */

import { entriesIn } from "./read_file.ts";

/** More names than this tell no more; a hostile store may have millions. */
const MOST_NAMES = 20_000;
const MOST_DEPTH = 2;

/** These neither speak nor act. */
const SILENT_FOLDERS = /^(?:logs|state\/owner)$/;
const SILENT_FILES = /^(?:state\/locks-refused|.*\.(?:lock|holder|held|tmp))$/;

/** One name, whatever is in it. */
export const TEAM_FOLDER = "team";

export interface StoreContent {
  readonly names: readonly string[];
  /** There is more than was looked at. */
  readonly isPart: boolean;
}

/** Throws where a folder cannot be read: it hides what it has. */
export function findContent(dir: string): StoreContent {
  const names: string[] = [];
  let left = MOST_NAMES;
  const look = (folder: string, depth: number): void => {
    for (const entry of entriesIn(`${dir}/${folder}`)) {
      if (left-- <= 0) return;
      const name = `${folder}${entry.name}`;
      if (isSilent(name, entry)) continue;
      const isOpened = entry.isDirectory && depth < MOST_DEPTH &&
        name !== TEAM_FOLDER;
      if (isOpened) look(`${name}/`, depth + 1);
      else names.push(name);
    }
  };
  look("", 0);
  return { names, isPart: left < 0 };
}

const isSilent = (name: string, { isFile, isDirectory }: Deno.DirEntry) =>
  isFile && SILENT_FILES.test(name) ||
  isDirectory && SILENT_FOLDERS.test(name);
