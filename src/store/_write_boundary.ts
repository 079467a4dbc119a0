/** The folder that no write may lead out of, whatever links a path goes through. */

import { storeError, UserError } from "../base/errors.ts";
import { baseName, isInside, parentOf } from "../base/path_text.ts";
import {
  assertFile,
  followLink,
  isReadOnly,
  lstat,
  makeFolder,
} from "./file_kinds.ts";
import { DIR_MODE } from "./file_steps.ts";
import { resolveExisting } from "./read_file.ts";

/** What a boundary encloses, for the error about a link that leads out. */
export interface Enclosed {
  readonly what: string;
  readonly remedy: string;
}

const THE_PROJECT: Enclosed = {
  what: "the project",
  remedy: "Replace the link by its target, or keep memory elsewhere: " +
    "memory-keeper config set --global storage home",
};

export class WriteBoundary {
  constructor(readonly folder: string, readonly enclosed = THE_PROJECT) {}

  /** Throws if a write to this path would lead out or fail. */
  assertMayWrite(path: string): void {
    const existing = existingAncestor(path);
    this.#assertInside(path, resolveExisting(path));
    const info = Deno.statSync(existing);
    if (!info.isDirectory) assertFile(path, info);
    if (isReadOnly(info)) {
      throw storeError(
        `Cannot write below "${existing}": it is read-only`,
        "Change its permissions",
      );
    }
  }

  /** Whether it is a folder, a FIFO, a link that leads out or nowhere. */
  isUnwritable(path: string): boolean {
    if (lstat(path) === undefined) return false;
    try {
      this.target(path);
      return false;
    } catch (error) {
      if (
        error instanceof UserError ||
        error instanceof Deno.errors.FilesystemLoop
      ) return true;
      throw error;
    }
  }

  /** The real path to write to; throws if it leads out or is not a file. */
  target(path: string): string {
    const parent = this.parent(path);
    const info = lstat(path);
    if (info?.isSymlink) {
      const real = followLink(path);
      this.#assertInside(path, real);
      assertFile(path, Deno.lstatSync(real));
      return real;
    }
    if (info) assertFile(path, info);
    return `${parent}/${baseName(path)}`;
  }

  /** The real parent folder, created if it is missing. */
  parent(path: string): string {
    const parent = parentOf(path) ?? path;
    let real: string;
    try {
      real = Deno.realPathSync(parent);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
      this.#assertInside(parent, resolveExisting(parent));
      makeFolder(parent, DIR_MODE);
      real = Deno.realPathSync(parent);
    }
    this.#assertInside(parent, real);
    return real;
  }

  #assertInside(path: string, real: string): void {
    if (isInside(real, this.folder)) return;
    throw storeError(
      `Cannot write "${path}": it leads out of ${this.enclosed.what} to "${real}"`,
      this.enclosed.remedy,
    );
  }
}

function existingAncestor(path: string): string {
  for (let at: string | undefined = path; at; at = parentOf(at)) {
    if (lstat(at) !== undefined) return at;
  }
  return path;
}
