/**
 * A file outside the store that the user asked for: written whole, readable by
 * the user alone, and never over a file that is not ours.
 */

import { storeError, UserError } from "../base/errors.ts";
import { baseName, parentOf } from "../base/path_text.ts";
import { statFile } from "./read_file.ts";
import { StoreFiles, type WholeText } from "./store_files.ts";

/** How much of a file is read to tell whether it is ours. */
const START_BYTES = 256;

interface OwnFile {
  /** An absolute path; in a folder the file gets the usual name. */
  readonly path: string;
  readonly usualName: string;
  readonly text: WholeText;
  /** Whether a file with this beginning is one of ours. */
  readonly isOurs: (start: string) => boolean;
  /** Replace whatever file is there; never a device, a pipe or a link. */
  readonly force: boolean;
}

/** Returns the path it was written to, links in its folder resolved. */
export function writeOwnFile(wanted: OwnFile): string {
  const { usualName, text, isOurs, force } = wanted;
  const isFolder = statFile(wanted.path)?.isDirectory ||
    /[\\/]$/.test(wanted.path);
  const folder = isFolder ? wanted.path : parentOf(wanted.path) ?? "/";
  if (!statFile(folder)?.isDirectory) {
    const shown = folder.replace(/[\\/]+$/, "");
    throw new UserError("refused", `There is no folder "${shown}"`, [
      "Create it first, or name another with --out",
    ]);
  }
  const real = Deno.realPathSync(folder);
  const path = `${real}/${isFolder ? usualName : baseName(wanted.path)}`;
  const there = statFile(path);
  if (there && !there.isFile) {
    throw new UserError("refused", `"${path}" is not a regular file`, [
      "Name another file with --out",
    ]);
  }
  if (!force && isForeign(path, isOurs)) {
    throw new UserError("refused", `"${path}" exists and is not ours`, [
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

function isForeign(path: string, isOurs: OwnFile["isOurs"]): boolean {
  if ((statFile(path)?.size ?? 0) === 0) return false;
  using file = Deno.openSync(path, { read: true });
  const start = new Uint8Array(START_BYTES);
  const read = file.readSync(start) ?? 0;
  return !isOurs(new TextDecoder().decode(start.subarray(0, read)));
}
