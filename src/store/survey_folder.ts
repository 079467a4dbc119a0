/** Every file below a folder. Links are not followed. */

import { listNames } from "./read_file.ts";

export interface Surveyed {
  /** Below the folder, with `/`. */
  readonly path: string;
  readonly info: Deno.FileInfo;
}

/** `wanted` gets each path and skips the stat of files that do not matter. */
export function* surveyFolder(
  dir: string,
  wanted: (path: string) => boolean = () => true,
  below = "",
): Generator<Surveyed> {
  for (const name of listNames(dir)) {
    const path = `${below}${name}`;
    if (!wanted(path)) continue;
    const info = lookAt(`${dir}/${name}`);
    if (info === undefined) continue;
    yield { path, info };
    if (info.isDirectory) {
      yield* surveyFolder(`${dir}/${name}`, wanted, `${path}/`);
    }
  }
}

function lookAt(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.lstatSync(path);
  } catch (error) {
    // Another process has just removed it.
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
