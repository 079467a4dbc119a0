/**
 * Stores of the home era: `<Claude folder>/memory-keeper/projects/<name>/`,
 * where the name is the last one of the project's path. They are only read.
 */

import { homeStoresFolder } from "./_older_marks.ts";
import { bytesOf } from "./_migration.ts";
import type { World } from "../base/world.ts";
import { listNames, statFile } from "../store/read_file.ts";
import { surveyFolder } from "../store/survey_folder.ts";
import { shortHash } from "../base/text_digest.ts";

export interface HomeStore {
  readonly name: string;
  readonly dir: string;
  /** Below `dir`, with `/`; links are left out. */
  readonly files: readonly string[];
  readonly bytes: number;
}

/** A home store has at least one of these. */
const SIGNS = ["memory.md", "facts.json", "counter.txt", "sessions"];

/** A name becomes part of a path, so it must not lead elsewhere. */
export function isHomeStoreName(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && !/[\\/\0]/.test(name);
}

/** Undefined if there is none of that name; our own stores do not count. */
export function findHomeStore(
  world: World,
  name: string,
): HomeStore | undefined {
  const folder = homeStoresFolder(world);
  if (folder === undefined || !isHomeStoreName(name)) return undefined;
  const dir = `${folder}/${name}`;
  if (!isHomeStore(dir)) return undefined;
  const files = [...surveyFolder(dir)].filter(({ info }) => info.isFile)
    .map(({ path }) => path);
  return { name, dir, files, bytes: bytesOf(dir, files) };
}

export function listHomeStores(world: World): string[] {
  const folder = homeStoresFolder(world);
  if (folder === undefined) return [];
  return listNames(folder).filter((name) => isHomeStore(`${folder}/${name}`));
}

function isHomeStore(dir: string): boolean {
  return statFile(dir)?.isDirectory === true &&
    statFile(`${dir}/.gitignore`) === undefined &&
    SIGNS.some((name) => statFile(`${dir}/${name}`) !== undefined);
}

/** Changes when any of its files does. */
export function markOf({ dir, files }: HomeStore): Promise<string> {
  return shortHash(
    files.map((path) => {
      const info = statFile(`${dir}/${path}`);
      return `${path} ${info?.size} ${info?.mtime?.getTime()}`;
    }).join("\n"),
  );
}
