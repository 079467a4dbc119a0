/**
 * A file outside the store that the user asked for: written whole, readable by
 * the user alone, and never over a file that somebody else made.
 */

import { storeError, UserError } from "../errors.ts";
import { baseName, parentOf } from "./path_text.ts";
import { statFile } from "./read_file.ts";
import { StoreFiles } from "./store_files.ts";

export interface OwnFile {
  /** An absolute path; in a folder the file gets the usual name. */
  readonly path: string;
  readonly usualName: string;
  readonly text: string;
  /** How every file of its kind begins. */
  readonly mark: string;
  /** Replace whatever is there. */
  readonly force: boolean;
}

/** Returns the path it was written to, links in its folder resolved. */
export function writeOwnFile(wanted: OwnFile): string {
  const { usualName, text, mark, force } = wanted;
  const isFolder = statFile(wanted.path)?.isDirectory ||
    /[\\/]$/.test(wanted.path);
  const folder = isFolder ? wanted.path : parentOf(wanted.path) ?? "/";
  if (!statFile(folder)?.isDirectory) {
    throw new UserError("refused", `There is no folder "${folder}"`, [
      "Make it first, or name another with --out",
    ]);
  }
  const real = Deno.realPathSync(folder);
  const path = `${real}/${isFolder ? usualName : baseName(wanted.path)}`;
  if (!force && isForeign(path, mark)) {
    throw new UserError("refused", `"${path}" is there and not of our making`, [
      "Name another file with --out, or replace it with --force",
    ]);
  }
  const files = new StoreFiles(real, {
    what: "its folder",
    remedy: "Name the file itself with --out",
  });
  try {
    files.replace(path, text);
  } catch (error) {
    if (!(error instanceof Deno.errors.PermissionDenied)) throw error;
    throw storeError(
      `Cannot write "${path}": permission denied`,
      "Name another place with --out",
      error,
    );
  }
  return path;
}

function isForeign(path: string, mark: string): boolean {
  const info = statFile(path);
  if (info === undefined || (info.isFile && info.size === 0)) return false;
  if (!info.isFile) return true;
  using file = Deno.openSync(path, { read: true });
  const start = new Uint8Array(new TextEncoder().encode(mark).length);
  const read = file.readSync(start) ?? 0;
  return new TextDecoder().decode(start.subarray(0, read)) !== mark;
}
