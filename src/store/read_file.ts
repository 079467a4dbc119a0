/**
 * Reads files that others may have put there: a missing file is undefined, and
 * anything that is not a regular file, or is absurdly large, is an error before
 * it is opened (opening a FIFO would block forever).
 */

import { storeError } from "../base/errors.ts";
import { assertInsideProject } from "./inside_project.ts";
import { baseName, parentOf } from "../base/path_text.ts";

const MAX_TEXT_BYTES = 64 * 1024 * 1024;
const BYTE_ORDER_MARK = "\ufeff";

export function statFile(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(path);
  } catch (error) {
    // A file in the place of a parent folder, or a link to itself.
    if (
      error instanceof Deno.errors.NotFound ||
      error instanceof Deno.errors.NotADirectory ||
      error instanceof Deno.errors.FilesystemLoop
    ) return undefined;
    throw error;
  }
}

/** When a file was changed; 0 where that is not known. */
export const changedAt = (info: Deno.FileInfo | undefined): number =>
  info?.mtime?.getTime() ?? 0;

/**
 * Changes with these files. Two changes within a tick of the clock still differ
 * in size.
 */
export function stampFiles(paths: readonly string[]): string {
  return paths.map((path) => {
    const info = statFile(path);
    return `${info?.mtime?.getTime()} ${info?.size}`;
  }).join();
}

/** The text of a file without its byte order mark; undefined if it is missing. */
export function readText(
  path: string,
  maxBytes = MAX_TEXT_BYTES,
): string | undefined {
  if (!isReadable(path, maxBytes)) return undefined;
  const text = Deno.readTextFileSync(path);
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

/**
 * As `readText()`, for text that is written back later: bytes that are not
 * UTF-8 are an error, because they would not survive the round trip.
 */
export function readExactText(path: string): string | undefined {
  const bytes = readBytes(path);
  if (bytes === undefined) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw storeError(
      `Cannot read "${path}": it is not UTF-8 text`,
      "Move it away; it is created again when it is needed",
      cause,
    );
  }
}

/** A file's bytes; undefined if it is missing. */
export function readBytes(path: string): Uint8Array | undefined {
  if (!isReadable(path, MAX_TEXT_BYTES)) return undefined;
  try {
    return Deno.readFileSync(path);
  } catch (error) {
    // It was there a moment ago: removed, or the store was cleared.
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** False if it is missing; what cannot be read is an error. */
function isReadable(path: string, maxBytes: number): boolean {
  const info = statFile(path);
  if (info === undefined) return false;
  assertInsideProject(path);
  if (!info.isFile) {
    throw storeError(
      `Cannot read "${path}": it is not a regular file`,
      "Move it away; it is created again when it is needed",
    );
  }
  if (info.size > maxBytes) {
    throw storeError(
      `Cannot read "${path}": ${info.size} bytes are more than ${maxBytes}`,
      "Move it away; it is created again when it is needed",
    );
  }
  return true;
}

/** The names in a folder, sorted; none if it is missing. */
export function listNames(dir: string): string[] {
  return [...namesIn(dir)].sort();
}

/** The same in any order, for large folders. */
export function* namesIn(dir: string): Generator<string> {
  for (const { name } of entriesIn(dir)) yield name;
}

/** The same with the kind of each; a link is neither a file nor a folder. */
export function* entriesIn(dir: string): Generator<Deno.DirEntry> {
  try {
    yield* Deno.readDirSync(dir);
  } catch (error) {
    if (
      error instanceof Deno.errors.NotFound ||
      error instanceof Deno.errors.NotADirectory
    ) return;
    throw error;
  }
}

/** The path with links resolved as far as it exists; the rest unchanged. */
export function resolveExisting(path: string): string {
  let rest = "";
  for (let at: string | undefined = path; at; at = parentOf(at)) {
    try {
      return `${Deno.realPathSync(at)}${rest}`;
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
      rest = `/${baseName(at)}${rest}`;
    }
  }
  return path;
}
