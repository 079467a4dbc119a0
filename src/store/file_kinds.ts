/** What kind of file is at a path, and whether it can be written to. */

import { storeError } from "../base/errors.ts";
import { parentOf, WINDOWS } from "../base/path_text.ts";

export function lstat(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.lstatSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    if (!(error instanceof Deno.errors.NotADirectory)) throw error;
    throw inPlaceOfFolder(path, fileAmong(path) ?? path, error);
  }
}

const inPlaceOfFolder = (path: string, file: string, cause: unknown) =>
  storeError(
    `Cannot write "${path}": "${file}" is not a folder`,
    "Move that file away; the folder is made when it is needed",
    cause,
  );

/** Make a folder; should a file have its place, or that of a parent, say which. */
export function makeFolder(path: string, mode?: number): void {
  try {
    Deno.mkdirSync(path, {
      recursive: true,
      ...(mode === undefined ? {} : { mode }),
    });
  } catch (error) {
    // Windows says only that the path was not found.
    const file = fileAmong(path);
    throw file === undefined ? error : inPlaceOfFolder(path, file, error);
  }
}

/** The file among a path and the folders it should lie in. */
function fileAmong(path: string): string | undefined {
  for (let at: string | undefined = path; at; at = parentOf(at)) {
    if (isPlainFile(at)) return at;
  }
  return undefined;
}

function isPlainFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false; // missing, or not to be seen: something further up is why
  }
}

export function assertFile(path: string, info: Deno.FileInfo): void {
  if (info.isFile) return;
  throw storeError(
    `Cannot write "${path}": it is not a regular file`,
    "Move it away; it is created again when it is needed",
  );
}

/**
 * Whether its mode lets no user write. On Windows only a file's does: there a
 * folder is marked so that it may have an icon of its own.
 */
export function isReadOnly(
  { mode, isDirectory }: Pick<Deno.FileInfo, "mode" | "isDirectory">,
  windows = WINDOWS,
): boolean {
  if (mode === null || (windows && isDirectory)) return false;
  return (mode & 0o222) === 0;
}

/** Where a link leads. */
export function followLink(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw storeError(
      `Cannot write "${path}": it is a link that leads nowhere`,
      "Remove the link; the file is created again when it is needed",
      error,
    );
  }
}
