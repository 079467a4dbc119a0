/**
 * The files of an installation with their digests. Only a file that is listed
 * and still has that content is ever replaced or removed. The list is written
 * before the files, with both versions of a changing one, so that an interrupted
 * installation still knows its own files.
 */

import { hashBytes } from "../base/hex.ts";
import {
  field,
  type Loaded,
  loadJson,
  saveJson,
  ShapeError,
} from "../store/json_file.ts";
import type { FileSet } from "./carried_files.ts";
import type { StoreFiles } from "../store/store_files.ts";

/** Relative path, with `/`, to the SHA-256 of the content. */
export type Digests = Readonly<Record<string, string>>;

export interface InstallManifest {
  readonly program: string;
  readonly files: Digests;
  /** What the current installation is about to write. */
  readonly pending?: Digests;
}

export const MANIFEST_FILE = "install.json";

export function loadManifest(folder: string): Loaded<InstallManifest> {
  return loadJson(`${folder}/${MANIFEST_FILE}`, (raw) => ({
    program: field.text(raw, "program", ""),
    files: digestsIn(field.object(raw, "files")),
    pending: digestsIn(field.object(raw, "pending")),
  }));
}

export function saveManifest(
  files: StoreFiles,
  folder: string,
  manifest: InstallManifest,
): void {
  saveJson(files, `${folder}/${MANIFEST_FILE}`, {
    about: "Written by memory-keeper install; memory-keeper uninstall reads it",
    ...manifest,
  });
}

/** Whether this content was, or was to be, written by an installation. */
export function isOurs(
  { files, pending = {} }: InstallManifest,
  path: string,
  digest: string,
): boolean {
  return [files, pending].some((known) =>
    Object.hasOwn(known, path) && known[path] === digest
  );
}

export function pathsOf({ files, pending = {} }: InstallManifest): string[] {
  return Object.keys({ ...files, ...pending });
}

export async function digestsOf(files: FileSet): Promise<Digests> {
  const digests: Record<string, string> = {};
  for (const [path, bytes] of files) digests[path] = await hashBytes(bytes);
  return digests;
}

/** A manifest is not trusted: no path may lead out of the folder. */
function digestsIn(raw: Record<string, unknown>): Digests {
  for (const [path, digest] of Object.entries(raw)) {
    const names = path.split("/");
    const plain = names.every((name) =>
      /^[\w.-]+$/.test(name) && !/^\.+$/.test(name)
    );
    if (!plain || typeof digest !== "string") {
      throw new ShapeError(`"${path}" is not a file of an installation`);
    }
  }
  return raw as Digests;
}
