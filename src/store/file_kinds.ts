/** What kind of file is at a path, and whether it can be written to. */

import { storeError } from "../base/errors.ts";
import { parentOf } from "../base/path_text.ts";

export function lstat(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.lstatSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    if (!(error instanceof Deno.errors.NotADirectory)) throw error;
    throw storeError(
      `Cannot write "${path}": "${parentOf(path)}" is not a folder`,
      "Move that file away; the folder is created when it is needed",
      error,
    );
  }
}

export function assertFile(path: string, info: Deno.FileInfo): void {
  if (info.isFile) return;
  throw storeError(
    `Cannot write "${path}": it is not a regular file`,
    "Move it away; it is created again when it is needed",
  );
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
