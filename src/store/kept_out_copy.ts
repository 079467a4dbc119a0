/**
 * A copy of what stays out of a project's memory, in the user's folder: where a
 * store is deleted, its transcripts are read again, and what was forgotten or
 * said while memory was off would come back.
 */

import { isFileProblem } from "../base/errors.ts";
import { baseName } from "../base/path_text.ts";
import { projectFolderName } from "../claude/memory_folder.ts";
import type { Layout } from "./layout.ts";
import type { Project } from "./project.ts";
import { readBytes, resolveExisting, statFile } from "./read_file.ts";
import { StoreFiles } from "./store_files.ts";

interface Place {
  readonly layout: Layout;
  readonly files: StoreFiles;
  readonly project: Project;
}

/** After each change. One that cannot be written costs nothing but itself. */
export function copyKeptOut({ layout, project }: Place): void {
  const { userFolder } = project;
  if (userFolder === undefined) return;
  try {
    const files = new StoreFiles(resolveExisting(userFolder));
    for (const { path, copy } of copiesOf(layout, project)) {
      const bytes = readBytes(path);
      if (bytes !== undefined) files.replace(copy, bytes);
    }
  } catch (error) {
    if (!isFileProblem(error)) throw error;
  }
}

/** For a store that is made: there may have been one before. */
export function restoreKeptOut({ layout, files, project }: Place): void {
  for (const { path, copy } of copiesOf(layout, project)) {
    const bytes = statFile(copy)?.isFile && !statFile(path)
      ? readBytes(copy)
      : undefined;
    if (bytes !== undefined) files.replace(path, bytes);
  }
}

function copiesOf({ off, forgotten }: Layout, { home, userFolder }: Project) {
  if (userFolder === undefined) return [];
  const folder = `${userFolder}/kept-out/${projectFolderName(home)}`;
  return [off, forgotten].map((path) => ({
    path,
    copy: `${folder}/${baseName(path)}`,
  }));
}
